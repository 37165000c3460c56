import type { TripPlan } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type TripRow = {
  id: string;
  name: string | null;
  plan: TripPlan;
  share_key: string | null;
  created_at: Date;
};
const columns = sql.raw("id, name, plan, share_key, created_at");

/** Writes to a driver's trips wait for each other, so that the limits hold. */
export const lockTrips = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 19))`.execute(tx);

export const insertTrip = (
  tx: Tx,
  userId: string,
  { id, plan, at }: { id: string; plan: TripPlan; at: Date },
) =>
  sql`insert into trip (user_id, id, plan, created_at)
      values (${userId}, ${id}, ${JSON.stringify(plan)}::jsonb, ${at})`.execute(tx);

export const listTrips = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<TripRow>`select ${columns} from trip where user_id = ${userId} order by created_at desc, id desc`,
  );

export const findTrip = (on: Queryable, userId: string, id: string) =>
  one(on, sql<TripRow>`select ${columns} from trip where user_id = ${userId} and id = ${id}`);

export const countNamed = async (on: Queryable, userId: string): Promise<number> =>
  (await one(
    on,
    sql<{ count: number }>`
      select count(*)::int as count from trip where user_id = ${userId} and name is not null`,
  ))!.count;

export const updateTrip = (tx: Tx, userId: string, row: TripRow) =>
  sql`update trip set name = ${row.name}, share_key = ${row.share_key}
      where user_id = ${userId} and id = ${row.id}`.execute(tx);

export const removeTrip = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<TripRow>`delete from trip where user_id = ${userId} and id = ${id} returning ${columns}`,
  );

/** Removes the oldest trips without a name beyond so many; returns the keys of their links. */
export const removeOldest = async (tx: Tx, userId: string, most: number): Promise<string[]> => {
  const gone = await rows(
    tx,
    sql<{ share_key: string | null }>`
      delete from trip where user_id = ${userId} and id in (
        select id from trip where user_id = ${userId} and name is null
        order by created_at desc, id desc offset ${most})
      returning share_key`,
  );
  return gone.flatMap(({ share_key }) => share_key ?? []);
};

export const insertShare = (
  tx: Tx,
  share: { key: string; userId: string; tripId: string; at: Date },
) =>
  sql`insert into trip_share (key, user_id, trip_id, created_at)
      values (${share.key}, ${share.userId}, ${share.tripId}, ${share.at})`.execute(tx);

export const removeShare = (tx: Tx, key: string) =>
  sql`delete from trip_share where key = ${key}`.execute(tx);

export const findShare = (on: Queryable, key: string) =>
  one(
    on,
    sql<{ user_id: string; trip_id: string }>`
      select user_id, trip_id from trip_share where key = ${key}`,
  );
