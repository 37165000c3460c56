import type { SharedTrip, TripPlan } from "@voltmarg/contract";
import type { DrivingStyle } from "@voltmarg/rules";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type TripRow = {
  id: string;
  name: string | null;
  plan: TripPlan;
  share_key: string | null;
  created_at: Date;
  /** What the plan was made for; null: made by an earlier release. */
  vehicle_id: string | null;
  charge_percent: number | null;
  style: DrivingStyle | null;
  planned_at: Date;
  begun_at: Date | null;
  ends_at: Date | null;
  /** Notifications about its stops since it was begun. */
  warned: number;
};
/** A plan with what it was made for. */
export type NewPlan = {
  plan: TripPlan;
  vehicleId: string;
  chargePercent: number;
  style: DrivingStyle;
};
/** What the driver calls start and destination for whoever has the link; null: nothing. */
export type ShareNames = { start: string | null; end: string | null };
export type ShareRow = {
  key: string;
  user_id: string;
  trip_id: string;
  start_name: string | null;
  end_name: string | null;
  /** What the link shows of the plan that was made then, without these names; null: nobody has looked yet. */
  shown: SharedTrip | null;
  shown_of: Date | null;
};

const columns = sql.raw(
  `id, name, plan, share_key, created_at, vehicle_id, charge_percent, style,
    coalesce(planned_at, created_at) as planned_at, begun_at, ends_at, warned`,
);
/** A trip whose time is over is not under way, although nobody ended it. */
const isUnderWay = (now: Date) => sql`coalesce(ends_at > ${now}::timestamptz, false)`;

/** Writes to a driver's trips wait for each other, so that the limits hold. */
export const lockTrips = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 19))`.execute(tx);

export const insertTrip = (
  tx: Tx,
  userId: string,
  { id, plan, vehicleId, chargePercent, style, at }: NewPlan & { id: string; at: Date },
) =>
  sql`insert into trip (user_id, id, plan, created_at, vehicle_id, charge_percent, style, planned_at)
      values (${userId}, ${id}, ${JSON.stringify(plan)}::jsonb, ${at}, ${vehicleId}, ${chargePercent}, ${style}, ${at})`.execute(
    tx,
  );

export const replacePlan = (
  tx: Tx,
  userId: string,
  { id, plan, vehicleId, chargePercent, style, at }: NewPlan & { id: string; at: Date },
) =>
  sql`update trip set plan = ${JSON.stringify(plan)}::jsonb, vehicle_id = ${vehicleId},
        charge_percent = ${chargePercent}, style = ${style}, planned_at = ${at}
      where user_id = ${userId} and id = ${id}`.execute(tx);

export const listTrips = (on: Queryable, userId: string, now: Date) =>
  rows(
    on,
    sql<TripRow>`select ${columns} from trip where user_id = ${userId}
      order by ${isUnderWay(now)} desc, created_at desc, id desc`,
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
  sql`update trip set name = ${row.name}, share_key = ${row.share_key}, begun_at = ${row.begun_at},
        ends_at = ${row.ends_at}, warned = ${row.warned}
      where user_id = ${userId} and id = ${row.id}`.execute(tx);

/** Ends whatever other trip of the driver is under way. */
export const endOthers = (tx: Tx, userId: string, id: string) =>
  sql`update trip set begun_at = null, ends_at = null
      where user_id = ${userId} and id <> ${id} and begun_at is not null`.execute(tx);

export const removeTrip = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<TripRow>`delete from trip where user_id = ${userId} and id = ${id} returning ${columns}`,
  );

/** Removes the oldest trips without a name beyond so many, never one under way; returns the keys of their links. */
export const removeOldest = async (
  tx: Tx,
  userId: string,
  most: number,
  now: Date,
): Promise<string[]> => {
  const gone = await rows(
    tx,
    sql<{ share_key: string | null }>`
      delete from trip where user_id = ${userId} and id in (
        select id from trip where user_id = ${userId} and name is null and not ${isUnderWay(now)}
        order by created_at desc, id desc offset ${most})
      returning share_key`,
  );
  return gone.flatMap(({ share_key }) => share_key ?? []);
};

/** What the driver said of the battery for the last plan that is not ahead, and of which vehicle. */
export const lastAsked = (on: Queryable, userId: string, now: Date) =>
  one(
    on,
    sql<{ vehicle_id: string; percent: number; at: Date }>`
      select vehicle_id, charge_percent as percent, (plan ->> 'departs_at')::timestamptz as at from trip
      where user_id = ${userId} and vehicle_id is not null and charge_percent is not null
        and (plan ->> 'departs_at')::timestamptz <= ${now}
      order by planned_at desc, id desc limit 1`,
  );

/** A link, or other names for one that is there; a name that is not given stays. */
export const putShare = (
  tx: Tx,
  share: { key: string; userId: string; tripId: string; at: Date } & ShareNames,
) =>
  sql`insert into trip_share (key, user_id, trip_id, created_at, start_name, end_name)
      values (${share.key}, ${share.userId}, ${share.tripId}, ${share.at}, ${share.start}, ${share.end})
      on conflict (key) do update set start_name = coalesce(excluded.start_name, trip_share.start_name),
        end_name = coalesce(excluded.end_name, trip_share.end_name)`.execute(tx);

export const removeShare = (tx: Tx, key: string) =>
  sql`delete from trip_share where key = ${key}`.execute(tx);

export const findShare = (on: Queryable, key: string) =>
  one(
    on,
    sql<ShareRow>`
      select key, user_id, trip_id, start_name, end_name, shown, shown_of from trip_share where key = ${key}`,
  );

export const keepShown = (
  on: Queryable,
  { key, shown, shownOf }: { key: string; shown: SharedTrip; shownOf: Date },
) =>
  sql`update trip_share set shown = ${JSON.stringify(shown)}::jsonb, shown_of = ${shownOf}
      where key = ${key}`.execute(on);
