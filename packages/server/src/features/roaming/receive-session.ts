import type { Party, Session } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { findBegan, keepUnlockedSessions } from "./announced-sessions.store.ts";
import { markUnreadable } from "./unreadable-sessions.store.ts";

/**
 * Handles a complete session that was pushed or pulled, and stores it. A new one that matches none of ours may belong to a
 * start that still waits for its session: then "the operator has no session" no longer proves that the start failed.
 */
export async function receiveSession(
  deps: RoamingDeps,
  operatorId: string,
  party: Party,
  session: Session,
): Promise<{ isNew: boolean; isOurs: boolean }> {
  const { clock, events } = deps;
  const { db } = deps.database;
  const kept = clampFutureDates(deps, session);
  const update = { party, id: session.id, whole: true, session, kept };
  const taken = await events.onSession(operatorId, update);
  if (taken !== "UNKNOWN") return { isNew: taken === "NEW", isOurs: true };
  const before = await findBegan(db, party, session.id);
  await keepUnlockedSessions(db, [{ operatorId, update }]);
  // An id that is used again names another session.
  const isHeardOf = before !== null && (before.began ?? undefined) === session.start_date_time;
  if (!isHeardOf) await markUnreadable(db, operatorId, clock.now());
  return { isNew: before === null, isOurs: false };
}
