/** Where a list goes on: the sort key of its last row, as an opaque text. */
export const writeCursor = (...key: readonly string[]): string =>
  Buffer.from(JSON.stringify(key)).toString("base64url");

/** Null: it is none of ours. */
export function readCursor(text: string, parts: number): string[] | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const isKey =
      Array.isArray(key) && key.length === parts && key.every((each) => typeof each === "string");
    return isKey ? key : null;
  } catch {
    return null;
  }
}

/** The key of lists by time: an instant and an id. Null: no such cursor. */
export function readTimeCursor(text: string): { at: Date; id: string } | null {
  const [at = "", id = ""] = readCursor(text, 2) ?? [];
  const instant = readInstant(at);
  // PostgreSQL stores no NUL.
  return !instant || id.includes("\0") || !id.isWellFormed() ? null : { at: instant, id };
}

/** A time that a caller sent; null: none, or of a year before ours, which PostgreSQL does not store. */
export function readInstant(text: string): Date | null {
  const at = new Date(text);
  return at.getUTCFullYear() > 0 ? at : null;
}

/** A page of a list of which one row more was read than it has. */
export const pageByCursor = <Row, Item>(
  found: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly string[],
  toItem: (row: Row) => Item,
): { content: Item[]; next_cursor: string | null } => {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    content: page.map(toItem),
    next_cursor: found.length > limit && last ? writeCursor(...keyOf(last)) : null,
  };
};
