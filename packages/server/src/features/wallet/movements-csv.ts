import { csvOf, decimalRupees, indianTime } from "../../platform/csv.ts";
import type { Queryable } from "../../platform/database/database.ts";
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
/** More rows than a driver ever has; the table still fits in memory. */
const MOST_ROWS = 100_000;

/** A driver's movements as a table, newest first. */
export async function movementsCsv(
  on: Queryable,
  userId: string,
  filter: MovementFilter,
): Promise<Buffer> {
  const found = await listMovements(on, userId, filter, { offset: 0, limit: MOST_ROWS });
  return csvOf([HEAD, ...found.map(lineOf)]);
}

const lineOf = (row: MovementRow): string[] => [
  indianTime(row.at),
  row.kind,
  decimalRupees(row.amount),
  decimalRupees(row.balance_after),
  row.reason,
  row.session_id ?? "",
  row.cdr_id ?? "",
  row.id,
];
