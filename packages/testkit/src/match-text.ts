import type { EvseRow, LocationRow } from "../../server/src/features/stations/index.ts";
import { codesOf, TEXTS } from "../../server/src/features/station-search/location-words.ts";
import {
  COST,
  joinedLikeness,
  likeness,
  matchAll,
  typedWords,
  wordsOf,
  type Likeness,
  type LocationWords,
  type TextMatch,
} from "../../server/src/features/station-search/search-index/words.ts";

// The plain way to answer a text, word by word, with which the answers of the search index are compared.

/** What a typed text is compared with: the name, then address, city, state, PIN code, operator and codes of chargers. Each once. */
export function locationWords(
  { name, body, operator_name }: LocationRow,
  evses: readonly Pick<EvseRow, "body">[],
): LocationWords {
  const own = new Set(wordsOf(name));
  const texts = { ...body, operator_name: body.operator?.name ?? operator_name };
  const other = new Set(TEXTS.flatMap((one) => wordsOf(texts[one] ?? "")));
  const codes = new Set(codesOf(evses.map((evse) => evse.body)));
  return { name: [...own], other: [...[...other].filter((word) => !own.has(word)), ...codes] };
}

/** How well a location answers a text; null: a word of it is nowhere. */
export function matchText(words: LocationWords, typed: readonly string[]): TextMatch | null {
  const wanted = typedWords(typed);
  return matchAll(typed.length, (nth) => {
    const one = wanted[nth]!;
    const best = cheapest(words, (list) => list.map((word) => likeness(word, one)));
    return (
      best ??
      cheapest(words, (list) =>
        list.slice(1).map((word, at) => joinedLikeness(list[at]!, word, one)),
      )
    );
  });
}

function cheapest(
  words: LocationWords,
  likes: (list: readonly string[]) => Likeness[],
): TextMatch | null {
  let best: TextMatch | null = null;
  for (const field of ["name", "other"] as const)
    for (const like of likes(words[field]))
      if (like !== null && COST[field][like] < (best?.cost ?? Infinity))
        best = { cost: COST[field][like], forgiven: like >= 2 };
  return best;
}
