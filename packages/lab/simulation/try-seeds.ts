import { openEnvironment } from "./environment.ts";
import { runInWorkers } from "./worker-pool.ts";
import { trySeed, type SeedReport, type Trial } from "./try-seed.ts";

export type SimulationOptions = Trial & {
  first: number;
  seeds: number;
  /** Stops after the first seed with an error. */
  untilFound: boolean;
  trace: boolean;
  /** Processes that share the seeds; 1: only this one. */
  workers: number;
};
export type SimulationEnd = {
  ok: boolean;
  breaks: number;
  /** Seeds whose repetition differed. */
  unlike: number;
  /** Seeds with an error. */
  found: number[];
};

const TOLD_EVERY_MS = 30_000;
/** Errors printed for a seed. */
const SHOWN = 5;

export async function trySeeds(
  options: SimulationOptions,
  say: (line: string) => void,
): Promise<SimulationEnd> {
  const { seeds, steps, broken } = options;
  const stopwatch = performance.now.bind(performance);
  const began = stopwatch();
  const end: SimulationEnd = { ok: true, breaks: 0, unlike: 0, found: [] };
  let tries = 0;
  let allTurns = 0;
  let allSteps = 0;
  let told = began;

  const tried = ({ seed, step, turns, hash, again, wrongs }: SeedReport) => {
    tries += 1;
    allTurns += turns;
    allSteps += step;
    const unlike = again !== null && again !== hash;
    if (unlike) end.unlike += 1;
    if (unlike || options.twice || wrongs.length > 0)
      say(`seed ${seed}: trace ${hash}, again ${again}`);
    if (unlike || wrongs.length > 0)
      say(
        `seed ${seed}, step ${step}; again: npm run faults -- simulation --seed ${seed} --steps ${steps}${broken ? ` --broken ${broken}` : ""}`,
      );
    for (const wrong of wrongs.slice(0, SHOWN)) say(`  ${wrong}`);
    if (wrongs.length > 0) {
      end.breaks += 1;
      end.found.push(seed);
    }
    if (stopwatch() - told < TOLD_EVERY_MS) return;
    told = stopwatch();
    say(`${tries} of ${seeds}, ${end.breaks} breaks, ${end.unlike} unlike`);
  };

  let following = options.first;
  const next = () => {
    if (options.untilFound && end.breaks > 0) return null;
    return following < options.first + seeds ? following++ : null;
  };
  if (options.workers > 1) {
    await runInWorkers({ steps, broken, twice: options.twice }, { ...options, next, tried });
  } else {
    const environment = await openEnvironment();
    try {
      for (let seed = next(); seed !== null; seed = next())
        tried(await trySeed(environment, options, seed, options.trace ? say : undefined));
    } finally {
      await environment.close();
    }
  }
  end.ok = end.breaks + end.unlike === 0;
  say(
    `simulation seeds=${tries} steps=${allSteps} turns=${allTurns} breaks=${end.breaks} unlike=${end.unlike} ` +
      `seconds=${((stopwatch() - began) / 1000).toFixed(1)}`,
  );
  return end;
}
