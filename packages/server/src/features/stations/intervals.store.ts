import { rows, sql, type Queryable } from "../../platform/database/database.ts";

/** A state that lasted less says nothing; a plug that flaps is not known. */
export const SHORTEST_S = 60;

/** Keeps the states that the CTE of this name says have ended; a part of the statement that wrote the EVSEs. */
export const keepIntervals = (from: "moved" | "lost" | "gone") => sql`
  insert into evse_state_interval (location_id, evse_uid, state, began, ended)
  select location_id, uid, was, began, ended from ${sql.raw(from)}
  where moved and was is not null and ended - began >= ${SHORTEST_S} * interval '1 second'`;

/** Adds a local day to the hours of the week, once. Returns how many hours of EVSEs it had. */
export const addEvseHours = async (
  on: Queryable,
  day: string,
  at: Date,
  of: { heardForSeconds: number; homeZone: string },
): Promise<number> =>
  (
    await rows(
      on,
      sql<{ added: number }>`
        select add_evse_hours(${day}::date, ${at}, ${of.heardForSeconds} * interval '1 second', ${of.homeZone}) as added`,
    )
  )[0]!.added;

/** Of the last days of which an hour of EVSEs is known, ten at most, on how many one of them was free. */
export const freeAtHour = async (
  on: Queryable,
  of: { locationId: string; evseUids: readonly string[]; hour: number },
): Promise<{ free: number; of: number }> =>
  (
    await rows(
      on,
      sql<{ free: number; of: number }>`
        select count(*) filter (where is_free)::int as free, count(*)::int as of from (
          select bool_or(free_hours >> ${of.hour} & 1 = 1) as is_free from evse_day
          where location_id = ${of.locationId} and evse_uid = any(${of.evseUids})
          group by day
          having bool_or(free_hours >> ${of.hour} & 1 = 1) or bool_and(known_hours >> ${of.hour} & 1 = 1)
          order by day desc limit 10) d`,
    )
  )[0]!;

/**
 * How much of an hour of the week each EVSE was in use, 0 to 1 of what it was free or in use, newer weeks for more. Only
 * those of which at least so many weeks are known. Hour 0: the first of Monday, local time.
 */
export const usedAtHours = async (
  on: Queryable,
  at: readonly { locationId: string; evseUid: string; hourOfWeek: number }[],
  leastWeeks: number,
): Promise<{ locationId: string; evseUid: string; share: number }[]> =>
  rows(
    on,
    sql`select h.location_id as "locationId", h.evse_uid as "evseUid", h.used_s / (h.free_s + h.used_s) as share
      from unnest(${at.map((one) => one.locationId)}::text[], ${at.map((one) => one.evseUid)}::text[],
          ${at.map((one) => one.hourOfWeek)}::smallint[]) as a (location_id, evse_uid, hour_of_week)
        join evse_hour h using (location_id, evse_uid, hour_of_week)
      where h.days >= ${leastWeeks} and h.free_s + h.used_s > 0`,
  );

/** Counts days as added, of which not all was recorded. */
export const leaveOutDays = (on: Queryable, from: string, upTo: string) =>
  sql`insert into evse_hour_day select generate_series(${from}::date, ${upTo}::date, '1 day')::date
    on conflict do nothing`.execute(on);

/** The days since `oldest` that were added or left out. */
export const daysAdded = async (on: Queryable, oldest: string): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        on,
        sql<{
          day: string;
        }>`select day::text as day from evse_hour_day where day >= ${oldest}::date`,
      )
    ).map(({ day }) => day),
  );

/** Drops the months of intervals that ended before an instant. Returns the names of their partitions. */
export const dropIntervalMonths = async (on: Queryable, before: Date): Promise<string[]> =>
  (await rows(on, sql<{ part: string }>`select drop_interval_months(${before}) as part`)).map(
    ({ part }) => part,
  );
