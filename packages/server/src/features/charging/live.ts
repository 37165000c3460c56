import { charging } from "@voltmarg/contract";
import type { Caller } from "../../platform/http/mount.ts";
import type { StreamRoute } from "../../platform/http/stream.ts";
import type { ChargingDeps } from "./change-session.ts";
import { getSession, listChangedSince, listOpen } from "./read-sessions.ts";

/** One live stream per driver with all their sessions: first what is open (or changed since), then every change. */
export function liveRoute(
  deps: ChargingDeps,
  isSignedIn: (caller: Caller) => Promise<boolean>,
): StreamRoute {
  const listeners = new Map<string, Set<(sessionId: string) => void>>();
  deps.bus.subscribe("session", (signal) => {
    for (const tell of listeners.get(signal.key) ?? []) tell(signal.id);
  });

  return {
    ...charging.liveSessions,
    open: async (caller, lastEventId, stream) => {
      const { userId } = caller;
      // Changes that arrive while one is being read are read once, in the order they came.
      const waiting = new Set<string>();
      let reading = false;
      const pump = async () => {
        if (reading) return;
        reading = true;
        try {
          // Signing out bites at once, on an open stream as well.
          if (!(await isSignedIn(caller))) return stream.end();
          for (const id of waiting) {
            waiting.delete(id);
            const session = await getSession(deps, userId, id);
            if (session) stream.send("session", String(session.version), session);
          }
        } catch (error) {
          deps.logger.warn({ err: error }, "live stream could not read; the driver reconnects");
          stream.end();
        } finally {
          reading = false;
        }
      };
      const tell = (id: string) => {
        waiting.add(id);
        void pump();
      };
      const mine = listeners.get(userId) ?? new Set();
      listeners.set(userId, mine.add(tell));
      stream.onEnd(() => {
        mine.delete(tell);
        if (mine.size === 0) listeners.delete(userId);
      });

      const first =
        lastEventId === null
          ? await listOpen(deps, userId)
          : await listChangedSince(deps, userId, lastEventId);
      for (const session of first) stream.send("session", String(session.version), session);
      stream.send("ready", null, {});
    },
  };
}
