import type { Tx } from "../../../platform/database/database.ts";
import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { changeSession, take, type ChargingDeps } from "../change-session.ts";
import { tellOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { failSession } from "../start/fail-session.ts";
import { askSince, MINUTE_MS, watchAgainIn } from "./silence.ts";

/**
 * A start without an answer may still begin for this long after the operator's own timeout. Until then its money stays
 * held, and the driver is not told that they were not charged.
 */
const GRACE_MS = MINUTE_MS;
/**
 * An operator that sent sessions which could not be read is asked for this long. A driver who cancelled the start waits
 * no longer than for any other operator.
 */
const UNREAD_MS = 15 * MINUTE_MS;

/**
 * A start that is not answered in time: the operator is asked until the session can no longer begin. A start that it
 * then does not know has failed. If it has sent sessions that could not be read, nobody knows, and the driver is told so.
 */
export async function watchStart(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  const left = row.answer_due_at.getTime() - now.getTime();
  if (left > 0) return watchAgainIn(Math.ceil(left / 1000));
  // The driver sees that the operator is being asked.
  await changeSession(deps, row.user_id, row.id, (session) => take(session, "UNKNOWN", now));
  const asked = await deps.ask.sessions(row.operator_id, askSince(row));
  const unread = await deps.ask.toldUnread(row.operator_id, row.requested_at);
  const late = now.getTime() - row.answer_due_at.getTime();
  if (late <= GRACE_MS) return watchAgainIn(5);
  if (unread && late <= UNREAD_MS && !row.stop_asked_at) return watchAgainIn(30);
  const settled = await changeSession(deps, row.user_id, row.id, (session, tx) =>
    failUnanswered(deps, tx, session, { asked, unread }),
  );
  // The answer may have shown that the session runs: then it is watched as such.
  return settled?.open ? watchAgainIn(5) : undefined;
}

async function failUnanswered(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { asked, unread }: { asked: boolean; unread: boolean },
): Promise<boolean> {
  if (row.step !== "SENT" && row.step !== "ACCEPTED" && row.step !== "UNKNOWN") return false;
  const code = row.stop_asked_at ? "CANCELLED" : "NO_ANSWER";
  // An operator that opened a session, or could not be asked or understood, may still charge for it.
  const certain = asked && !unread && !row.ocpi_session_id;
  const failed = await failSession(deps, tx, row, code, certain);
  if (!failed || code === "CANCELLED") return failed;
  const { name: place, operator_name: operator } = row.snapshot.location;
  const said = { of: "NO_ANSWER", place, operator, unclear: !certain } as const;
  await tellOnce(deps, tx, row, "NO_ANSWER", said);
  if (!certain) {
    const at = { session: row.id, operator: row.operator_id, unread };
    deps.logger.error(at, "nobody knows whether a charge began");
  }
  return failed;
}
