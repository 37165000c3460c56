import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { changeSession, take, type ChargingDeps } from "../change-session.ts";
import { giveUp } from "../stop/end-all.ts";
import { failSession } from "../start/fail-session.ts";
import { isParkingDue, tellParking } from "../live/parking.ts";
import { findSession, unsettledSessions, type SessionRow } from "../session.store.ts";
import { sendStop } from "../stop/stop-session.ts";
import { tellOnce } from "../notify-driver.ts";
import { watchBill } from "./watch-bill.ts";

const MINUTE_MS = 60_000;
/**
 * A start without an answer may still begin for so long after the operator's own time for it. Until then its money stays
 * held, and nobody is told that they were not charged.
 */
const GRACE_MS = MINUTE_MS;
/**
 * An operator that told something of sessions which nobody could take is asked for so long. Who took the start back waits
 * no longer than for any other.
 */
const UNREAD_MS = 15 * MINUTE_MS;
/** Without news for so long an operator is asked, the driver is told, and the charge is stopped. */
const SILENT_MS = MINUTE_MS;
const TELL_MS = 15 * MINUTE_MS;
const STOP_MS = 30 * MINUTE_MS;
/** A stop without any word for so long: the charge is taken to have ended. */
const GIVE_UP_MS = 15 * MINUTE_MS;
/** A charge that goes on for so long after its stop is taken to have ended, however much its operator talks. */
const IGNORED_MS = 60 * MINUTE_MS;
/** A stop that did not work is sent again after as long as it is tried already, within these. */
const STOP_AGAIN_MS = { least: 10_000, most: MINUTE_MS };

const again = (seconds: number): OutboxOutcome => ({ retryAfterSeconds: seconds });

/**
 * Looks after a session until it is settled: asks the operator when it is silent, sends a stop again that did not
 * work, ends what nobody reports of, fetches the charge record that did not come. Started with the session and after
 * every restart.
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
      return settleStart(deps, row);
    case "STARTED":
    case "FLOWING":
      return watchCharge(deps, row, at.afterRestart === true && attempts === 1);
    case "STOPPING":
      return watchStop(deps, row);
    case "ENDED":
    case "BILLED":
      return watchBill(deps, row);
    default:
      return;
  }
}

const since = (row: SessionRow) => new Date(row.requested_at.getTime() - MINUTE_MS);
const silenceOf = (row: SessionRow, now: Date) =>
  now.getTime() - (row.news_at ?? row.requested_at).getTime();

/**
 * No answer in time: the operator is asked until the start can begin no more. What it then does not know did not start,
 * unless it has said something since that nobody could take: then nobody knows, and in the end that is what is said.
 */
async function settleStart(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  const left = row.answer_due_at.getTime() - now.getTime();
  if (left > 0) return again(Math.ceil(left / 1000));
  // The driver sees that we ask while we do.
  await changeSession(deps, row.user_id, row.id, (session) => take(session, "UNKNOWN", now));
  const asked = await deps.ask.sessions(row.operator_id, since(row));
  const unread = await deps.ask.toldUnread(row.operator_id, row.requested_at);
  const late = now.getTime() - row.answer_due_at.getTime();
  if (late <= GRACE_MS) return again(5);
  if (unread && late <= UNREAD_MS && !row.stop_asked_at) return again(30);
  const settled = await changeSession(deps, row.user_id, row.id, async (session, tx) => {
    const unanswered =
      session.step === "SENT" || session.step === "ACCEPTED" || session.step === "UNKNOWN";
    if (!unanswered) return false;
    const code = session.stop_asked_at ? "CANCELLED" : "NO_ANSWER";
    // An operator that opened a session, or could not be asked or understood, may still charge for it.
    const certain = asked && !unread && !session.ocpi_session_id;
    const failed = await failSession(deps, tx, session, code, certain);
    if (failed && code === "NO_ANSWER") {
      const { name: place, operator_name: operator } = session.snapshot.location;
      const said = { of: "NO_ANSWER", place, operator, unclear: !certain } as const;
      await tellOnce(deps, tx, session, "NO_ANSWER", said);
      if (!certain)
        deps.logger.error(
          { session: row.id, operator: row.operator_id, unread },
          "nobody knows whether a charge began",
        );
    }
    return failed;
  });
  // What asking found is looked after from here on.
  return settled?.open ? again(5) : undefined;
}

/** Silence, or pushes that nobody was there to take: the operator is asked for the whole session, and in the end stopped. */
async function watchCharge(
  deps: ChargingDeps,
  row: SessionRow,
  missedPushes: boolean,
): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  if (missedPushes || silenceOf(row, now) >= SILENT_MS) {
    await deps.ask.sessions(row.operator_id, since(row));
  }
  if (isParkingDue(row, now))
    await changeSession(deps, row.user_id, row.id, (session, tx) => tellParking(deps, tx, session));
  if (silenceOf(row, now) < TELL_MS) return again(30);
  await changeSession(deps, row.user_id, row.id, async (session, tx) => {
    const silence = silenceOf(session, now);
    if ((session.step !== "STARTED" && session.step !== "FLOWING") || silence < TELL_MS)
      return false;
    if (silence >= STOP_MS) {
      await sendStop(deps, tx, session, "SILENT");
      return true;
    }
    const { name: place, operator_name: operator } = session.snapshot.location;
    const said = { of: "SILENT", place, operator } as const;
    const told = await tellOnce(deps, tx, session, "SILENT", said);
    if (told)
      deps.logger.error({ session: row.id, operator: row.operator_id }, "a charge is silent");
    return told;
  });
  return again(30);
}

async function watchStop(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const left = untilNextStop(row, deps.clock.now());
  if (left > 0) return again(Math.ceil(left / 1000));
  await deps.ask.sessions(row.operator_id, since(row));
  await changeSession(deps, row.user_id, row.id, async (session, tx) => {
    const now = deps.clock.now();
    if (session.step !== "STOPPING" || untilNextStop(session, now) > 0) return false;
    const word = Math.max(
      session.news_at?.getTime() ?? 0,
      (session.stop_asked_at ?? session.requested_at).getTime(),
    );
    const asked = (session.stop_asked_at ?? session.requested_at).getTime();
    if (now.getTime() - word >= GIVE_UP_MS || now.getTime() - asked >= IGNORED_MS) {
      giveUp(session, now);
      const { name: place, operator_name: operator } = session.snapshot.location;
      const said = { of: "GIVEN_UP", place, operator } as const;
      await tellOnce(deps, tx, session, "GIVEN_UP", said);
      deps.logger.error({ session: row.id, operator: row.operator_id }, "a charge was given up");
      return true;
    }
    await sendStop(deps, tx, session, "DRIVER");
    return true;
  });
  return again(STOP_AGAIN_MS.least / 1000);
}

/** Milliseconds until a stop is sent again: as long as it is tried already, within the bounds. */
function untilNextStop(row: SessionRow, now: Date): number {
  const sent = (row.stop_sent_at ?? row.requested_at).getTime();
  const tried = sent - (row.stop_asked_at?.getTime() ?? sent);
  const wait = Math.min(Math.max(tried, STOP_AGAIN_MS.least), STOP_AGAIN_MS.most);
  return sent + wait - now.getTime();
}

/** After a restart: every charge that is not settled is looked at now. */
export async function watchAll(deps: ChargingDeps): Promise<void> {
  const unsettled = await unsettledSessions(deps.database.db);
  await deps.database.transact(async (tx) => {
    for (const { user_id, id } of unsettled) {
      const at = { userId: user_id, sessionId: id, afterRestart: true };
      await deps.outbox.enqueue(tx, "charging.watch", at);
    }
  });
}
