import { one, sql, type Queryable, type Tx } from "../../platform/database.ts";

export type TopUpRow = {
  user_id: string;
  id: string;
  amount: bigint;
  order_id: string | null;
  status: "CREATED" | "PROCESSING" | "CREDITED" | "FAILED";
  payment_id: string | null;
  created_at: Date;
  settled_at: Date | null;
};

/** The new row, or the one this key made before. */
export async function putTopUp(
  tx: Tx,
  t: { userId: string; id: string; amount: bigint; key: string | null; at: Date },
): Promise<TopUpRow> {
  const made = await one(
    tx,
    sql<TopUpRow>`
      insert into top_up (user_id, id, amount, status, idempotency_key, created_at)
      values (${t.userId}, ${t.id}, ${t.amount}, 'CREATED', ${t.key}, ${t.at})
      on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing returning *`,
  );
  return (
    made ??
    (await one(
      tx,
      sql<TopUpRow>`select * from top_up where user_id = ${t.userId} and idempotency_key = ${t.key}`,
    ))!
  );
}

export const nameOrder = (on: Queryable, userId: string, id: string, orderId: string) =>
  one(
    on,
    sql<TopUpRow>`update top_up set order_id = ${orderId} where user_id = ${userId} and id = ${id} returning *`,
  );

export const findTopUp = (on: Queryable, userId: string, id: string) =>
  one(on, sql<TopUpRow>`select * from top_up where user_id = ${userId} and id = ${id}`);

export const findTopUpByOrder = (on: Queryable, orderId: string) =>
  one(on, sql<TopUpRow>`select * from top_up where order_id = ${orderId}`);

export const lockTopUpByOrder = (tx: Tx, orderId: string) =>
  one(tx, sql<TopUpRow>`select * from top_up where order_id = ${orderId} for update`);

export const setTopUp = (
  tx: Tx,
  t: {
    userId: string;
    id: string;
    status: TopUpRow["status"];
    paymentId: string | null;
    settledAt: Date | null;
  },
) =>
  sql`update top_up set status = ${t.status}, payment_id = coalesce(${t.paymentId}, payment_id),
      settled_at = coalesce(${t.settledAt}, settled_at)
      where user_id = ${t.userId} and id = ${t.id}`.execute(tx);

export const failProcessing = (on: Queryable, userId: string, id: string) =>
  sql`update top_up set status = 'FAILED' where user_id = ${userId} and id = ${id} and status = 'PROCESSING'`.execute(
    on,
  );

/** True the first time a provider's event arrives. */
export const receiveEvent = async (
  tx: Tx,
  source: string,
  key: string,
  hash: string,
  at: Date,
): Promise<boolean> =>
  (await one(
    tx,
    sql`insert into inbox (source, key, body_hash, received_at) values (${source}, ${key}, ${hash}, ${at})
        on conflict do nothing returning key`,
  )) !== null;
