import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { withTimeout } from "../../../platform/deadline.ts";
import type { ChargingDeps } from "../change-session.ts";
import { findSession, type SessionRow } from "../session.store.ts";
import { MINUTE_MS, PULL_AGE_MS, questionOf, watchAgainIn } from "./silence.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A session without a CDR is billed from our own meter values, at first provisionally, finally after 30 days. */
const PROVISIONAL_MS = DAY_MS;
const FINAL_MS = 30 * DAY_MS;
/** Before a session is billed without a CDR, the operator's list is read once more, for at most this long in real time. */
const LAST_ASK_MS = 20_000;
/** The CDR is requested again after half the time since the session's end, at least and at most: */
const FETCH_MS = { least: 5_000, most: DAY_MS };

/**
 * The session has ended: its CDR is requested until it comes, at growing intervals. Money is not held for longer than
 * a day: then the session is billed from our own meter values, and a CDR that comes later corrects the bill.
 */
export async function watchBill(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  if (isSettled(row)) return;
  const ended = endedAt(row);
  const age = () => deps.clock.now().getTime() - ended;
  const pause = () => Math.min(Math.max(age() / 2, FETCH_MS.least), FETCH_MS.most);
  const billDue = () => age() >= PROVISIONAL_MS && !row.provisional_since;
  const now = deps.clock.now();
  if (row.given_up_at && age() < PROVISIONAL_MS)
    await deps.ask.sessions(row.operator_id, questionOf(row, now));
  const ageMs = Math.max(FETCH_MS.least, Math.min(pause() / 2, PULL_AGE_MS));
  const asking = deps.ask.cdrs(row.operator_id, questionOf(row, now, { ageMs }));
  // An endless list must not extend the hold.
  const asked = await (billDue() ? withTimeout(LAST_ASK_MS, asking, "FAILED") : asking);
  const at = { userId: row.user_id, sessionId: row.id };
  await deps.bills.early({ ...at, last: billDue() });
  const after = await findSession(deps.database.db, row.user_id, row.id);
  if (!after || isSettled(after)) return;
  // What another session is asking for is here in a moment, but not for ever on its way.
  const dueAt = row.provisional_since ? FINAL_MS : PROVISIONAL_MS;
  if (asked === "RUNNING" && age() < dueAt + MINUTE_MS) return watchAgainIn(5);
  if (billDue()) await deps.bills.provisionally(at);
  if (age() >= FINAL_MS) return deps.bills.finally(at);
  const next = age() < PROVISIONAL_MS ? PROVISIONAL_MS : FINAL_MS;
  return watchAgainIn(Math.max(1, Math.ceil(Math.min(pause(), next - age()) / 1000)));
}

const isSettled = ({ status, closed_at, step, provisional_since }: SessionRow) =>
  status === "INVALID" || closed_at !== null || (step === "BILLED" && provisional_since === null);

/** When the session became ENDED, by our own clock, in epoch milliseconds. */
const endedAt = (row: SessionRow) =>
  Date.parse(
    row.timeline.find(({ step }) => step === "ENDED")?.at ?? row.requested_at.toISOString(),
  );
