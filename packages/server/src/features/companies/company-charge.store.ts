import { one, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export const insertCharge = (
  tx: Tx,
  c: { sessionId: string; companyId: string; userId: string; mayCost: bigint; at: Date },
) =>
  sql`insert into company_charge (session_id, company_id, user_id, started_at, may_cost, expected)
      values (${c.sessionId}, ${c.companyId}, ${c.userId}, ${c.at}, ${c.mayCost}, ${c.mayCost})`.execute(
    tx,
  );

/** Raises the expected cost of a session when it is about to cost more than was expected at its start. */
export const expectCost = (tx: Tx, sessionId: string, cost: bigint) =>
  sql`update company_charge set may_cost = greatest(expected, ${cost}) where session_id = ${sessionId}`.execute(
    tx,
  );

export const dropCharge = (tx: Tx, sessionId: string, at: Date) =>
  sql`update company_charge set dropped_at = ${at} where session_id = ${sessionId} and billed_at is null`.execute(
    tx,
  );

/** The expected cost of an unbilled session and its company. Null: no company pays. */
export const findExpected = (on: Queryable, sessionId: string) =>
  one(
    on,
    sql<{ company_id: string; user_id: string; expected: bigint }>`
      select company_id, user_id, expected from company_charge where session_id = ${sessionId} and billed_at is null`,
  );

/** Counts a session against the limits again that had been given up and goes on. */
export const readmitCharge = (tx: Tx, sessionId: string) =>
  sql`update company_charge set dropped_at = null, may_cost = expected where session_id = ${sessionId}`.execute(
    tx,
  );

/** Null: no company pays. */
export const billCharge = (
  tx: Tx,
  b: { sessionId: string; cdrId: string; amount: bigint; at: Date },
) =>
  one(
    tx,
    sql<{ company_id: string }>`
      update company_charge set cdr_id = ${b.cdrId}, amount = ${b.amount}, billed_at = ${b.at}
      where session_id = ${b.sessionId} returning company_id`,
  );

/** Its bill was credited: it no longer counts. */
export const creditCharge = (tx: Tx, sessionId: string) =>
  sql`update company_charge set amount = 0 where session_id = ${sessionId}`.execute(tx);

/** Paise billed since the start of a month, from running totals, and what charges under way may cost; of the whole company and of one driver. */
export type Spent = { billed: bigint; open: bigint; driver_billed: bigint; driver_open: bigint };

export const spentSince = async (
  on: Queryable,
  companyId: string,
  userId: string | null,
  since: Date,
  butSession: string | null,
): Promise<Spent> =>
  (await one(
    on,
    sql<Spent>`
      with billed as (
        select user_id, billed from company_month where company_id = ${companyId}
          and user_id in ('', ${userId}) and month >= (${since}::timestamptz at time zone 'Asia/Kolkata')::date
      ), open as (
        select user_id, may_cost from company_charge
        where company_id = ${companyId} and billed_at is null and dropped_at is null
          and session_id is distinct from ${butSession}
      )
      select
        (select coalesce(sum(billed), 0)::bigint from billed where user_id = '') as billed,
        (select coalesce(sum(may_cost), 0)::bigint from open) as open,
        (select coalesce(sum(billed), 0)::bigint from billed where user_id = ${userId}) as driver_billed,
        (select coalesce(sum(may_cost), 0)::bigint from open where user_id = ${userId}) as driver_open`,
  ))!;
