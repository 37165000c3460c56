import type { Party, Session } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { keepSession } from "./announced-sessions.store.ts";
import { noteUnread } from "./unreadable-sessions.store.ts";

/**
 * Hands a whole session on and keeps it. One that fits no charge of ours may be about a start that waits, unless it was
 * heard of before that: from now on the operator's silence about a start says nothing.
 */
export async function takeSession(
  deps: RoamingDeps,
  operatorId: string,
  party: Party,
  session: Session,
): Promise<{ isNew: boolean; isOurs: boolean }> {
  const { database, clock, news } = deps;
  const told = { party, id: session.id, whole: true, session };
  const isOurs = (await news.onSession(operatorId, told)) === "TAKEN";
  const before = await keepSession(database.db, operatorId, clampFutureDates(deps, session));
  const isHeardOf = before !== null && (before.began ?? undefined) === session.start_date_time;
  if (!isOurs && !isHeardOf) await noteUnread(database.db, operatorId, clock.now());
  return { isNew: before === null, isOurs };
}
