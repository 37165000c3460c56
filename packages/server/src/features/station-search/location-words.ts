import { codeWord } from "./search-index/words.ts";

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
