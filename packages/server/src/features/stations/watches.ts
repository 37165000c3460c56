import type { StationNotice, StationWatch } from "@voltmarg/contract";
import { newId } from "../../platform/ids.ts";
import { getLocation } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import {
  extendWatch,
  insertWatch,
  listNotices,
  listWatches,
  lockWatches,
  markSeen,
  removeWatch,
  type NoticeRow,
  type WatchRow,
} from "./watches.store.ts";

const MOST = 10;
const DEFAULT_MINUTES = 120;
const MINUTE_MS = 60_000;
/** A notice is shown until it is seen, at most for so long. */
const NOTICE_MS = 7 * 86_400_000;

const toWire = (row: WatchRow): StationWatch => ({
  id: row.id,
  location_id: row.location_id,
  location_name: row.location_name,
  evse_uid: row.evse_uid,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

const toNotice = ({ told_at, ...row }: NoticeRow): StationNotice => ({
  ...row,
  told_at: told_at.toISOString(),
});

export type WatchRefusal =
  | "LOCATION_NOT_FOUND"
  | "CONNECTOR_NOT_FOUND"
  | "ALREADY_FREE"
  | "TOO_MANY_WATCHES";

/** "Tell me when it is free": a second request for the same plug only extends the watch. */
export async function watchStation(
  deps: StationsDeps,
  userId: string,
  request: {
    location_id: string;
    evse_uid?: string | null | undefined;
    minutes?: number | undefined;
  },
): Promise<StationWatch | WatchRefusal> {
  const station = await getLocation(deps, userId, request.location_id, null);
  if (!station) return "LOCATION_NOT_FOUND";
  const evseUid = request.evse_uid ?? null;
  const evses = station.evses.filter((e) => evseUid === null || e.uid === evseUid);
  if (evseUid !== null && evses.length === 0) return "CONNECTOR_NOT_FOUND";
  if (evses.some((e) => e.status === "AVAILABLE")) return "ALREADY_FREE";
  const createdAt = deps.clock.now();
  const expiresAt = new Date(
    createdAt.getTime() + (request.minutes ?? DEFAULT_MINUTES) * MINUTE_MS,
  );
  return deps.database.transact(async (tx) => {
    await lockWatches(tx, userId);
    const own = await listWatches(tx, userId, createdAt);
    const same = own.find((w) => w.location_id === station.id && w.evse_uid === evseUid);
    if (same) {
      const until = new Date(Math.max(same.expires_at.getTime(), expiresAt.getTime()));
      await extendWatch(tx, userId, same.id, until);
      return toWire({ ...same, expires_at: until });
    }
    if (own.length >= MOST) return "TOO_MANY_WATCHES";
    const id = newId("wat", createdAt);
    await insertWatch(tx, { userId, id, locationId: station.id, evseUid, createdAt, expiresAt });
    return toWire({
      id,
      location_id: station.id,
      location_name: station.name,
      evse_uid: evseUid,
      created_at: createdAt,
      expires_at: expiresAt,
    });
  });
}

const noticesSince = (now: Date) => new Date(now.getTime() - NOTICE_MS);

/** A driver's watches, and notices that the driver has not seen yet. */
export async function watchesOf(
  deps: StationsDeps,
  userId: string,
): Promise<{ watches: StationWatch[]; notices: StationNotice[] }> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const watches = (await listWatches(db, userId, now)).map(toWire);
  const notices = await listNotices(db, userId, noticesSince(now));
  return {
    watches,
    notices: notices.map(toNotice),
  };
}

/** False: the watch does not exist any more. */
export function unwatch(deps: StationsDeps, userId: string, id: string): Promise<boolean> {
  const now = deps.clock.now();
  return removeWatch(deps.database.db, userId, id, now, noticesSince(now));
}

export const seeNotice = (deps: StationsDeps, userId: string, id: string) =>
  markSeen(deps.database.db, userId, id, deps.clock.now());
