import type { OutboxOutcome, OutboxRow } from "../../../platform/outbox/outbox.ts";
import type { ChargingDeps } from "../change-session.ts";
import { findSession } from "../session.store.ts";
import { watchBill } from "./watch-bill.ts";
import { watchRunning } from "./watch-running.ts";
import { watchOf } from "./watch-soon.ts";
import { watchStart } from "./watch-start.ts";
import { watchStop } from "./watch-stop.ts";

/**
 * Watches a session until it is settled: asks an operator that sends nothing, repeats a stop that had no effect, ends a
 * session that gets no updates, and requests a missing CDR. Each session has one watch: a row of the outbox, written
 * when the session begins.
 */
export async function watchSession(
  deps: ChargingDeps,
  at: { userId: string; sessionId: string },
  { id }: Pick<OutboxRow, "id">,
): Promise<OutboxOutcome> {
  const row = await findSession(deps.database.db, at.userId, at.sessionId);
  if (!row || row.status === "INVALID") return;
  const only = watchOf(row);
  if (id !== only.id) {
    // The row is from release 0.3.0, which wrote one at each start of the service. The session's only watch replaces it.
    const due = { at: deps.clock.now(), sooner: false };
    return deps.database.transact((tx) =>
      deps.outbox.enqueueOnce(tx, "charging.watch", [only], due),
    );
  }
  switch (row.step) {
    case "SENT":
    case "ACCEPTED":
    case "UNKNOWN":
      return watchStart(deps, row);
    case "STARTED":
    case "FLOWING":
      return watchRunning(deps, row);
    case "STOPPING":
      return watchStop(deps, row);
    case "ENDED":
    case "BILLED":
      return watchBill(deps, row);
    default:
      return;
  }
}
