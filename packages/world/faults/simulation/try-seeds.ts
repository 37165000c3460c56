import type { Broken } from "./broken.ts";
import { openGround } from "./ground.ts";
import { runSeed } from "./run-seed.ts";

export type SimulationOptions = {
  first: number;
  seeds: number;
  steps: number;
  broken: Broken | null;
  /** Each seed runs twice, and must go alike; `found`: the first in which something is wrong, and no seed after it. */
  twice: boolean | "found";
  trace: boolean;
};
export type SimulationEnd = {
  ok: boolean;
  breaks: number;
  /** Seeds that did not go alike. */
  unlike: number;
  /** Seeds in which something was wrong. */
  found: number[];
  /** Of the last seed's trace. */
  hash: string;
};

const SHOWN = 5;

export async function trySeeds(
  options: SimulationOptions,
  say: (line: string) => void,
): Promise<SimulationEnd> {
  const stopwatch = performance.now.bind(performance);
  const began = stopwatch();
  const ground = await openGround();
  const end: SimulationEnd = { ok: true, breaks: 0, unlike: 0, found: [], hash: "" };
  let turns = 0;
  let steps = 0;
  let told = began;
  try {
    for (let seed = options.first; seed < options.first + options.seeds; seed += 1) {
      const once = (onLine?: (line: string) => void) =>
        runSeed(ground, {
          seed,
          steps: options.steps,
          broken: options.broken,
          ...(onLine && { onLine }),
        });
      const result = await once(options.trace ? say : undefined);
      turns += result.turns;
      steps += result.step;
      end.hash = result.hash;
      if (options.twice === true || (options.twice === "found" && result.wrongs.length > 0)) {
        const again = await once();
        say(`seed ${seed}: trace ${result.hash}, again ${again.hash}`);
        if (again.hash !== result.hash) end.unlike += 1;
      }
      if (result.wrongs.length > 0) {
        end.breaks += 1;
        end.found.push(seed);
        if (end.breaks <= SHOWN) {
          const broken = options.broken ? ` --broken ${options.broken}` : "";
          say(
            `seed ${seed}, step ${result.step}, trace ${result.hash}; again: npm run faults -- simulation --seed ${seed} --steps ${options.steps}${broken}`,
          );
          for (const wrong of result.wrongs.slice(0, SHOWN)) say(`  ${wrong}`);
        }
      }
      if (options.twice === "found" && end.breaks > 0) break;
      if (stopwatch() - told > 30_000) {
        told = stopwatch();
        say(`${seed - options.first + 1} of ${options.seeds}, ${end.breaks} breaks`);
      }
    }
  } finally {
    await ground.close();
  }
  end.ok = end.breaks + end.unlike === 0;
  say(
    `simulation seeds=${options.seeds} steps=${steps} turns=${turns} breaks=${end.breaks} unlike=${end.unlike} ` +
      `seconds=${((stopwatch() - began) / 1000).toFixed(1)}`,
  );
  return end;
}
