import { planKept, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type WatchRow = {
  id: string;
  location_id: string;
  location_name: string;
  evse_uid: string | null;
  created_at: Date;
  expires_at: Date;
};

const waiting = (now: Date) => sql`w.told_at is null and w.expires_at > ${now}`;

export const listWatches = (on: Queryable, userId: string, now: Date) =>
  rows(
    on,
    sql<WatchRow>`
      select w.id, w.location_id, l.name as location_name, w.evse_uid, w.created_at, w.expires_at
      from station_watch w join location l on l.id = w.location_id
      where w.user_id = ${userId} and ${waiting(now)} order by w.expires_at, w.id`,
  );

/** Serialises a driver's writes of watches, so that the limit holds. */
export const lockWatches = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 12))`.execute(tx);

export const insertWatch = (
  tx: Tx,
  w: {
    userId: string;
    id: string;
    locationId: string;
    evseUid: string | null;
    createdAt: Date;
    expiresAt: Date;
  },
) =>
  sql`insert into station_watch (user_id, id, location_id, evse_uid, created_at, expires_at)
      values (${w.userId}, ${w.id}, ${w.locationId}, ${w.evseUid}, ${w.createdAt}, ${w.expiresAt})`.execute(
    tx,
  );

export const extendWatch = (tx: Tx, userId: string, id: string, expiresAt: Date) =>
  sql`update station_watch set expires_at = ${expiresAt} where user_id = ${userId} and id = ${id}`.execute(
    tx,
  );

export type NoticeRow = {
  id: string;
  location_id: string;
  location_name: string;
  evse_uid: string | null;
  told_at: Date;
};

const MOST_NOTICES = 20;
/** Watches whose notice the driver has not seen, newest first. */
export const listNotices = (on: Queryable, userId: string, since: Date) =>
  rows(
    on,
    sql<NoticeRow>`
      select w.id, w.location_id, l.name as location_name, w.evse_uid, w.told_at
      from station_watch w join location l on l.id = w.location_id
      where w.user_id = ${userId} and w.seen_at is null and w.told_at > ${since}
      order by w.told_at desc, w.id limit ${MOST_NOTICES}`,
  );

export const markSeen = (on: Queryable, userId: string, id: string, now: Date) =>
  sql`update station_watch set seen_at = ${now}
      where user_id = ${userId} and id = ${id} and told_at is not null and seen_at is null`.execute(
    on,
  );

/** Also deletes watches that are over: seen, too old to show, or expired. True: this watch existed. */
export const removeWatch = async (
  on: Queryable,
  userId: string,
  id: string,
  now: Date,
  since: Date,
): Promise<boolean> => {
  const gone = await rows(
    on,
    sql<{ id: string; told_at: Date | null; expires_at: Date }>`
      delete from station_watch w where w.user_id = ${userId}
        and ((w.id = ${id} and w.told_at is null) or w.seen_at is not null or w.told_at <= ${since}
             or (w.told_at is null and w.expires_at <= ${now}))
      returning id, told_at, expires_at`,
  );
  return gone.some((row) => row.id === id && row.told_at === null && row.expires_at > now);
};

/** Claims the watches that a freed plug ends: each driver is notified once, by whichever replica is first. */
export const claimWatches = (tx: Tx, locationId: string, uids: readonly string[], now: Date) =>
  rows(
    tx,
    sql<{ user_id: string; evse_uid: string | null; name: string }>`
      update station_watch w set told_at = ${now} from location l
      where l.id = w.location_id and l.hidden_at is null and w.location_id = ${locationId} and ${waiting(now)}
        and (w.evse_uid is null or w.evse_uid = any(${uids}))
      returning w.user_id, w.evse_uid, l.name`,
  );

export const isWatched = async (on: Queryable, locationIds: readonly string[]): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ location_id: string }>`
        select distinct location_id from station_watch where told_at is null and location_id = any(${locationIds}) ${planKept}`,
    )
  ).map((row) => row.location_id);
