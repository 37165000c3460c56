import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

const SLICE = 500;

export type Unused = { id: string; mobile: string; warned_at: Date | null };

const NOT_SINCE = (since: Date) => sql`deactivated_at is null and created_at < ${since}`;

/** The next open accounts by id that began before an instant and were not signed in since. */
export const listNotSignedIn = (on: Queryable, after: string, since: Date) =>
  rows(
    on,
    sql<Unused>`
      select id, mobile, inactive_warned_at as warned_at from app_user u
      where ${NOT_SINCE(since)} and id > ${after} and not exists (
        select from sign_in s where s.user_id = u.id and greatest(s.created_at, s.last_seen_at) >= ${since})
      order by id limit ${SLICE}`,
  );

/**
 * When an account was last used: a sign-in, a charging session, or money that moved. Null: it is closed.
 */
export const lastUsed = async (tx: Tx, id: string) =>
  one(
    tx,
    sql<{ at: Date; warned_at: Date | null }>`
      select inactive_warned_at as warned_at, greatest(created_at,
        (select max(greatest(created_at, last_seen_at)) from sign_in where user_id = ${id}),
        (select max(requested_at) from session where user_id = ${id}),
        (select max(at) from ledger_transfer where scope = ${id})) as at
      from app_user where id = ${id} and deactivated_at is null`,
  );

export const noteWarned = (tx: Tx, id: string, at: Date) =>
  sql`update app_user set inactive_warned_at = ${at} where id = ${id}`.execute(tx);
