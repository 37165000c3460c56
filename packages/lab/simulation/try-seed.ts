import type { Broken } from "./broken-variants.ts";
import type { Environment } from "./environment.ts";
import { runSeed } from "./run-seed.ts";

export type Trial = {
  steps: number;
  broken: Broken | null;
  /** Every seed runs twice, and must go alike; else only some of them, and those in which something is wrong. */
  twice: boolean;
};

/** What became of a seed; plain, for it comes from other processes as well. */
export type SeedReport = {
  seed: number;
  step: number;
  turns: number;
  hash: string;
  /** Of the same seed once more; null: it ran once. */
  again: string | null;
  wrongs: string[];
};

/** One of so many seeds runs twice in any case. */
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
