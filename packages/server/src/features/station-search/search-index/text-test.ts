import { IN_NAME, type LocationIndex } from "./location-index.ts";
import { COST, errorsForgiven, likeness, type TextMatch } from "./words.ts";

export type TextTest = {
  /** How well a location answers; null: not at all. */
  of(slot: number): TextMatch | null;
};

const KEPT = 64;
/** Which words of the vocabulary answer a typed one; people type letter by letter, and many the same. */
const known = new WeakMap<
  LocationIndex,
  Map<string, { size: number; likes: Map<number, number> }>
>();

/** Asks the vocabulary once per typed word, then each location only for numbers of words. */
export function textTest(index: LocationIndex, typed: readonly string[]): TextTest {
  const tables = typed.map((word) => likesOf(index, word));
  return {
    of: (slot) => {
      const start = index.slots.wordStart[slot]!;
      const end = start + index.slots.wordCount[slot]!;
      const { word } = index.words.columns;
      let cost = 0;
      let forgiven = false;
      for (const likes of tables) {
        let best = Infinity;
        let like = -1;
        for (let at = start; at < end; at++) {
          const found = likes.get(word[at]! & (IN_NAME - 1));
          if (found === undefined) continue;
          const costs = COST[(word[at]! & IN_NAME) === 0 ? "other" : "name"][found]!;
          if (costs < best) {
            best = costs;
            like = found;
          }
        }
        if (like < 0) return null;
        cost += best;
        forgiven ||= like === 2;
      }
      return { cost, forgiven };
    },
  };
}

function likesOf(index: LocationIndex, typed: string): Map<number, number> {
  const { vocabulary } = index;
  const tables = known.get(index) ?? new Map();
  known.set(index, tables);
  const before = tables.get(typed);
  if (before?.size === vocabulary.size) return before.likes;
  // The vocabulary only grows: what was found stays found.
  const likes: Map<number, number> = before?.likes ?? new Map();
  // The first letter is never forgiven.
  const letters = errorsForgiven(typed) > 0 ? 1 : typed.length;
  for (let at = before?.size ?? 0; at < vocabulary.size; at++) {
    if (!vocabulary.mayBegin(at, typed, letters)) continue;
    const like = likeness(vocabulary.wordAt(at), typed);
    if (like !== null) likes.set(at, like);
  }
  tables.delete(typed);
  tables.set(typed, { size: vocabulary.size, likes });
  if (tables.size > KEPT) tables.delete(tables.keys().next().value);
  return likes;
}
