import type { Tx } from "../../../platform/database/database.ts";
import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { changeSession, type ChargingDeps } from "../change-session.ts";
import { notifyOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { giveUp } from "../stop/end-all.ts";
import { sendStop } from "../stop/stop-session.ts";
import { questionOf, MINUTE_MS, watchAgainIn } from "./silence.ts";

/** A stopped session counts as ended when the operator sends nothing about it for this long. */
const SILENT_MS = 15 * MINUTE_MS;
/** A session counts as ended this long after its stop, whatever the operator sends. */
const IGNORED_MS = 60 * MINUTE_MS;
/** A stop without effect is sent again after the time since the first stop, so the delay doubles; at least and at most: */
const STOP_AGAIN_MS = { least: 10_000, most: MINUTE_MS };

/** A session that is to stop: the stop is sent again until it takes effect or the session is given up. */
export async function watchStop(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  const left = untilNextStop(row, now);
  if (left > 0) return watchAgainIn(Math.ceil(left / 1000));
  // Whether the stop has had an effect, only a pull after it can say.
  await deps.ask.sessions(row.operator_id, questionOf(row, now, { after: row.stop_sent_at }));
  await changeSession(deps, row.user_id, row.id, (session, tx) => stopOrGiveUp(deps, tx, session));
  return watchAgainIn(STOP_AGAIN_MS.least / 1000);
}

async function stopOrGiveUp(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<boolean> {
  const now = deps.clock.now();
  if (row.step !== "STOPPING" || untilNextStop(row, now) > 0) return false;
  const asked = (row.stop_asked_at ?? row.requested_at).getTime();
  const lastUpdate = Math.max(row.news_at?.getTime() ?? 0, asked);
  const isSilent = now.getTime() - lastUpdate >= SILENT_MS;
  const isIgnored = now.getTime() - asked >= IGNORED_MS;
  if (!isSilent && !isIgnored) {
    await sendStop(deps, tx, row, "DRIVER");
    return true;
  }
  giveUp(row, now);
  const { name: place, operator_name: operator } = row.snapshot.location;
  await notifyOnce(deps, tx, row, "GIVEN_UP", { of: "GIVEN_UP", place, operator });
  deps.logger.error({ session: row.id, operator: row.operator_id }, "a charge was given up");
  return true;
}

/** Milliseconds until the stop is sent again. */
function untilNextStop(row: SessionRow, now: Date): number {
  const sent = (row.stop_sent_at ?? row.requested_at).getTime();
  const tried = sent - (row.stop_asked_at?.getTime() ?? sent);
  const wait = Math.min(Math.max(tried, STOP_AGAIN_MS.least), STOP_AGAIN_MS.most);
  return sent + wait - now.getTime();
}
