const BYTE_ORDER_MARK = "\uFEFF";

type Rows = readonly (readonly string[])[];

/** A table as RFC 4180 in UTF-8, with a byte order mark for spreadsheets. */
export const csvOf = (rows: Rows): Buffer => Buffer.from(csvLines(rows, true));

/** Lines of a table; `isStart`: they begin the file. */
export const csvLines = (rows: Rows, isStart = false): string =>
  (isStart ? BYTE_ORDER_MARK : "") +
  rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");

/** Paise as decimal rupees: -123450 → -1234.50. */
export function decimalRupees(minor: number | bigint): string {
  const paise = BigInt(minor);
  const size = paise < 0n ? -paise : paise;
  return `${paise < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

const IST_MS = 330 * 60_000;

/** An instant on India's clock: 2026-11-20T12:00:00+05:30. */
export const indianTime = (at: Date | string): string =>
  `${new Date(new Date(at).getTime() + IST_MS).toISOString().slice(0, 19)}+05:30`;

/** What no one sees at the beginning of a text, then what begins a formula, in Latin and in full width. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\t\r＝＋－＠]/u;

/**
 * Text that a spreadsheet would execute as a formula gets an apostrophe in front (OWASP); our amounts stay numbers. A
 * semicolon is quoted too, because in some countries it separates cells.
 */
function cell(text: string): string {
  const isAmount = /^-\d+\.\d\d$/.test(text);
  const safe = !isAmount && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
