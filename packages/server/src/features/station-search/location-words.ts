import type { IndexedLocation } from "../stations/index.ts";
import { wordsOf, type LocationWords } from "./search-index/words.ts";

/** What a typed text is compared with: the name, then address, city, state, PIN code and operator. Each word once. */
export function locationWords(row: IndexedLocation): LocationWords {
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
  return { name: [...name], other: [...other].filter((word) => !name.has(word)) };
}
