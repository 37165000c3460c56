import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { within } from "../../../platform/deadline.ts";
import type { ChargingDeps } from "../change-session.ts";
import { claimAsking, findSession, type SessionRow } from "../session.store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A charge without a record is billed from our own meter after so long, and for good after so long. */
const PROVISIONAL_MS = DAY_MS;
const FINAL_MS = 30 * DAY_MS;
/** How long, in real time, the list is read once more before a charge is billed without its record. */
const LAST_ASK_MS = 20_000;
/** The record is fetched after half the time it is missing already, within these. */
const FETCH_MS = { least: 5_000, most: DAY_MS };

/**
 * The charge is over: its record is fetched until it is there, more and more seldom. Money is not held for longer than
 * a day: then the charge is billed from our own meter record, which a record that comes later puts right.
 */
export async function watchBill(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  if (isSettled(row)) return;
  const since = new Date(row.requested_at.getTime() - 60_000);
  const ended = endedAt(row);
  const age = () => deps.clock.now().getTime() - ended;
  const pause = () => Math.min(Math.max(age() / 2, FETCH_MS.least), FETCH_MS.most);
  const billDue = () => age() >= PROVISIONAL_MS && !row.provisional_since;
  const now = deps.clock.now();
  const lately = new Date(now.getTime() - pause() / 2);
  // Several may watch the same charge, as after a restart: the operator is asked once.
  if (billDue() || age() >= FINAL_MS || (await claimAsking(deps.database.db, row, lately, now))) {
    if (row.given_up_at && age() < PROVISIONAL_MS) await deps.ask.sessions(row.operator_id, since);
    const asked = deps.ask.cdrs(row.operator_id, since);
    // A list without end does not keep money held.
    await (billDue() ? within(LAST_ASK_MS, asked, false) : asked);
    const after = await findSession(deps.database.db, row.user_id, row.id);
    if (!after || isSettled(after)) return;
    const at = { userId: row.user_id, sessionId: row.id };
    if (billDue()) await deps.bills.provisionally(at);
    if (age() >= FINAL_MS) return deps.bills.finally(at);
  }
  const next = age() < PROVISIONAL_MS ? PROVISIONAL_MS : FINAL_MS;
  return { retryAfterSeconds: Math.max(1, Math.ceil(Math.min(pause(), next - age()) / 1000)) };
}

const isSettled = ({ status, closed_at, step, provisional_since }: SessionRow) =>
  status === "INVALID" || closed_at !== null || (step === "BILLED" && provisional_since === null);

/** Epoch milliseconds at which it was known to be over, by our own clock. */
const endedAt = (row: SessionRow) =>
  Date.parse(
    row.timeline.find(({ step }) => step === "ENDED")?.at ?? row.requested_at.toISOString(),
  );
