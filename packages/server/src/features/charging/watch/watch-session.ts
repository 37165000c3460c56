import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import type { ChargingDeps } from "../change-session.ts";
import { findSession, unsettledSessions } from "../session.store.ts";
import { watchBill } from "./watch-bill.ts";
import { watchRunning } from "./watch-running.ts";
import { watchStart } from "./watch-start.ts";
import { watchStop } from "./watch-stop.ts";

/**
 * Watches a session until it is settled: asks an operator that sends nothing, sends a stop again that had no effect,
 * ends a session about which no update comes, and requests a missing CDR. Begins with the session and after every
 * restart.
 */
export async function watchSession(
  deps: ChargingDeps,
  at: { userId: string; sessionId: string; afterRestart?: boolean },
  attempts: number,
): Promise<OutboxOutcome> {
  const row = await findSession(deps.database.db, at.userId, at.sessionId);
  if (!row || row.status === "INVALID") return;
  switch (row.step) {
    case "SENT":
    case "ACCEPTED":
    case "UNKNOWN":
      return watchStart(deps, row);
    case "STARTED":
    case "FLOWING":
      return watchRunning(deps, row, at.afterRestart === true && attempts === 1);
    case "STOPPING":
      return watchStop(deps, row);
    case "ENDED":
    case "BILLED":
      return watchBill(deps, row);
    default:
      return;
  }
}

/** After a restart: every session that is not settled is watched now. */
export async function watchAll(deps: ChargingDeps): Promise<void> {
  const unsettled = await unsettledSessions(deps.database.db);
  await deps.database.transact(async (tx) => {
    for (const { user_id, id } of unsettled) {
      const at = { userId: user_id, sessionId: id, afterRestart: true };
      await deps.outbox.enqueue(tx, "charging.watch", at);
    }
  });
}
