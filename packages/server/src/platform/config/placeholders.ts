import type { Setting } from "./settings/setting.ts";

/**
 * What the documents and the files in `deploy/` have where a value of one's own belongs: REPLACE; the names and hosts of
 * the example provider, and its header; and ids of the operators' register (DLT) that were counted up from zero.
 */
const PLACEHOLDERS = [/REPLACE/, /(?<![a-z])example?(?![a-z])/i, /(?<!\d)1\d{3}0{10}\d{5}(?!\d)/];

/** Every placeholder in a text, once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set(PLACEHOLDERS.flatMap((each) => each.exec(text)?.[0] ?? [])),
];

/** The sentence for a setting that still has placeholders, with what belongs there; null: it has none. */
export function placeholderFault(
  { name, secret, description }: Setting & { name: string },
  text: string,
): string | null {
  const found = placeholdersIn(text);
  if (found.length === 0) return null;
  const words = text.match(/[^\s"'<>,;{}[\]]+/g) ?? [];
  const shown = secret ? found : words.filter((word) => placeholdersIn(word).length > 0);
  const wanted = description.replaceAll(/`|\[|\]\([^)]*\)/g, "").replaceAll("]", "");
  return `${name} has ${[...new Set(shown)].join(", ")} of the examples; set your own: ${wanted}.`;
}
