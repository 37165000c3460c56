import type { Queryable } from "../../platform/database.ts";
import { listMovements, type MovementFilter, type MovementRow } from "./movements.store.ts";

const HEAD = [
  "Time (IST)",
  "Kind",
  "Amount (INR)",
  "Balance (INR)",
  "Reason",
  "Charge",
  "Bill",
  "Id",
];
/** More than a driver moves in a lifetime; a table still fits in memory. */
const MOST_ROWS = 100_000;
const IST_MS = 330 * 60_000;
const BYTE_ORDER_MARK = "\uFEFF";

/** A driver's movements as a table: RFC 4180 in UTF-8 with a byte order mark, newest first. */
export async function movementsCsv(
  on: Queryable,
  userId: string,
  filter: MovementFilter,
): Promise<string> {
  const found = await listMovements(on, userId, filter, { offset: 0, limit: MOST_ROWS });
  const lines = [HEAD, ...found.map(lineOf)].map((cells) => `${cells.map(cell).join(",")}\r\n`);
  return BYTE_ORDER_MARK + lines.join("");
}

const lineOf = (row: MovementRow): string[] => [
  `${new Date(row.at.getTime() + IST_MS).toISOString().slice(0, 19)}+05:30`,
  row.kind,
  rupees(row.amount),
  rupees(row.balance_after),
  row.reason,
  row.session_id ?? "",
  row.cdr_id ?? "",
  row.id,
];

/** Paise as decimal rupees: -123450n → -1234.50. */
function rupees(paise: bigint): string {
  const size = paise < 0n ? -paise : paise;
  return `${paise < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

/** Text that a spreadsheet would take for a formula begins with an apostrophe (OWASP); numbers of ours stay numbers. */
export function cell(text: string): string {
  const isNumber = /^-?\d+\.\d\d$/.test(text);
  const safe = !isNumber && /^[\s]*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
