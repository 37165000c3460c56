import type { Tx } from "../../../platform/database/database.ts";
import type { ChargingDeps } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";

/** Schedules a check of the session in five seconds, in the caller's transaction: the watch may have ended, or be due much later. */
export function watchSoon(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const due = new Date(deps.clock.now().getTime() + 5_000);
  return deps.outbox.enqueue(tx, "charging.watch", { userId: row.user_id, sessionId: row.id }, due);
}
