import { askEngine, askReference, type Engine, isSameAnswer, type Pair } from "./pair.ts";
import { randomPair } from "./random-pair.ts";
import { shrinkPair } from "./shrink-pair.ts";

/** A pair on which the two pricers differ, and its smallest version that still differs. */
export type Difference = { seed: number; engine: string; reference: string; smallest: Pair };

/** Prices the pairs of `count` consecutive seeds with both; returns those that differ, crashes included. */
export function tryPairs(engine: Engine, firstSeed: number, count: number): Difference[] {
  const differences: Difference[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const pair = randomPair(seed);
    if (agree(engine, pair)) continue;
    const smallest = shrinkPair(pair, (smaller) => !agree(engine, smaller));
    differences.push({
      seed,
      engine: describe(() => askEngine(engine, smallest)),
      reference: describe(() => askReference(smallest)),
      smallest,
    });
  }
  return differences;
}

function agree(engine: Engine, pair: Pair): boolean {
  try {
    return isSameAnswer(askEngine(engine, pair), askReference(pair));
  } catch {
    return false;
  }
}

function describe(ask: () => ReturnType<typeof askEngine>): string {
  try {
    const answer = ask();
    if (answer === null) return "refused";
    const { excl, incl, exclMinor, inclMinor } = answer;
    return `${excl.n}/${excl.d} and ${incl.n}/${incl.d}, ${exclMinor} and ${inclMinor} paise`;
  } catch (error) {
    return String(error);
  }
}
