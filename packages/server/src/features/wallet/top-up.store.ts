import {
  one,
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../platform/database/database.ts";

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
): Promise<{ row: TopUpRow; made: boolean }> {
  const made = await one(
    tx,
    sql<TopUpRow>`
      insert into top_up (user_id, id, amount, status, idempotency_key, created_at)
      values (${t.userId}, ${t.id}, ${t.amount}, 'CREATED', ${t.key}, ${t.at})
      on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing returning *`,
  );
  if (made) return { row: made, made: true };
  return { row: (await findTopUpByKey(tx, t.userId, t.key!))!, made: false };
}

export const findTopUpByKey = (on: Queryable, userId: string, key: string) =>
  one(
    on,
    sql<TopUpRow>`select * from top_up where user_id = ${userId} and idempotency_key = ${key}`,
  );

/** Paise of top-ups that are being paid: authorised, or begun after `since`. */
export const sumOfOpenTopUps = async (
  on: Queryable,
  userId: string,
  since: Date,
): Promise<bigint> =>
  (await one(
    on,
    sql<{ sum: bigint }>`
      select coalesce(sum(amount), 0)::bigint as sum from top_up
      where user_id = ${userId} and (status = 'PROCESSING' or status = 'CREATED' and created_at > ${since}) ${planKept}`,
  ))!.sum;

/**
 * Stores an order of a top-up. The first one stays the shown one: a driver may be paying it already. The look-up by
 * order is a statement of its own, as in a distributed database it lies on another machine than the top-up.
 */
export async function nameOrder(
  tx: Tx,
  userId: string,
  id: string,
  orderId: string,
): Promise<TopUpRow | null> {
  await sql`insert into payment_order (order_id, user_id, top_up_id) values (${orderId}, ${userId}, ${id})
    on conflict do nothing`.execute(tx);
  return one(
    tx,
    sql<TopUpRow>`update top_up set order_id = coalesce(order_id, ${orderId})
      where user_id = ${userId} and id = ${id} returning *`,
  );
}

/** Every order that was made for a top-up. */
export const ordersOf = async (on: Queryable, userId: string, id: string): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ order_id: string }>`
        select order_id from payment_order where user_id = ${userId} and top_up_id = ${id} order by order_id`,
    )
  ).map(({ order_id }) => order_id);

/** Claims asking the provider about an open top-up. False: it was asked after `before`. */
export const noteAsked = async (
  on: Queryable,
  t: { userId: string; id: string; at: Date; before: Date },
): Promise<boolean> =>
  (await one(
    on,
    sql`update top_up set asked_at = ${t.at}
        where user_id = ${t.userId} and id = ${t.id} and (asked_at is null or asked_at <= ${t.before})
        returning id`,
  )) !== null;

export const findTopUp = (on: Queryable, userId: string, id: string) =>
  one(on, sql<TopUpRow>`select * from top_up where user_id = ${userId} and id = ${id}`);

/** By its id alone, as the staff name it. */
export const findTopUpById = (on: Queryable, id: string) =>
  one(on, sql<TopUpRow>`select * from top_up where id = ${id}`);

const driverOf = (on: Queryable, orderId: string) =>
  one(
    on,
    sql<{ user_id: string; top_up_id: string }>`
      select user_id, top_up_id from payment_order where order_id = ${orderId}`,
  );

/** By any of its orders. */
export async function findTopUpByOrder(on: Queryable, orderId: string): Promise<TopUpRow | null> {
  const at = await driverOf(on, orderId);
  return at && findTopUp(on, at.user_id, at.top_up_id);
}

export async function lockTopUpByOrder(tx: Tx, orderId: string): Promise<TopUpRow | null> {
  const at = await driverOf(tx, orderId);
  if (!at) return null;
  const { user_id, top_up_id } = at;
  return one(
    tx,
    sql<TopUpRow>`select * from top_up where user_id = ${user_id} and id = ${top_up_id} for update`,
  );
}

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
