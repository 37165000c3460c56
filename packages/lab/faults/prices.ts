import { readOptions } from "../options.ts";
import { runOnAllCores } from "../price-pairs/run-on-all-cores.ts";
import type { Difference } from "../price-pairs/try-pairs.ts";
import { resultLine } from "../report.ts";

const shown = 5;
/**
 * Prices random tariffs and sessions with the engine and with the simulated operator's own pricer, which goes second
 * by second: every total must be equal, exactly and in paise. `--pairs N`, `--seed N`. That engines with one mistake
 * each are detected, `price-pairs.test.ts` shows.
 */
export async function run(): Promise<boolean> {
  const { pairs, seed } = readOptions({ pairs: 100_000, seed: 1 });
  const before = performance.now();
  const rate = (tried: number) => Math.round((tried * 1000) / (performance.now() - before));
  let told = before;
  const differences = await runOnAllCores(seed, pairs, (tried) => {
    if (performance.now() - told < 10_000) return;
    told = performance.now();
    console.log(`  ${tried} of ${pairs} pairs, ${rate(tried)}/s`);
  });
  for (const difference of differences.slice(0, shown)) show(difference);
  const seconds = ((performance.now() - before) / 1000).toFixed(1);
  const figures = { differ: differences.length, seed, seconds, rate: `${rate(pairs)}/s` };
  console.log(resultLine("prices", { tried: pairs, ...figures }));
  return differences.length === 0;
}

function show({ seed, engine, reference, smallest }: Difference): void {
  console.log(`  seed ${seed} differs; again: npm run faults -- prices --seed ${seed} --pairs 1`);
  console.log(`    engine    ${engine}`);
  console.log(`    reference ${reference}`);
  console.log(`    smallest  ${JSON.stringify(smallest)}`);
}
