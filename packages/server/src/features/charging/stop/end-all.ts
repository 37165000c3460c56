import { changeSession, moveToStep, type ChargingDeps } from "../change-session.ts";
import { failSession } from "../start/fail-session.ts";
import { openAt, partyOf, type SessionRow } from "../session.store.ts";
import { notifyOnce } from "../notify-driver.ts";
import { watchSoon } from "../watch/watch-soon.ts";

/**
 * Ends every start and every session at an operator that is removed: started sessions count as ended, as after a long
 * silence, and their holds are settled without a CDR. Returns the sessions to stop at the operator.
 */
export async function endAllAt(
  deps: ChargingDeps,
  operatorId: string,
): Promise<
  {
    userId: string;
    sessionId: string;
    party: ReturnType<typeof partyOf>;
    ocpiSessionId: string;
  }[]
> {
  const stops = [];
  for (const { user_id: userId, id } of await openAt(deps.database.db, operatorId)) {
    let ended = false;
    const row = await changeSession(deps, userId, id, async (session, tx) => {
      if (!session.open) return false;
      ended = session.status === "ACTIVE";
      if (!ended) return failSession(deps, tx, session, "UNREACHABLE", false);
      giveUp(session, deps.clock.now());
      session.stop_asked_at ??= session.given_up_at;
      session.stop_reason ??= "SILENT";
      const { name: place, operator_name: operator } = session.snapshot.location;
      const said = { of: "OPERATOR_LEAVES", place, operator } as const;
      await notifyOnce(deps, tx, session, "GIVEN_UP", said);
      await watchSoon(deps, tx, session);
      return true;
    });
    if (row?.ocpi_session_id)
      stops.push({
        userId,
        sessionId: id,
        party: partyOf(row),
        ocpiSessionId: row.ocpi_session_id,
      });
  }
  return stops;
}

/** Ends a session without a confirmation by its operator. */
export function giveUp(row: SessionRow, now: Date): void {
  row.given_up_at = now;
  moveToStep(row, "ENDED", now);
}
