import type { Tx } from "../../../platform/database/database.ts";
import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { changeSession, type ChargingDeps } from "../change-session.ts";
import { isParkingDue, notifyParkingFee } from "../live/parking.ts";
import { notifyOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { sendStop } from "../stop/stop-session.ts";
import { SILENT_MS } from "./watch-soon.ts";
import { questionOf, MINUTE_MS, QUIET_MS, silenceOf, watchAgainIn } from "./silence.ts";

/** After so long without an update the driver is notified, and the session is stopped. */
const NOTIFY_MS = QUIET_MS;
const STOP_MS = 30 * MINUTE_MS;

/** A running session. */
export async function watchRunning(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  if (silenceOf(row, now) >= SILENT_MS)
    await deps.ask.sessions(row.operator_id, questionOf(row, now));
  if (isParkingDue(row, now))
    await changeSession(deps, row.user_id, row.id, (session, tx) =>
      notifyParkingFee(deps, tx, session),
    );
  if (silenceOf(row, now) >= NOTIFY_MS) {
    await deps.bills.early({ userId: row.user_id, sessionId: row.id, last: false });
    await changeSession(deps, row.user_id, row.id, (session, tx) =>
      notifyOrStop(deps, tx, session, now),
    );
  }
  return watchAgainIn(30);
}

async function notifyOrStop(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  now: Date,
): Promise<boolean> {
  const silence = silenceOf(row, now);
  if ((row.step !== "STARTED" && row.step !== "FLOWING") || silence < NOTIFY_MS) return false;
  if (silence >= STOP_MS) {
    await sendStop(deps, tx, row, "SILENT");
    return true;
  }
  const { name: place, operator_name: operator } = row.snapshot.location;
  const isNew = await notifyOnce(deps, tx, row, "SILENT", { of: "SILENT", place, operator });
  if (isNew)
    deps.logger.error({ session: row.id, operator: row.operator_id }, "a charge is silent");
  return isNew;
}
