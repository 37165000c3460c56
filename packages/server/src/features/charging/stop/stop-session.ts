import type { Tx } from "../../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../../platform/http/problem.ts";
import { newSecret } from "../../../platform/ids.ts";
import { changeSessionIn, moveToStep, type ChargingDeps } from "../change-session.ts";
import { watchStopped } from "../watch/watch-soon.ts";
import { partyOf, type SessionRow } from "../session.store.ts";

/** DESK: the provider's staff. */
export type StopReason = "DRIVER" | "LIMIT" | "BALANCE" | "LATE" | "SILENT" | "DESK";

/** Sends STOP_SESSION for a running charge, in the caller's transaction. Stopping twice is harmless. */
export async function sendStop(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  reason: StopReason,
): Promise<void> {
  const now = deps.clock.now();
  row.stop_reason ??= reason;
  row.stop_asked_at ??= now;
  row.stop_sent_at = now;
  moveToStep(row, "STOPPING", now);
  await deps.outbox.enqueue(tx, "roaming.command", stopCommand(row));
  await watchStopped(deps, tx, row);
}

/** The STOP_SESSION of a session, to be sent. */
export const stopCommand = (row: SessionRow) => ({
  kind: "STOP_SESSION",
  commandId: newSecret(),
  operatorId: row.operator_id,
  userId: row.user_id,
  sessionId: row.id,
  party: partyOf(row),
  ocpiSessionId: row.ocpi_session_id,
});

type Stopped = Outcome<SessionRow, "SESSION_NOT_FOUND" | "SESSION_NOT_ACTIVE">;

/**
 * The driver ends a charge, or takes a start back: then it is stopped as soon as the operator opens it, as a sent
 * start cannot be unsent.
 */
export const stopSession = (deps: ChargingDeps, userId: string, id: string): Promise<Stopped> =>
  deps.database.transact((tx) => stopSessionIn(deps, tx, { userId, sessionId: id }, "DRIVER"));

/** The same in the caller's transaction, also for the provider's staff. */
export async function stopSessionIn(
  deps: ChargingDeps,
  tx: Tx,
  at: { userId: string; sessionId: string },
  reason: "DRIVER" | "DESK",
): Promise<Stopped> {
  let over = false;
  const row = await changeSessionIn(deps, tx, at.userId, at.sessionId, async (session) => {
    over = !session.open;
    if (over || session.step === "STOPPING") return false;
    if (session.ocpi_session_id && session.status === "ACTIVE") {
      await sendStop(deps, tx, session, reason);
      return true;
    }
    if (session.stop_asked_at) return false;
    session.stop_asked_at = deps.clock.now();
    session.stop_reason = reason;
    return true;
  });
  if (!row) return refuse("SESSION_NOT_FOUND");
  return over ? refuse("SESSION_NOT_ACTIVE") : done(row);
}
