import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

/** LOST: no plug that fits works. TAKEN: all that work are in use shortly before the arrival. */
export type Trouble = "LOST" | "TAKEN";

/** A planned stop of a trip under way. */
export type StopWatch = {
  user_id: string;
  trip_id: string;
  nth: number;
  location_id: string;
  arrives_at: Date;
  until_at: Date;
  seen_mark: number;
  trouble: Trouble | null;
  lost_at: Date | null;
  taken_at: Date | null;
};

const columns = sql.raw(
  "user_id, trip_id, nth, location_id, arrives_at, until_at, seen_mark, trouble, lost_at, taken_at",
);

export const stopsOfTrip = (on: Queryable, userId: string, tripId: string) =>
  rows(
    on,
    sql<StopWatch>`select ${columns} from trip_stop_watch
      where user_id = ${userId} and trip_id = ${tripId} order by nth`,
  );

export const insertStops = (tx: Tx, stops: readonly StopWatch[]) =>
  sql`insert into trip_stop_watch (${columns})
      select ${columns} from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as given (user_id text, trip_id text,
        nth int, location_id text, arrives_at timestamptz, until_at timestamptz, seen_mark float8, trouble text,
        lost_at timestamptz, taken_at timestamptz)`.execute(tx);

/** Of all trips of a driver: one at most is under way. */
export const removeStops = (tx: Tx, userId: string) =>
  sql`delete from trip_stop_watch where user_id = ${userId}`.execute(tx);

/** Those that lie behind. */
export const removePassed = (tx: Tx, { user_id, trip_id }: StopWatch, upTo: number) =>
  sql`delete from trip_stop_watch
      where user_id = ${user_id} and trip_id = ${trip_id} and nth <= ${upTo}`.execute(tx);

export const findStop = (tx: Tx, { user_id, trip_id, nth }: StopWatch) =>
  one(
    tx,
    sql<StopWatch>`select ${columns} from trip_stop_watch
      where user_id = ${user_id} and trip_id = ${trip_id} and nth = ${nth}`,
  );

export const saveStop = (tx: Tx, stop: StopWatch) =>
  sql`update trip_stop_watch set seen_mark = ${stop.seen_mark}, trouble = ${stop.trouble},
        lost_at = ${stop.lost_at}, taken_at = ${stop.taken_at}
      where user_id = ${stop.user_id} and trip_id = ${stop.trip_id} and nth = ${stop.nth}`.execute(
    tx,
  );

/** Those that were looked at without news. */
export const markSeen = async (
  on: Queryable,
  stops: readonly StopWatch[],
  seen: number,
): Promise<void> => {
  if (stops.length === 0) return;
  const { location_id } = stops[0]!;
  await sql`update trip_stop_watch set seen_mark = ${seen}
    where location_id = ${location_id} and user_id = any(${stops.map(({ user_id }) => user_id)})`.execute(
    on,
  );
};

// Each commit of a change raises it, in whatever order changes of several EVSEs are committed.
const mark = sql`
  (select l.version + coalesce((select sum(e.version) from evse e where e.location_id = l.id), 0)
   from location l where l.id = at.location_id)::float8`;

/** A stop with what its trip is made for. */
export type StopOfTrip = StopWatch & { vehicle_id: string | null; begun_at: Date };

/** The stops of trips under way at a station, with its mark now. */
export const stopsAt = (on: Queryable, locationId: string, now: Date) =>
  rows(
    on,
    sql<StopOfTrip & { mark: number | null }>`
      select at.*, t.vehicle_id, t.begun_at, ${mark} as mark
      from trip_stop_watch at join trip t on t.user_id = at.user_id and t.id = at.trip_id
      where at.location_id = ${locationId} and at.until_at > ${now} and t.ends_at > ${now}
      order by at.user_id, at.nth`,
  );

/** Every watched station: until when it is watched, and whether it has changed since it was last read. */
export const watchedStations = (on: Queryable, now: Date) =>
  rows(
    on,
    sql<{ location_id: string; until_at: Date; is_behind: boolean }>`
      with at as (
        select location_id, max(until_at) as until_at, min(seen_mark) as least, max(seen_mark) as most
        from trip_stop_watch where until_at > ${now} group by location_id)
      select location_id, until_at, coalesce(least <> ${mark} or most <> ${mark}, false) as is_behind from at`,
  );
