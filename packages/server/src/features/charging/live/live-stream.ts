import { charging, type Session } from "@voltmarg/contract";
import { startInterval } from "../../../platform/interval.ts";
import type { StreamRoute } from "../../../platform/http/stream.ts";
import { oneAtATime } from "../../../platform/locks/keyed-mutex.ts";
import type { ChargingDeps } from "../change-session.ts";
import { createSessionReader, listChangedSince, listOpen } from "../read-sessions.ts";
import { changedOfUsers, highestOf, versionNow } from "../session.store.ts";

type Tell = (sessionId: string, version: number) => void;

/** A replica may die between commit and signal: such changes are found at this interval. */
const LOOK_MS = 10_000;

/** A live stream of all sessions of a driver: first the open ones (or changes since an event id), then every change. */
export function liveRoute(deps: ChargingDeps): StreamRoute {
  const listeners = new Map<string, Set<Tell>>();
  deps.bus.subscribe("session", ({ key, id, version }) => {
    for (const tell of listeners.get(key) ?? []) tell(id, version);
  });
  const read = createSessionReader(deps);
  const lookAgain = createLookAgain(deps, listeners);
  deps.bus.onGap(lookAgain);
  startInterval(LOOK_MS, lookAgain);

  return {
    ...charging.liveSessions,
    open: async ({ userId }, lastEventId, stream) => {
      // Changes that arrive while one is being read are read once, in the order they came.
      const waiting = new Set<string>();
      const sent = new Map<string, number>();
      let reading = false;
      const send = (session: Session) => {
        sent.set(session.id, session.version);
        stream.send("session", String(session.version), session);
      };
      const pump = async () => {
        if (reading) return;
        reading = true;
        try {
          for (const id of waiting) {
            waiting.delete(id);
            const session = await read({ user_id: userId, session_id: id });
            if (session) send(session);
          }
        } catch (error) {
          deps.logger.warn({ err: error }, "live stream could not read; the driver reconnects");
          stream.end();
        } finally {
          reading = false;
        }
      };
      const tell: Tell = (id, version) => {
        if (version <= (sent.get(id) ?? 0)) return;
        waiting.add(id);
        void pump();
      };
      const mine = listeners.get(userId) ?? new Set();
      listeners.set(userId, mine.add(tell));
      stream.onEnd(() => {
        mine.delete(tell);
        if (mine.size === 0) listeners.delete(userId);
      });

      // Read before the list, so that a client that is cut off before any event can still resume from here.
      const known = lastEventId ?? Number(await highestOf(deps.database.db, userId));
      const first =
        lastEventId === null
          ? await listOpen(deps, userId)
          : await listChangedSince(deps, userId, lastEventId);
      for (const session of first) send(session);
      const latest = Math.max(known, ...first.map(({ version }) => version));
      stream.send("ready", String(latest), {});
    },
  };
}

/** How far the first check goes back: versions are µs. */
const FIRST_LOOK_BACK = 60_000_000n;
/** Drivers in one question to the database. */
const AT_ONCE = 500;

/**
 * After a gap in the signals, reads what open streams of this replica may have missed from the database, above the
 * version of the check before last, as a transaction may commit after one with a higher version.
 */
function createLookAgain(
  { database, logger }: ChargingDeps,
  listeners: ReadonlyMap<string, ReadonlySet<Tell>>,
): () => void {
  let marks: [bigint, bigint] | null = null;
  const look = oneAtATime(async () => {
    if (listeners.size === 0) {
      marks = null;
      return;
    }
    try {
      const now = await versionNow(database.db);
      const above = marks?.[0] ?? now - FIRST_LOOK_BACK;
      const users = [...listeners.keys()];
      for (let from = 0; from < users.length; from += AT_ONCE) {
        const some = users.slice(from, from + AT_ONCE);
        for (const { user_id, id, version } of await changedOfUsers(database.db, some, above))
          for (const tell of listeners.get(user_id) ?? []) tell(id, Number(version));
      }
      marks = [marks?.[1] ?? now, now];
    } catch (error) {
      logger.warn({ err: error }, "live streams could not look for what they missed");
    }
  });
  return () => void look();
}
