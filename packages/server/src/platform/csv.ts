const BYTE_ORDER_MARK = "\uFEFF";

/** A table as RFC 4180 in UTF-8 with a byte order mark, so that spreadsheets read its letters. */
export function csvOf(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(
    BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join(""),
  );
}

/** Text that a spreadsheet would take for a formula begins with an apostrophe (OWASP); numbers stay numbers. */
function cell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^\s*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
