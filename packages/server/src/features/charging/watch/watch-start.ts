import type { Tx } from "../../../platform/database/database.ts";
import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { changeSession, moveToStep, type ChargingDeps } from "../change-session.ts";
import { notifyOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { failSession } from "../start/fail-session.ts";
import { questionOf, MINUTE_MS, watchAgainIn } from "./silence.ts";

/**
 * A start without an answer may still begin for this long after the operator's timeout. Until then the money stays
 * held, and the app does not say "you were not charged".
 */
const GRACE_MS = MINUTE_MS;
/** The outcome of a pull that another session began is awaited for at most this long. */
const LONGEST_PULL_MS = MINUTE_MS;
/**
 * An operator that sent unreadable sessions is asked for this long. After a start that the driver cancelled, it is asked
 * no longer than any other operator.
 */
const UNREAD_MS = 15 * MINUTE_MS;

/**
 * A start that is not answered in time: the operator is asked until the session can no longer begin. If the operator
 * then has no such session, the start has failed. If it has sent unreadable sessions, the outcome is unknown, and the
 * notification says so.
 */
export async function watchStart(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  const left = row.answer_due_at.getTime() - now.getTime();
  if (left > 0) return watchAgainIn(Math.ceil(left / 1000));
  // The app shows that the operator is being asked.
  const asking = await changeSession(deps, row.user_id, row.id, (session) =>
    moveToStep(session, "UNKNOWN", now),
  );
  const late = now.getTime() - row.answer_due_at.getTime();
  const graceEnds = new Date(row.answer_due_at.getTime() + GRACE_MS);
  const question = questionOf(row, now, late > GRACE_MS ? { after: graceEnds } : { ageMs: 4_000 });
  const asked = await deps.ask.sessions(row.operator_id, question);
  const unread = await deps.ask.hasSentUnreadable(row.operator_id, row.requested_at);
  if (late <= GRACE_MS) return watchAgainIn(5);
  // After an outage of the service, that pull may be the first one.
  const waited = now.getTime() - Math.max(graceEnds.getTime(), unknownSince(asking ?? row));
  if (asked === "RUNNING" && waited <= LONGEST_PULL_MS) return watchAgainIn(2);
  if (unread && late <= UNREAD_MS && !row.stop_asked_at) return watchAgainIn(30);
  const settled = await changeSession(deps, row.user_id, row.id, (session, tx) =>
    failUnanswered(deps, tx, session, { asked: asked === "ALL", unread }),
  );
  // The answer may have shown that the session runs: then it is watched as a running one.
  return settled?.open ? watchAgainIn(5) : undefined;
}

/** When it was first asked about, in epoch ms. */
function unknownSince({ timeline }: SessionRow): number {
  const step = timeline.find((each) => each.step === "UNKNOWN");
  return step ? Date.parse(step.at) : 0;
}

async function failUnanswered(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { asked, unread }: { asked: boolean; unread: boolean },
): Promise<boolean> {
  if (row.step !== "SENT" && row.step !== "ACCEPTED" && row.step !== "UNKNOWN") return false;
  const code = row.stop_asked_at ? "CANCELLED" : "NO_ANSWER";
  // May still charge: an operator that opened a session, could not be asked, or sent an unreadable answer.
  const certain = asked && !unread && !row.ocpi_session_id;
  const failed = await failSession(deps, tx, row, code, certain);
  if (!failed || code === "CANCELLED") return failed;
  const { name: place, operator_name: operator } = row.snapshot.location;
  const content = { of: "NO_ANSWER", place, operator, unclear: !certain } as const;
  await notifyOnce(deps, tx, row, "NO_ANSWER", content);
  if (!certain) {
    const at = { session: row.id, operator: row.operator_id, unread };
    deps.logger.error(at, "nobody knows whether a charge began");
  }
  return failed;
}
