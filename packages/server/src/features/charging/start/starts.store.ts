import type { VehicleCharge } from "@voltmarg/rules";
import { one, planKept, rows, sql, type Queryable } from "../../../platform/database/database.ts";

/**
 * Starts at a location since an instant: those that became a session, and those that failed by the charger's or its
 * operator's fault. A plug that was not plugged in or was occupied, or a cancelled start, says nothing about the charger.
 */
export const startsAt = (on: Queryable, locationId: string, since: Date) =>
  rows(
    on,
    sql<{ user_id: string; evse_uid: string; at: Date; failed: boolean }>`
      select user_id, snapshot ->> 'evse_uid' as evse_uid, requested_at as at, failure is not null as failed from session
      where snapshot -> 'location' ->> 'id' = ${locationId} and requested_at >= ${since}
        and (start_at is not null or failure ->> 'code' in ('REJECTED', 'OUT_OF_ORDER', 'NO_ANSWER', 'UNREACHABLE', 'FAILED'))`,
  );

/** The same at each of several locations. */
export const startsAtEach = (on: Queryable, locationIds: readonly string[], since: Date) =>
  rows(
    on,
    sql<{ location_id: string; user_id: string; evse_uid: string; at: Date; failed: boolean }>`
      select snapshot -> 'location' ->> 'id' as location_id, user_id, snapshot ->> 'evse_uid' as evse_uid,
        requested_at as at, failure is not null as failed from session
      where snapshot -> 'location' ->> 'id' = any(${locationIds}) and requested_at >= ${since}
        and (start_at is not null or failure ->> 'code' in ('REJECTED', 'OUT_OF_ORDER', 'NO_ANSWER', 'UNREACHABLE', 'FAILED'))`,
  );

/** The ids of a driver's sessions at an operator that may begin or go on: neither over nor to be stopped. */
export const sessionsToRun = async (
  on: Queryable,
  userId: string,
  operatorId: string,
): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`select id from session
        where user_id = ${userId} and open and operator_id = ${operatorId} and stop_asked_at is null ${planKept}`,
    )
  ).map(({ id }) => id);

/** Those of several locations at which a driver asked to charge since an instant, and began to. */
export const chargedAt = async (
  on: Queryable,
  userId: string,
  locationIds: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rows(
        on,
        sql<{ id: string }>`
          select distinct snapshot -> 'location' ->> 'id' as id from session
          where user_id = ${userId} and requested_at >= ${since} and start_at is not null
            and snapshot -> 'location' ->> 'id' = any(${locationIds})`,
      )
    ).map(({ id }) => id),
  );

/** How full a driver's vehicle was, in percent, when its last charge ended whose operator said so. 0 is no charge known. */
export const lastCharged = (on: Queryable, userId: string, vehicleId: string) =>
  one(
    on,
    sql<{ percent: number; at: Date }>`
      select round(state_of_charge)::int as percent, end_at as at from session
      where user_id = ${userId} and snapshot -> 'vehicle' ->> 'id' = ${vehicleId} and end_at is not null
        and state_of_charge > 0 and state_of_charge <= 100
      order by requested_at desc limit 1`,
  );

/** A vehicle's charging sessions since then. kWh are null while one goes on, and where its operator withdrew it. */
export const chargesOf = async (
  on: Queryable,
  userId: string,
  vehicleId: string,
  sinceMs: number,
): Promise<VehicleCharge[]> =>
  (
    await rows(
      on,
      sql<{ start_at: Date; end_at: Date | null; kwh: number | null }>`
        select start_at, coalesce(end_at, case when not open then coalesce(news_at, start_at) end) as end_at,
          case when status = 'COMPLETED' then kwh end as kwh
        from session
        where user_id = ${userId} and snapshot -> 'vehicle' ->> 'id' = ${vehicleId} and start_at is not null
          and (open or coalesce(end_at, news_at, start_at) > ${new Date(sinceMs)})`,
    )
  ).map(({ start_at, end_at, kwh }) => ({
    startMs: start_at.getTime(),
    endMs: end_at?.getTime() ?? Infinity,
    kwh,
  }));

/** Whether a driver ever charged anywhere. */
export const hasCharged = async (on: Queryable, userId: string): Promise<boolean> =>
  (
    await rows(
      on,
      sql<object>`select 1 from session where user_id = ${userId} and kwh > 0 and status = 'COMPLETED' limit 1`,
    )
  ).length > 0;
