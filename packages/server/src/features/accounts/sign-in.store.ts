import {
  one,
  planKept,
  rows,
  sql,
  type Queryable,
  type Tx,
} from "../../platform/database/database.ts";
import type { Device } from "./device.ts";

export const insertSignIn = (
  tx: Tx,
  s: { userId: string; sid: string; device: Device; createdAt: Date; endsAt: Date },
) =>
  sql`insert into sign_in (user_id, sid, device_type, browser, system, created_at, last_seen_at, ends_at)
      values (${s.userId}, ${s.sid}, ${s.device.type}, ${s.device.browser}, ${s.device.system}, ${s.createdAt},
        ${s.createdAt}, ${s.endsAt})`.execute(tx);

/** Null: there is none, or it has ended. */
export const revokeSignIn = (on: Queryable, userId: string, sid: string, at: Date) =>
  one(
    on,
    sql`update sign_in set revoked_at = ${at}
        where user_id = ${userId} and sid = ${sid} and revoked_at is null and ends_at > ${at} returning sid`,
  );

/** Every sign-in but one. Answers how many ended. */
export const revokeOthers = async (tx: Tx, userId: string, sid: string, at: Date) =>
  (
    await rows(
      tx,
      sql`update sign_in set revoked_at = ${at}
          where user_id = ${userId} and sid <> ${sid} and revoked_at is null and ends_at > ${at} returning sid`,
    )
  ).length;

export const seeSignIn = (tx: Tx, userId: string, sid: string, at: Date) =>
  sql`update sign_in set last_seen_at = ${at} where user_id = ${userId} and sid = ${sid}`.execute(
    tx,
  );

export type SignInRow = {
  sid: string;
  device_type: Device["type"];
  browser: string | null;
  system: string | null;
  created_at: Date;
  seen_at: Date;
};

/** Valid ones, most recently used first. */
export const listSignIns = (on: Queryable, userId: string, now: Date, notSeenSince: Date) =>
  rows(
    on,
    sql<SignInRow>`
      select sid, device_type, browser, system, created_at, coalesce(last_seen_at, created_at) as seen_at
      from sign_in
      where user_id = ${userId} and revoked_at is null and ends_at > ${now}
        and coalesce(last_seen_at, created_at) > ${notSeenSince}
      order by seen_at desc, created_at desc`,
  );

/** Whether a sign-in is still valid and its driver is not deactivated. */
export const signInHolds = async (
  on: Queryable,
  userId: string,
  sid: string,
  now: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`select 1 from sign_in s join app_user u on u.id = s.user_id
        where s.user_id = ${userId} and s.sid = ${sid} and s.revoked_at is null and s.ends_at > ${now}
          and u.deactivated_at is null ${planKept}`,
  )) !== null;

/** Ids of those sign-ins that are still valid and whose driver is not deactivated. */
export const sidsThatHold = async (
  on: Queryable,
  of: readonly { userId: string; sid: string }[],
  now: Date,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rows(
        on,
        sql<{ sid: string }>`
          select s.sid from sign_in s join app_user u on u.id = s.user_id
          where (s.user_id, s.sid) in (
              select * from unnest(${of.map(({ userId }) => userId)}::text[], ${of.map(({ sid }) => sid)}::text[]))
            and s.revoked_at is null and s.ends_at > ${now} and u.deactivated_at is null`,
      )
    ).map(({ sid }) => sid),
  );

export type RefreshRow = {
  sid: string;
  used_at: Date | null;
  expires_at: Date;
  ends_at: Date;
  revoked_at: Date | null;
};

export const insertRefresh = (
  tx: Tx,
  r: { userId: string; hash: Buffer; sid: string; issuedAt: Date; expiresAt: Date },
) =>
  sql`insert into refresh_token (user_id, hash, sid, issued_at, expires_at)
      values (${r.userId}, ${r.hash}, ${r.sid}, ${r.issuedAt}, ${r.expiresAt}) on conflict do nothing`.execute(
    tx,
  );

export const lockRefresh = (tx: Tx, userId: string, hash: Buffer) =>
  one(
    tx,
    sql<RefreshRow>`
      select r.sid, r.used_at, r.expires_at, s.ends_at, s.revoked_at
      from refresh_token r join sign_in s on s.user_id = r.user_id and s.sid = r.sid
        join app_user u on u.id = r.user_id and u.deactivated_at is null
      where r.user_id = ${userId} and r.hash = ${hash} for update of r`,
  );

export const markRefreshUsed = (tx: Tx, userId: string, hash: Buffer, at: Date) =>
  sql`update refresh_token set used_at = ${at} where user_id = ${userId} and hash = ${hash}`.execute(
    tx,
  );
