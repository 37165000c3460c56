import type { IndexedEvse, IndexedLocation } from "../stations/index.ts";
import { codeWord, wordsOf, type LocationWords } from "./search-index/words.ts";

/** What a typed text is compared with: the name, then address, city, state, PIN code, operator and codes of chargers. Each once. */
export function locationWords(
  row: IndexedLocation,
  evses: readonly Pick<IndexedEvse, "body">[],
): LocationWords {
  const body = row.body;
  const name = new Set(wordsOf(row.name));
  const rest = [
    body.address,
    body.city,
    body.state,
    body.postal_code,
    body.operator?.name ?? row.operator_name,
  ];
  const other = new Set(wordsOf(rest.filter(Boolean).join(" ")));
  const codes = new Set<string>();
  for (const { body: evse } of evses)
    for (const code of [evse.evse_id, evse.physical_reference]) {
      const word = code ? codeWord(code) : null;
      if (word) codes.add(word);
    }
  return { name: [...name], other: [...[...other].filter((word) => !name.has(word)), ...codes] };
}
