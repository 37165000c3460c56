import type { SettlementMismatch } from "@voltmarg/contract";
import { rows, sql, type Queryable } from "../../platform/database/database.ts";
import { pageOf, type PageOf } from "./page-of.store.ts";

export type SettlementRow = {
  id: string;
  utr: string | null;
  at: Date;
  amount: bigint;
  net: bigint;
  fee: bigint;
  tax: bigint;
  lines: number;
  unmatched: number;
};
export const settlementsAt = (on: Queryable, page: PageOf) =>
  rows(
    on,
    sql<SettlementRow>`${pageOf(
      sql`select id, utr, settled_at as at, amount, net, fee, tax, lines, unmatched from gateway_settlement`,
      page,
    )}`,
  );

export type MismatchRow = {
  id: string;
  at: Date;
  reason: SettlementMismatch["reason"];
  settlement_id: string | null;
  utr: string | null;
  entity_id: string;
  amount: bigint;
  currency: string;
};
/** Lines in suspense, settlements that do not add up, and payments that none has. */
export const mismatchesAt = (
  on: Queryable,
  reason: SettlementMismatch["reason"] | null,
  page: PageOf,
) => {
  const parts = [
    sql`select l.settlement_id || ' ' || l.entity_id as id, l.settled_at as at, l.reason, l.settlement_id, s.utr, l.entity_id,
        l.credit - l.debit as amount, l.currency
      from gateway_settlement_line l join gateway_settlement s on s.id = l.settlement_id where l.reason is not null`,
    sql`select id || ' sum', settled_at, 'SUM_DIFFERS', id, utr, id, amount - net, 'INR' from gateway_settlement
      where amount <> net`,
    sql`select id || ' negative', settled_at, 'NEGATIVE', id, utr, id, amount, 'INR' from gateway_settlement
      where amount < 0`,
    sql`select payment_id, credited_at, 'NOT_SETTLED', null, null, payment_id, amount, 'INR' from gateway_unsettled_payment`,
  ];
  const all = sql`select * from (${sql.join(parts, sql` union all `)}) m
    where ${reason === null ? sql`true` : sql`m.reason = ${reason}`}`;
  return rows(on, sql<MismatchRow>`${pageOf(all, page)}`);
};
