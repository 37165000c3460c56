import { one, planKept, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import type { Dispute } from "./razorpay.ts";

export type DisputeRow = {
  user_id: string | null;
  amount: bigint;
  /** Paise; null: nothing was booked yet. */
  set_aside: bigint | null;
  /** Paise that the payment provider took for good; null: not decided. */
  loss: bigint | null;
};

/** The driver whose payment it was; null: the payment fits no order of ours. */
export const payerOf = async (on: Queryable, paymentId: string): Promise<string | null> =>
  (
    await one(
      on,
      sql<{ user_id: string }>`select user_id from wallet_payment where payment_id = ${paymentId}`,
    )
  )?.user_id ?? null;

/** Stores what the provider says of a dispute, and answers what is booked of it. */
export const putDispute = async (
  tx: Tx,
  userId: string | null,
  dispute: Dispute,
  at: Date,
): Promise<DisputeRow> => {
  const { id, payment_id, amount, status, respond_by } = dispute;
  const until = respond_by ? new Date(respond_by * 1000) : null;
  const row = await one(
    tx,
    sql<DisputeRow>`
      insert into payment_dispute (id, payment_id, user_id, amount, status, body, received_at, respond_by)
      values (${id}, ${payment_id}, ${userId}, ${amount}, ${status}, ${JSON.stringify(dispute)}, ${at}, ${until})
      on conflict (id) do update set status = excluded.status, body = excluded.body, respond_by = excluded.respond_by,
        user_id = coalesce(payment_dispute.user_id, excluded.user_id)
      returning user_id, amount, set_aside, loss`,
  );
  return row!;
};

/** Paise of a driver that open disputes have set aside. */
export const setAsideOf = async (on: Queryable, userId: string): Promise<bigint> =>
  (await one(
    on,
    sql<{ aside: bigint }>`
      select coalesce(sum(set_aside), 0)::bigint as aside from payment_dispute
      where user_id = ${userId} and loss is null ${planKept}`,
  ))!.aside;

export const setDisputeAside = (tx: Tx, id: string, aside: bigint) =>
  sql`update payment_dispute set set_aside = ${aside} where id = ${id}`.execute(tx);

/** So many paise more, or less, of a payment take no refund. */
export const addDisputed = (tx: Tx, userId: string, paymentId: string, amount: bigint) =>
  sql`update wallet_payment set disputed = disputed + ${amount}
      where user_id = ${userId} and payment_id = ${paymentId}`.execute(tx);

export const endDispute = (tx: Tx, id: string, loss: bigint) =>
  sql`update payment_dispute set loss = ${loss} where id = ${id}`.execute(tx);
