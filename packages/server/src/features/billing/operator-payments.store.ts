import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type OperatorPayment = { utr: string; paid_on: string; amount: bigint; at: Date };

/** What the idempotency key of a payment ends with when it is taken back. */
export const TAKEN_BACK = ":taken-back";

/** Paise of a payment; null: there is none of that key. */
export const amountOfPayment = async (
  on: Queryable,
  owner: string,
  key: string,
): Promise<bigint | null> =>
  (
    await one(
      on,
      sql<{ amount: bigint }>`
        select amount[1] as amount from ledger_transfer where scope = ${owner} and idem = ${key} and kind = 'PAYMENT'`,
    )
  )?.amount ?? null;

/** What was paid to an operator for a month and not taken back; `key` is what their idempotency keys begin with. */
export const paymentsOf = (on: Queryable, owner: string, key: string) =>
  rows(
    on,
    sql<OperatorPayment>`
      select split_part(substr(t.idem, length(${key}) + 1), ':', 1) as utr, right(t.reason, 10) as paid_on, t.at, (
          select sum(amount)::bigint from unnest(t.amount) amount) as amount
      from ledger_transfer t
      where t.scope = ${owner} and t.kind = 'PAYMENT' and starts_with(t.idem, ${key}) and not t.idem like ${`%${TAKEN_BACK}`}
        and not exists (select from ledger_transfer r where r.scope = t.scope and r.idem = t.idem || ${TAKEN_BACK})
      order by t.at, t.id`,
  );

/** Two payments to one operator wait for each other; its bills do not. */
export const lockOperator = (tx: Tx, id: string) =>
  sql`select from operator where id = ${id} for no key update`.execute(tx);

/** Paise that are owed to an operator for certain, over all months. */
export const payableTo = async (on: Queryable, owner: string): Promise<bigint> =>
  (await one(
    on,
    sql<{ owed: bigint }>`
      select coalesce(sum(case when destination_owner = ${owner} and destination_kind = 'payable' then amount else 0 end)
        - sum(case when source_owner = ${owner} and source_kind = 'payable' then amount else 0 end), 0)::bigint as owed
      from ledger_posting where scope = ${owner}`,
  ))!.owed;
