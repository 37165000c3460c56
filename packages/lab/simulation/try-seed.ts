import type { Broken } from "./broken-variants.ts";
import type { Environment } from "./environment.ts";
import { runSeed } from "./run-seed.ts";

export type Trial = {
  steps: number;
  broken: Broken | null;
  /** ALL: every seed runs twice, and must repeat exactly; otherwise only some of them, and those with an error. */
  twice: boolean;
};

/** Result of a seed; plain data, as it may come from another process. */
export type SeedReport = {
  seed: number;
  step: number;
  turns: number;
  hash: string;
  /** Result of the repeated run; null: it ran once. */
  again: string | null;
  wrongs: string[];
};

/** One in so many seeds always runs twice. */
const SAMPLED = 50;

export async function trySeed(
  environment: Environment,
  { steps, broken, twice }: Trial,
  seed: number,
  onLine?: (line: string) => void,
): Promise<SeedReport> {
  const { wrongs, step, turns, hash } = await runSeed(environment, {
    seed,
    steps,
    broken,
    ...(onLine && { onLine }),
  });
  const repeats = twice || seed % SAMPLED === 0 || wrongs.length > 0;
  const again = repeats ? (await runSeed(environment, { seed, steps, broken })).hash : null;
  return { seed, step, turns, hash, again, wrongs };
}
