/**
 * The path of the first duplicate key in an object of a JSON text, like `tariff.elements[0].price`; null: none.
 * JSON.parse silently keeps the last one. The text must be valid JSON.
 */
export function duplicateKey(text: string): string | null {
  const open: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = open.at(-1);
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
        open.push({ keys: [], key: "", index: 0, isKeyNext: true });
        break;
      case OPEN_LIST:
        open.push({ keys: null, key: "", index: 0, isKeyNext: false });
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case COMMA:
        level!.index += 1;
        level!.isKeyNext = level!.keys !== null;
        break;
      case QUOTE: {
        const end = endOfText(text, at);
        if (level?.isKeyNext) {
          const key = text.slice(at + 1, end);
          // The same key with and without an escape is one key.
          level.key = key.includes("\\") ? (JSON.parse(`"${key}"`) as string) : key;
          level.isKeyNext = false;
          if (level.keys!.includes(level.key)) return pathOf(open);
          level.keys!.push(level.key);
        }
        at = end;
        break;
      }
    }
  }
  return null;
}

/** An object or, without keys, a list. */
type Level = { keys: string[] | null; key: string; index: number; isKeyNext: boolean };

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

function endOfText(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Whether it follows an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function pathOf(open: readonly Level[]): string {
  return open
    .map(({ keys, key, index }) => (keys === null ? `[${index}]` : `.${key}`))
    .join("")
    .slice(1);
}
