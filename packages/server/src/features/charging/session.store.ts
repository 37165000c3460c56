import {
  one,
  rows,
  planKept,
  sql,
  type Queryable,
  type Sql,
  type Tx,
} from "../../platform/database/database.ts";
import { andThis, areThese, type SessionKey } from "../../platform/database/these-sessions.ts";
import { sessionColumns as columns, type SessionRow } from "./session-row.ts";

export type { SessionRow, Snapshot } from "./session-row.ts";

/** The OCPI party that runs the session's location. */
export const partyOf = ({ snapshot: { ocpi } }: Pick<SessionRow, "snapshot">) => ({
  country_code: ocpi.country_code,
  party_id: ocpi.party_id,
});

/** The database's clock, in µs since 1970. */
const clock = sql`(extract(epoch from statement_timestamp()) * 1000000)::bigint`;

/**
 * The highest version of a driver's sessions; null: there are none. No index has the version of an open session, so that
 * its updates stay in place (decision 0012).
 */
const highest = (userId: Sql) => sql`greatest(
  (select max(o.version) from session o where o.user_id = ${userId} and o.open),
  (select max(e.ended_version) from session e where e.user_id = ${userId}))`;

/**
 * A version: above all of this driver's, and not below the clock, so that one number also serves as a mark over all
 * drivers. No sequence, as shards share none.
 */
const nextVersion = (userId: Sql) => sql`greatest(${highest(userId)} + 1, ${clock})`;

/** Returns its version. */
export const insertSession = async (tx: Tx, s: SessionRow, key: string | null): Promise<bigint> =>
  (await one(
    tx,
    sql<{ version: bigint }>`
      insert into session (user_id, id, operator_id, status, step, version, idempotency_key, request_hash, snapshot,
        timeline, requested_at, answer_due_at, open)
      select ${s.user_id}, ${s.id}, ${s.operator_id}, ${s.status}, ${s.step}, ${nextVersion(sql`${s.user_id}`)}, ${key},
        ${s.request_hash}, ${JSON.stringify(s.snapshot)}::jsonb, ${JSON.stringify(s.timeline)}::jsonb,
        ${s.requested_at}::timestamptz,
        ${s.answer_due_at}::timestamptz, ${s.open}::boolean returning version ${planKept}`,
  ))!.version;

/** What may change of a session, each with its type. */
const CHANGING = {
  status: "text",
  step: "text",
  timeline: "jsonb",
  failure: "jsonb",
  ocpi_session_id: "text",
  ocpi_last_updated: "timestamptz",
  start_at: "timestamptz",
  end_at: "timestamptz",
  kwh: "float8",
  meter_fell: "boolean",
  power_kw: "float8",
  state_of_charge: "float8",
  cost_minor: "bigint",
  duration_s: "float8",
  news_at: "timestamptz",
  answer_due_at: "timestamptz",
  limit_due_at: "timestamptz",
  watch_due_at: "timestamptz",
  stop_reason: "text",
  stop_asked_at: "timestamptz",
  stop_sent_at: "timestamptz",
  cdr_id: "text",
  open: "boolean",
  given_up_at: "timestamptz",
  provisional_since: "timestamptz",
  closed_at: "timestamptz",
  parking_fee_at: "timestamptz",
  parking_fee_minor: "bigint",
  told: "text[]",
} satisfies Partial<Record<keyof SessionRow, string>>;

const changing = Object.entries(CHANGING) as [keyof typeof CHANGING, string][];
const changes = sql.raw(changing.map(([name]) => `${name} = g.${name}`).join(", "));
const given = sql.raw(
  `g (n int, user_id text, id text, ${changing.map(([name, type]) => `${name} ${type}`).join(", ")})`,
);

/** Writes back everything that may change, in one statement; the versions rise. */
export async function saveSessions(tx: Tx, sessions: readonly SessionRow[]): Promise<void> {
  if (sessions.length === 0) return;
  const told = sessions.map((s, n) => {
    const values = changing.map(([name]) => [
      name,
      typeof s[name] === "bigint" ? `${s[name]}` : s[name],
    ]);
    return { n, user_id: s.user_id, id: s.id, ...Object.fromEntries(values) };
  });
  const next = sql`g.n + ${nextVersion(sql`s.user_id`)}`;
  const saved = await rows(
    tx,
    sql<{ id: string; version: bigint }>`
      update session s set version = ${next},
        ended_version = case when not g.open then ${next} end, ${changes}
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as ${given}
      where s.user_id = g.user_id and s.id = g.id ${andThis("s", sessions.map(keyOf), "id")}
      returning s.id, s.version ${planKept}`,
  );
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  for (const session of sessions) session.version = versions.get(session.id) ?? session.version;
}

/** Its key. */
export const keyOf = ({ user_id, id }: Pick<SessionRow, "user_id" | "id">): Reference => ({
  user_id,
  session_id: id,
});

export const findSessions = (on: Queryable, these: readonly Reference[]) =>
  rows(
    on,
    sql<SessionRow>`select ${columns} from session where ${areThese("session", these, "id")} ${planKept}`,
  );

export const findSession = async (
  on: Queryable,
  userId: string,
  id: string,
): Promise<SessionRow | null> =>
  (await findSessions(on, [{ user_id: userId, session_id: id }]))[0] ?? null;

/**
 * Locks sessions, in one order, so that nobody waits for each other. Of several, those that somebody else has locked
 * are left out: one must not hold up the others.
 */
export const lockSessions = (tx: Tx, these: readonly Reference[]) =>
  rows(
    tx,
    sql<SessionRow>`select ${columns} from session where ${areThese("session", these, "id")} order by user_id, id
      for update ${these.length > 1 ? sql`skip locked` : sql``} ${planKept}`,
  );

export const lockSession = async (tx: Tx, userId: string, id: string): Promise<SessionRow | null> =>
  (await lockSessions(tx, [{ user_id: userId, session_id: id }]))[0] ?? null;

export const findByKey = (on: Queryable, userId: string, key: string) =>
  one(
    on,
    sql<SessionRow>`select ${columns} from session where user_id = ${userId} and idempotency_key = ${key} ${planKept}`,
  );

export const openSessions = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<SessionRow>`select ${columns} from session where user_id = ${userId} and open order by requested_at desc ${planKept}`,
  );

export const newestSession = (on: Queryable, userId: string) =>
  one(
    on,
    sql<SessionRow>`select ${columns} from session where user_id = ${userId} order by requested_at desc, id desc limit 1 ${planKept}`,
  );

/** Sessions of these drivers that changed after a version, by rising versions. */
const changed = <Row>(which: Sql, userIds: readonly string[], above: bigint) => sql<Row>`
  select ${which} from session where user_id = any(${userIds}) and open and version > ${above}
  union all
  select ${which} from session where user_id = any(${userIds}) and ended_version > ${above}
  order by version`;

export const changedSince = (on: Queryable, userId: string, version: bigint) =>
  rows(on, sql<SessionRow>`${changed(columns, [userId], version)} limit 50 ${planKept}`);

type Version = Pick<SessionRow, "user_id" | "id" | "version">;
export const changedOfUsers = (on: Queryable, userIds: readonly string[], above: bigint) =>
  rows(on, changed<Version>(sql`user_id, id, version`, userIds, above));

/** The highest version among a driver's sessions; 0: there are none. */
export const highestOf = async (on: Queryable, userId: string): Promise<bigint> =>
  (await one(
    on,
    sql<{ high: bigint }>`select coalesce(${highest(sql`${userId}`)}, 0) as high ${planKept}`,
  ))!.high;

/** A version that every change from now on reaches or exceeds, whosever it is. */
export const versionNow = async (on: Queryable): Promise<bigint> =>
  (await one(on, sql<{ now: bigint }>`select ${clock} as now`))!.now;

const unsettled = sql`(open or step = 'ENDED' and closed_at is null and status <> 'INVALID'
  or provisional_since is not null)`;

/** All sessions that are not ended or not finally billed, to be watched after a restart. */
export const unsettledSessions = (on: Queryable) =>
  rows(
    on,
    sql<Pick<SessionRow, "user_id" | "id" | "requested_at">>`
      select user_id, id, requested_at from session where ${unsettled}`,
  );

/** The operators with running sessions, each with the instant its oldest was requested. */
export const oldestRunning = (on: Queryable) =>
  rows(
    on,
    sql<Pick<SessionRow, "operator_id" | "requested_at">>`
      select operator_id, min(requested_at) as requested_at from session
      where open and step in ('STARTED', 'FLOWING') group by operator_id`,
  );

/** An operator's sessions that run or start, and those that ended and wait for their CDR with money held. */
export const unsettledAt = async (
  on: Queryable,
  operatorId: string,
): Promise<{ running: number; unbilled: number }> =>
  (await one(
    on,
    sql<{ running: number; unbilled: number }>`
      select (count(*) filter (where open))::int as running, (count(*) filter (where not open))::int as unbilled
      from session where operator_id = ${operatorId} and (open
        or step = 'ENDED' and provisional_since is null and closed_at is null) and status <> 'INVALID'`,
  ))!;

export const openAt = (on: Queryable, operatorId: string) =>
  rows(
    on,
    sql<SessionRow>`select ${columns} from session where operator_id = ${operatorId} and open order by requested_at`,
  );

/** Claims asking the operator about a session now. False: some replica has asked since that instant. */
export const claimAsking = async (
  on: Queryable,
  { user_id, id }: Pick<SessionRow, "user_id" | "id">,
  since: Date,
  now: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`update session set record_asked_at = ${now}
        where user_id = ${user_id} and id = ${id} and (record_asked_at is null or record_asked_at <= ${since})
        returning id`,
  )) !== null;

/** Its version stays: nobody sees it. */
export const setCounted = (tx: Tx, { user_id, id }: SessionRow, counted: SessionRow["counted"]) =>
  sql`update session set counted = ${counted} where user_id = ${user_id} and id = ${id} ${planKept}`.execute(
    tx,
  );

export type Reference = SessionKey;

export const addReference = (tx: Tx, key: string, r: Reference) =>
  sql`insert into session_reference (key, user_id, session_id) values (${key}, ${r.user_id}, ${r.session_id})
      on conflict do nothing ${planKept}`.execute(tx);

/** When an operator uses an id again, it refers to the newest session from then on. */
export const pointReference = (tx: Tx, key: string, r: Reference) =>
  sql`insert into session_reference (key, user_id, session_id) values (${key}, ${r.user_id}, ${r.session_id})
      on conflict (key) do update set user_id = excluded.user_id, session_id = excluded.session_id ${planKept}`.execute(
    tx,
  );

/** The key for our own reference: OCPI's CiString is case-insensitive, and our ids are lower-case. */
export const authKey = (reference: string) => `auth:${reference.toLowerCase()}`;

export const findReference = (on: Queryable, key: string) =>
  one(
    on,
    sql<Reference>`select user_id, session_id from session_reference where key = ${key} ${planKept}`,
  );

/**
 * The start that a session or CDR without our reference belongs to: by this driver at this operator and EVSE,
 * around an instant, the nearest first. `takes`: whether it still waits for a session, or for a charge record.
 */
export const findStart = (
  on: Queryable,
  s: {
    operatorId: string;
    party: { country_code: string; party_id: string };
    driver: string;
    evseUid: string;
    from: Date;
    until: Date;
    takes: "SESSION" | "CDR";
  },
) =>
  one(
    on,
    sql<Reference>`
      select user_id, id as session_id from session
      where user_id in (${s.driver}, ${s.driver.toLowerCase()}) and operator_id = ${s.operatorId}
        and lower(snapshot ->> 'evse_uid') = lower(${s.evseUid})
        and lower(snapshot -> 'ocpi' ->> 'country_code') = lower(${s.party.country_code})
        and lower(snapshot -> 'ocpi' ->> 'party_id') = lower(${s.party.party_id}) and requested_at between ${s.from} and ${s.until}
        and case when ${s.takes} = 'SESSION' then ocpi_session_id is null
          else (cdr_id is null or provisional_since is not null) end
      order by requested_at desc limit 1`,
  );
