import type { CheckIn, ReportedCheckIn } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type CheckInRow = {
  user_id: string;
  id: string;
  location_id: string;
  evse_uid: string | null;
  /** Such as 2026-11-20, by the station's clock. */
  day: string;
  worked: boolean;
  reason: CheckIn["reason"];
  body: string;
  photo_id: string | null;
  vehicle: string | null;
  has_charged: boolean;
  created_at: Date;
  hidden_at: Date | null;
};
const columns = sql.raw(
  `user_id, id, location_id, evse_uid, day::text as day, worked, reason, body, photo_id, vehicle, has_charged,
   created_at, hidden_at`,
);

export const findOfDay = (tx: Tx, at: { userId: string; locationId: string; day: string }) =>
  one(
    tx,
    sql<CheckInRow>`select ${columns} from check_in
      where user_id = ${at.userId} and location_id = ${at.locationId} and day = ${at.day}`,
  );

export const countSince = async (tx: Tx, userId: string, since: Date): Promise<number> =>
  (await one(
    tx,
    sql<{
      n: number;
    }>`select count(*)::int as n from check_in where user_id = ${userId} and created_at > ${since}`,
  ))!.n;

/** The one of a driver, station and day: a later one replaces it, and stays hidden if it was. */
export const putCheckIn = async (tx: Tx, c: Omit<CheckInRow, "hidden_at">): Promise<CheckInRow> =>
  (await one(
    tx,
    sql<CheckInRow>`
      insert into check_in (user_id, id, location_id, evse_uid, day, worked, reason, body, photo_id, vehicle,
        has_charged, created_at)
      values (${c.user_id}, ${c.id}, ${c.location_id}, ${c.evse_uid}, ${c.day}, ${c.worked}, ${c.reason}, ${c.body},
        ${c.photo_id}, ${c.vehicle}, ${c.has_charged}, ${c.created_at})
      on conflict (user_id, location_id, day) do update set evse_uid = excluded.evse_uid, worked = excluded.worked,
        reason = excluded.reason, body = excluded.body, photo_id = excluded.photo_id, vehicle = excluded.vehicle,
        has_charged = excluded.has_charged, created_at = excluded.created_at
      returning ${columns}`,
  ))!;

export const listShown = (
  on: Queryable,
  locationId: string,
  since: Date,
  page: { page_no: number; page_size: number },
) =>
  rows(
    on,
    sql<CheckInRow & { total: number }>`
      select ${columns}, (count(*) over ())::int as total from check_in
      where location_id = ${locationId} and hidden_at is null and created_at > ${since}
      order by created_at desc, id limit ${page.page_size} offset ${page.page_no * page.page_size}`,
  );

export const findCheckIn = (on: Queryable, id: string) =>
  one(on, sql<CheckInRow>`select ${columns} from check_in where id = ${id}`);

/** An own one, and whether staff or other drivers have said something about it. */
export const findOwn = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<CheckInRow & { judged: boolean }>`select ${columns}, (hidden_at is not null or exists (
        select from check_in_report r where r.check_in_id = check_in.id)) as judged
      from check_in where user_id = ${userId} and id = ${id} for update`,
  );

export const removeOwn = (tx: Tx, userId: string, id: string) =>
  sql`delete from check_in where user_id = ${userId} and id = ${id}`.execute(tx);

/** Its words and photo go. That it is hidden, and what was said about it, stays. */
export const emptyOwn = (tx: Tx, userId: string, id: string, at: Date) =>
  sql`update check_in set body = '', photo_id = null, vehicle = null, hidden_at = coalesce(hidden_at, ${at})
      where user_id = ${userId} and id = ${id}`.execute(tx);

export const evidenceAt = (on: Queryable, locationId: string, since: Date) =>
  rows(
    on,
    sql<{
      user_id: string;
      evse_uid: string | null;
      at: Date;
      failed: boolean;
      has_charged: boolean;
      of_charger: boolean;
    }>`
      select user_id, evse_uid, created_at as at, not worked as failed, has_charged,
        coalesce(reason, '') not in ('OCCUPIED', 'CLOSED') as of_charger
      from check_in where location_id = ${locationId} and created_at > ${since} and hidden_at is null`,
  );

/** The same at each of several locations. */
export const evidenceAtEach = (on: Queryable, locationIds: readonly string[], since: Date) =>
  rows(
    on,
    sql<{
      location_id: string;
      user_id: string;
      evse_uid: string | null;
      at: Date;
      failed: boolean;
      has_charged: boolean;
      of_charger: boolean;
    }>`
      select location_id, user_id, evse_uid, created_at as at, not worked as failed, has_charged,
        coalesce(reason, '') not in ('OCCUPIED', 'CLOSED') as of_charger
      from check_in where location_id = any(${locationIds}) and created_at > ${since} and hidden_at is null`,
  );

export const putComplaint = (
  tx: Tx,
  c: { userId: string; checkInId: string; reason: string; at: Date },
) =>
  sql`insert into check_in_report (user_id, check_in_id, reason, created_at)
      values (${c.userId}, ${c.checkInId}, ${c.reason}, ${c.at})
      on conflict (user_id, check_in_id) do update set reason = excluded.reason`.execute(tx);

export const dropComplaints = (tx: Tx, checkInId: string) =>
  sql`delete from check_in_report where check_in_id = ${checkInId}`.execute(tx);

export const setHidden = (tx: Tx, row: CheckInRow, at: Date | null) =>
  sql`update check_in set hidden_at = ${at} where user_id = ${row.user_id} and id = ${row.id}`.execute(
    tx,
  );

export type ReportedRow = Omit<ReportedCheckIn, "text" | "created_at" | "hidden_at"> & {
  body: string;
  created_at: Date;
  hidden_at: Date | null;
  total: number;
};

export const listReported = (
  on: Queryable,
  hidden: boolean,
  page: { page_no: number; page_size: number },
) =>
  rows(
    on,
    sql<ReportedRow>`
      select c.id, c.location_id, l.name as location_name, c.evse_uid, c.worked, c.reason, c.body,
        c.photo_id is not null as has_photo, c.created_at, c.hidden_at, coalesce(r.reports, '[]') as reports,
        (count(*) over ())::int as total
      from check_in c
        join location l on l.id = c.location_id
        left join (
          select check_in_id, jsonb_agg(jsonb_build_object('reason', reason, 'drivers', drivers) order by reason) as reports
          from (select check_in_id, reason, count(*)::int as drivers from check_in_report group by 1, 2) each
          group by 1) r on r.check_in_id = c.id
      where ${hidden ? sql`c.hidden_at is not null` : sql`c.hidden_at is null and r.reports is not null`}
      order by c.created_at desc, c.id limit ${page.page_size} offset ${page.page_no * page.page_size}`,
  );
