import type { GatewaySettlement, SettlementMismatch } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { PageOf } from "./page-of.store.ts";
import { mismatchesAt, settlementsAt } from "./settlements.store.ts";

export type Asked = { cursor?: string | undefined; order: PageOf["order"]; limit: number };
export type Page<Item> = Outcome<{ content: Item[]; next_cursor: string | null }, "INVALID_INPUT">;

/** A page of what the payment provider paid out. */
export const listSettlements = (on: Queryable, asked: Asked): Promise<Page<GatewaySettlement>> =>
  paged(
    asked,
    (page) => settlementsAt(on, page),
    (row) => ({
      id: row.id,
      utr: row.utr,
      settled_at: row.at.toISOString(),
      amount_minor: Number(row.amount),
      lines_minor: Number(row.net),
      fees_minor: Number(row.fee - row.tax),
      tax_minor: Number(row.tax),
      lines: row.lines,
      unmatched: row.unmatched,
    }),
  );

type AskedReason = Asked & { reason?: SettlementMismatch["reason"] | undefined };
/** A page of what does not match of it. */
export const listMismatches = (
  on: Queryable,
  { reason, ...asked }: AskedReason,
): Promise<Page<SettlementMismatch>> =>
  paged(
    asked,
    (page) => mismatchesAt(on, reason ?? null, page),
    (row) => ({
      at: row.at.toISOString(),
      reason: row.reason,
      settlement_id: row.settlement_id,
      utr: row.utr,
      entity_id: row.entity_id,
      amount_minor: Number(row.amount),
      currency: row.currency,
    }),
  );

/** A page of a list by time; each row's cursor is its time and id. */
export async function paged<Row extends { at: Date; id: string }, Item>(
  { cursor, order, limit }: Asked,
  list: (page: PageOf) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  if (cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const found = await list({ after, order, limit: limit + 1 });
  return done(pageByCursor(found, limit, (row) => [row.at.toISOString(), row.id], toItem));
}
