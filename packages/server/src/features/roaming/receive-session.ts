import type { Party, Session } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { keepSession, keepUnlockedSession } from "./announced-sessions.store.ts";
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
  const { database, clock, events } = deps;
  const kept = clampFutureDates(deps, session);
  const stored: { before: Awaited<ReturnType<typeof keepSession>> } = { before: null };
  const alongside = async (tx: Tx) => {
    stored.before = await keepSession(tx, operatorId, kept);
  };
  const update = { party, id: session.id, whole: true, session, alongside };
  const isOurs = (await events.onSession(operatorId, update)) === "TAKEN";
  if (!isOurs) stored.before = await keepUnlockedSession(database.db, operatorId, kept);
  const { before } = stored;
  const isHeardOf = before !== null && (before.began ?? undefined) === session.start_date_time;
  if (!isOurs && !isHeardOf) await markUnreadable(database.db, operatorId, clock.now());
  return { isNew: before === null, isOurs };
}
