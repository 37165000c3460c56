import type { StationProblem } from "@voltmarg/contract";
import { rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

type Kind = StationProblem["kind"];

/** Serialises a driver's reports, so that the limit holds. */
export const lockProblems = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 13))`.execute(tx);

export type RecentProblem = {
  id: string;
  location_id: string;
  evse_uid: string | null;
  kind: Kind;
  reason: StationProblem["reason"];
  created_at: Date;
  closed_at: Date | null;
};
export const problemsSince = (tx: Tx, userId: string, since: Date) =>
  rows(
    tx,
    sql<RecentProblem>`
      select id, location_id, evse_uid, kind, reason, created_at, closed_at from station_problem
      where user_id = ${userId} and created_at > ${since} order by created_at desc`,
  );

export type NewProblem = {
  id: string;
  userId: string;
  locationId: string;
  evseUid: string | null;
  kind: Kind;
  /** What a check-in said; null: the report came without one. */
  reason: StationProblem["reason"];
  text: string;
  at: Date;
};
export const insertProblem = (tx: Tx, p: NewProblem) =>
  sql`insert into station_problem (id, user_id, location_id, evse_uid, kind, reason, body, created_at, updated_at)
      values (${p.id}, ${p.userId}, ${p.locationId}, ${p.evseUid}, ${p.kind}, ${p.reason}, ${p.text}, ${p.at},
        ${p.at})`.execute(tx);

export const rewriteProblem = (tx: Tx, id: string, text: string, at: Date) =>
  sql`update station_problem set body = ${text}, updated_at = ${at} where id = ${id}`.execute(tx);

export type ProblemRow = Omit<StationProblem, "text" | "created_at" | "closed_at" | "driver"> & {
  user_id: string | null;
  mobile: string | null;
  body: string;
  created_at: Date;
  closed_at: Date | null;
};

const inState = (open: boolean) => (open ? sql`p.closed_at is null` : sql`p.closed_at is not null`);

export const listProblems = (
  on: Queryable,
  open: boolean,
  page: { page_no: number; page_size: number },
) =>
  rows(
    on,
    sql<ProblemRow>`
      select p.id, u.id as user_id, u.mobile, p.location_id, l.name as location_name, o.name as operator_name, p.evse_uid, p.kind,
             p.reason, p.body, p.created_at, p.closed_at
      from station_problem p
      join location l on l.id = p.location_id
      join operator o on o.id = l.operator_id
      left join app_user u on u.id = p.user_id and u.erased_at is null
      where ${inState(open)} order by p.created_at desc, p.id
      limit ${page.page_size} offset ${page.page_no * page.page_size}`,
  );

export const countProblems = async (on: Queryable, open: boolean): Promise<number> => {
  const [found] = await rows(
    on,
    sql<{ n: string }>`select count(*) as n from station_problem p where ${inState(open)}`,
  );
  return Number(found!.n);
};

/** The time it was closed, now or earlier; null: there is no such report. */
export const closeProblem = async (tx: Tx, id: string, now: Date): Promise<Date | null> => {
  const [found] = await rows(
    tx,
    sql<{ closed_at: Date }>`
      update station_problem set closed_at = coalesce(closed_at, ${now}) where id = ${id} returning closed_at`,
  );
  return found?.closed_at ?? null;
};
