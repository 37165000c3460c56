import { parseArgs } from "node:util";
import { breakEngine, breaks } from "../price-pairs/broken-engines.ts";
import { runOnAllCores } from "../price-pairs/run-on-all-cores.ts";
import { type Difference, tryPairs } from "../price-pairs/try-pairs.ts";
import { wholeNumber } from "../whole-number.ts";

const shown = 5;
/** Pairs within which a broken engine must be detected. */
const pairsToCatch = 20_000;

/**
 * Prices random tariffs and sessions with the engine and with the simulated operator's own pricer, which goes second
 * by second: every total must be equal, exactly and in paise. `--pairs N`, `--seed N`; with `--broken`, engines with
 * one mistake each must be detected.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      pairs: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  const seed = wholeNumber("--seed", values.seed);
  return values.broken ? catchBroken(seed) : compare(seed, wholeNumber("--pairs", values.pairs));
}

async function compare(seed: number, pairs: number): Promise<boolean> {
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
  console.log(
    `prices tried=${pairs} differ=${differences.length} seed=${seed} seconds=${seconds} rate=${rate(pairs)}/s`,
  );
  return differences.length === 0;
}

function show({ seed, engine, reference, smallest }: Difference): void {
  console.log(`  seed ${seed} differs; again: npm run faults -- prices --seed ${seed} --pairs 1`);
  console.log(`    engine    ${engine}`);
  console.log(`    reference ${reference}`);
  console.log(`    smallest  ${JSON.stringify(smallest)}`);
}

async function catchBroken(seed: number): Promise<boolean> {
  let caught = 0;
  for (const each of breaks) {
    const engine = await breakEngine(each);
    let found: Difference | undefined;
    let tried = 0;
    for (; !found && tried < pairsToCatch; tried += 1) [found] = tryPairs(engine, seed + tried, 1);
    if (found) caught += 1;
    const verdict = found ? `caught by seed ${found.seed}, after ${tried} pairs` : "NOT CAUGHT";
    console.log(`  ${each.name}: ${verdict}`);
  }
  console.log(`prices broken=${breaks.length} caught=${caught} seed=${seed}`);
  return caught === breaks.length;
}
