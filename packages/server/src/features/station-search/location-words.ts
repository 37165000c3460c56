import type { EvseRow, LocationRow } from "../stations/index.ts";
import { codeWord, wordsOf, type LocationWords } from "./search-index/words.ts";

/** The texts a typed one is compared with, besides the name, in their order. */
export const TEXTS = ["address", "city", "state", "postal_code", "operator_name"] as const;
type Codes = { evse_id?: string | null; physical_reference?: string | null };

/** Codes of chargers as words. */
export function codesOf(evses: readonly Codes[]): string[] {
  const words: string[] = [];
  for (const { evse_id, physical_reference } of evses)
    for (const code of [evse_id, physical_reference]) {
      const word = code && codeWord(code);
      if (word) words.push(word);
    }
  return words;
}

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
