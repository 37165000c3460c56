/** An object with its keys, or a list with how many came before. */
type Level = { keys: string[] | null; key: string; index: number };

/**
 * The path of the first duplicate key in an object of a JSON text, like `tariff.elements[0].price`; null: none.
 * JSON.parse silently keeps the last one. The text must be valid JSON.
 */
export function duplicateKey(text: string): string | null {
  const open: Level[] = [];
  // Texts first, as a bracket in one of them is none; a text before a colon is a key.
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|[{}[\],]/g)) {
    const level = open.at(-1);
    if (token === "{" || token === "[")
      open.push({ keys: token === "{" ? [] : null, key: "", index: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === ",") level!.index += 1;
    else if (token.endsWith(":")) {
      // The same key with and without an escape is one key.
      level!.key = JSON.parse(token.slice(0, -1)) as string;
      if (level!.keys!.includes(level!.key)) return pathOf(open);
      level!.keys!.push(level!.key);
    }
  }
  return null;
}

const pathOf = (open: readonly Level[]): string =>
  open
    .map(({ keys, key, index }) => (keys === null ? `[${index}]` : `.${key}`))
    .join("")
    .slice(1);
