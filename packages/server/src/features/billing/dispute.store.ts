import type { Dispute } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export const insertDispute = (
  tx: Tx,
  d: {
    userId: string;
    cdrId: string;
    sessionId: string;
    operatorId: string;
    currency: string;
    askedExcl: string;
    askedIncl: string | null;
    checkedExcl: string;
    checkedIncl: string;
    tolerance: string;
    lines: readonly object[];
    paid: bigint;
    /** The agreed maximum in paise; null: the price is not above it. */
    agreed: bigint | null;
    at: Date;
  },
) =>
  sql`insert into cdr_dispute (user_id, cdr_id, session_id, operator_id, currency, asked_excl, asked_incl, checked_excl,
        checked_incl, tolerance, lines, paid, agreed, state, created_at)
      values (${d.userId}, ${d.cdrId}, ${d.sessionId}, ${d.operatorId}, ${d.currency}, ${d.askedExcl}, ${d.askedIncl},
        ${d.checkedExcl}, ${d.checkedIncl}, ${d.tolerance}, ${JSON.stringify(d.lines)}, ${d.paid}, ${d.agreed}, 'OPEN', ${d.at})`.execute(
    tx,
  );

/** The operator credited the disputed CDR. */
export const closeDispute = (tx: Tx, userId: string, cdrId: string) =>
  sql`update cdr_dispute set state = 'CLOSED' where user_id = ${userId} and cdr_id = ${cdrId}`.execute(
    tx,
  );

export type DisputeKey = { user_id: string; cdr_id: string; session_id: string };

export const lockDispute = (tx: Tx, cdrId: string) =>
  one(
    tx,
    sql<DisputeKey & { state: Dispute["state"]; owed: bigint | null }>`
      select user_id, cdr_id, session_id, state, owed from cdr_dispute where cdr_id = ${cdrId} for update`,
  );

export const settleDispute = (tx: Tx, d: DisputeKey & { owed: bigint; because: string }) =>
  sql`update cdr_dispute set state = 'CLOSED', owed = ${d.owed}, decided_because = ${d.because}
      where user_id = ${d.user_id} and cdr_id = ${d.cdr_id}`.execute(tx);

export type DisputeRow = {
  user_id: string;
  cdr_id: string;
  ocpi_id: string;
  session_id: string;
  operator_id: string;
  operator_name: string | null;
  currency: string;
  asked_excl: string;
  asked_incl: string | null;
  checked_excl: string;
  checked_incl: string;
  tolerance: string;
  lines: Record<string, unknown>[];
  paid: bigint;
  agreed: bigint | null;
  state: Dispute["state"];
  created_at: Date;
};
export type DisputeFilter = { operatorId: string | null; state: Dispute["state"] | null };

const disputesOf = (f: DisputeFilter) =>
  sql`(${f.operatorId}::text is null or d.operator_id = ${f.operatorId})
      and (${f.state}::text is null or d.state = ${f.state})`;

export const listDisputes = (on: Queryable, f: DisputeFilter, offset: number, limit: number) =>
  rows(
    on,
    sql<DisputeRow>`
      select d.*, c.ocpi_id, o.name as operator_name
      from cdr_dispute d join cdr c on c.user_id = d.user_id and c.id = d.cdr_id
        left join operator o on o.id = d.operator_id
      where ${disputesOf(f)} order by d.created_at desc, d.cdr_id desc offset ${offset} limit ${limit}`,
  );

export const countDisputes = async (on: Queryable, f: DisputeFilter): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from cdr_dispute d where ${disputesOf(f)}`,
  ))!.n;
