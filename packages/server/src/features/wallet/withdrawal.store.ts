import {
  one,
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../platform/database/database.ts";

/** A payment with what may still go back to it, in paise. */
export type Source = { payment_id: string; source: string; left: bigint };

export type RefundRow = {
  user_id: string;
  id: string;
  withdrawal_id: string;
  payment_id: string;
  amount: bigint;
  status: "REQUESTED" | "SENT" | "DONE" | "FAILED";
  refund_id: string | null;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
  /** The failed refund that this one tries again. */
  retry_of: string | null;
  /** The payment as shown to the driver. */
  source: string;
};

export type WithdrawalRow = {
  user_id: string;
  id: string;
  amount: bigint;
  asked: bigint | null;
  cause: "REQUEST" | "CLOSURE";
  created_at: Date;
};

/** What may still go back to a payment `p`: less what was refunded, what is under dispute and what disputes took. */
const leftOf = sql`
  p.amount - coalesce((
    select sum(r.amount) from withdrawal_refund r
    where r.user_id = p.user_id and r.payment_id = p.payment_id and r.status <> 'FAILED'), 0)
  - p.disputed`;

/** Newest first. Under the driver's lock, so that nothing else changes what is left. */
export const openSources = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<Source>`
      select p.payment_id, p.source, (${leftOf})::bigint as left from wallet_payment p
      where p.user_id = ${userId} and p.closed_at is null and ${leftOf} > 0
      order by p.credited_at desc, p.payment_id desc`,
  );

/** What may still go back to a payment, also to one that a refund failed for. Under the driver's lock. */
export const sourceOf = (on: Queryable, userId: string, paymentId: string) =>
  one(
    on,
    sql<Source>`
      select p.payment_id, p.source, greatest(0, ${leftOf})::bigint as left from wallet_payment p
      where p.user_id = ${userId} and p.payment_id = ${paymentId}`,
  );

/** What of a failed refund came back into the wallet. */
export const returnedOf = async (on: Queryable, userId: string, id: string): Promise<bigint> =>
  (
    await one(
      on,
      sql<{ amount: bigint }>`
        select amount[1] as amount from ledger_transfer
        where scope = ${userId} and idem = ${`refund:${id}`} and kind = 'WITHDRAWAL_RETURNED'`,
    )
  )?.amount ?? 0n;

/** The refund that tried a failed one again. */
export const findRetry = (on: Queryable, userId: string, id: string) =>
  one(
    on,
    sql<{ id: string; amount: bigint }>`
      select id, amount from withdrawal_refund where user_id = ${userId} and retry_of = ${id}`,
  );

/** Stores a credited payment, once. */
export const putPayment = (
  tx: Tx,
  p: {
    userId: string;
    paymentId: string;
    topUpId: string;
    amount: bigint;
    source: string;
    upiApp: string | null;
    at: Date;
  },
) =>
  sql`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, upi_app, credited_at)
      values (${p.userId}, ${p.paymentId}, ${p.topUpId}, ${p.amount}, ${p.source}, ${p.upiApp}, ${p.at})
      on conflict do nothing`.execute(tx);

export const newestPayment = (on: Queryable, userId: string) =>
  one(
    on,
    sql<{ source: string; upi_app: string | null }>`
      select source, upi_app from wallet_payment where user_id = ${userId}
      order by credited_at desc, payment_id desc limit 1 ${planKept}`,
  );

/** Whether a payment was credited to this driver. */
export const isCredited = async (
  on: Queryable,
  userId: string,
  paymentId: string,
): Promise<boolean> =>
  (await one(
    on,
    sql`select 1 from wallet_payment where user_id = ${userId} and payment_id = ${paymentId}`,
  )) !== null;

export const closePayment = (tx: Tx, userId: string, paymentId: string, at: Date) =>
  sql`update wallet_payment set closed_at = coalesce(closed_at, ${at})
      where user_id = ${userId} and payment_id = ${paymentId}`.execute(tx);

export const reopenPayment = (tx: Tx, userId: string, paymentId: string) =>
  sql`update wallet_payment set closed_at = null
      where user_id = ${userId} and payment_id = ${paymentId}`.execute(tx);

export const findByWithdrawalKey = (on: Queryable, userId: string, key: string) =>
  one(
    on,
    sql<WithdrawalRow>`select * from withdrawal where user_id = ${userId} and idempotency_key = ${key}`,
  );

export const insertWithdrawal = (tx: Tx, w: WithdrawalRow, key: string | null) =>
  sql`insert into withdrawal (user_id, id, amount, asked, cause, idempotency_key, created_at)
      values (${w.user_id}, ${w.id}, ${w.amount}, ${w.asked}, ${w.cause}, ${key}, ${w.created_at})`.execute(
    tx,
  );

export const insertRefund = (
  tx: Tx,
  r: Pick<
    RefundRow,
    "user_id" | "id" | "withdrawal_id" | "payment_id" | "amount" | "created_at" | "retry_of"
  >,
) =>
  sql`insert into withdrawal_refund (user_id, id, withdrawal_id, payment_id, amount, status, created_at, retry_of)
      values (${r.user_id}, ${r.id}, ${r.withdrawal_id}, ${r.payment_id}, ${r.amount}, 'REQUESTED', ${r.created_at},
        ${r.retry_of})`.execute(tx);

const refundSelect = sql`
  select r.*, p.source from withdrawal_refund r
    join wallet_payment p on p.user_id = r.user_id and p.payment_id = r.payment_id`;

export const findRefund = (on: Queryable, userId: string, id: string) =>
  one(on, sql<RefundRow>`${refundSelect} where r.user_id = ${userId} and r.id = ${id}`);

/** By the receipt in a provider's notice. */
export const findRefundByReceipt = (on: Queryable, id: string) =>
  one(on, sql<RefundRow>`${refundSelect} where r.id = ${id}`);

export const lockRefund = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<RefundRow>`${refundSelect} where r.user_id = ${userId} and r.id = ${id} for update of r`,
  );

export const setRefund = (
  tx: Tx,
  r: {
    userId: string;
    id: string;
    status: RefundRow["status"];
    refundId: string | null;
    failure: string | null;
    settledAt: Date | null;
  },
) =>
  sql`update withdrawal_refund set status = ${r.status}, refund_id = coalesce(${r.refundId}, refund_id),
        failure = ${r.failure}, settled_at = ${r.settledAt}
      where user_id = ${r.userId} and id = ${r.id}`.execute(tx);

export const listWithdrawalRows = (
  on: Queryable,
  userId: string,
  page: { offset: number; limit: number },
) =>
  rows(
    on,
    sql<WithdrawalRow>`select * from withdrawal where user_id = ${userId}
                       order by id desc offset ${page.offset} limit ${page.limit}`,
  );

export const countWithdrawals = async (on: Queryable, userId: string): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from withdrawal where user_id = ${userId}`,
  ))!.n;

export const refundsOfWithdrawals = (on: Queryable, userId: string, ids: readonly string[]) =>
  rows(
    on,
    sql<RefundRow>`${refundSelect} where r.user_id = ${userId} and r.withdrawal_id = any(${ids})
                   order by r.created_at, p.credited_at desc, r.id`,
  );

/** `lapses`: goodwill does, once and for all. */
export const putClosure = (tx: Tx, userId: string, { at, lapses }: { at: Date; lapses: boolean }) =>
  sql`insert into wallet_closure as c (user_id, at, lapses) values (${userId}, ${at}, ${lapses})
      on conflict (user_id) do update set lapses = c.lapses or excluded.lapses`.execute(tx);

export const removeClosure = (tx: Tx, userId: string) =>
  sql`delete from wallet_closure where user_id = ${userId}`.execute(tx);

export const isClosed = async (on: Queryable, userId: string): Promise<boolean> =>
  (await one(on, sql`select 1 from wallet_closure where user_id = ${userId}`)) !== null;

export const lapses = async (on: Queryable, userId: string): Promise<boolean> =>
  (await one(on, sql`select 1 from wallet_closure where user_id = ${userId} and lapses`)) !== null;

/** Closed wallets with money that can be refunded to a payment, or with goodwill that lapses, oldest first. */
export const listClosedWithMoney = async (on: Queryable, least: bigint): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ user_id: string }>`
        select c.user_id from wallet_closure c join ledger_wallet w on w.owner = c.user_id
        where w.wallet + w.overdraft >= ${least}
            and exists (select from wallet_payment p where p.user_id = c.user_id and p.closed_at is null)
          or c.lapses and w.goodwill > 0 and w.wallet > 0
        order by c.at`,
    )
  ).map(({ user_id }) => user_id);
