import type { OutboxOutcome } from "../../platform/outbox.ts";
import { changeSession, take, type ChargingDeps } from "./change-session.ts";
import { failSession } from "./fail-session.ts";
import { findSession, unsettledSessions, type SessionRow } from "./session.store.ts";
import { sendStop } from "./stop-session.ts";

const GRACE_MS = 60_000;
const SILENT_MS = 60_000;
const STOP_AGAIN_MS = 10_000;

const again = (seconds: number): OutboxOutcome => ({ retryAfterSeconds: seconds });

/**
 * Looks after a session until it is settled: asks the operator when it is silent, sends a stop again that did not
 * work, fetches the charge record that did not come. Started with the session and after every restart.
 */
export async function watchSession(
  deps: ChargingDeps,
  at: { userId: string; sessionId: string; afterRestart?: boolean },
  attempts: number,
): Promise<OutboxOutcome> {
  const row = await findSession(deps.database.db, at.userId, at.sessionId);
  if (!row) return;
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
      await deps.ask.cdrs(row.operator_id, since(row));
      return again(Math.min(5 * 2 ** Math.min(attempts, 7), 600));
    default:
      return;
  }
}

const since = (row: SessionRow) => new Date(row.requested_at.getTime() - 60_000);

/** No answer in time: the operator is asked. What it does not know did not start. */
async function settleStart(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const now = deps.clock.now();
  const left = row.answer_due_at.getTime() - now.getTime();
  if (left > 0) return again(Math.ceil(left / 1000));
  // The driver sees that we ask while we do.
  await changeSession(deps, row.user_id, row.id, (session) => take(session, "UNKNOWN", now));
  const asked = await deps.ask.sessions(row.operator_id, since(row));
  const tooLate = now.getTime() > row.answer_due_at.getTime() + GRACE_MS;
  if (!asked && !tooLate) return again(5);
  let waits = false;
  await changeSession(deps, row.user_id, row.id, async (session, tx) => {
    const unanswered =
      session.step === "SENT" || session.step === "ACCEPTED" || session.step === "UNKNOWN";
    if (!unanswered) return false;
    if (session.ocpi_session_id && !tooLate) {
      waits = true;
      return false;
    }
    const code = session.stop_asked_at ? "CANCELLED" : "NO_ANSWER";
    // An operator that opened a session, or could not be asked, may still charge for it.
    const certain = asked && !session.ocpi_session_id;
    return failSession(deps, tx, session, code, certain);
  });
  return waits ? again(5) : undefined;
}

/** Silence, or pushes that nobody was there to take: the operator is asked for the whole session. */
async function watchCharge(
  deps: ChargingDeps,
  row: SessionRow,
  missedPushes: boolean,
): Promise<OutboxOutcome> {
  const silence = deps.clock.now().getTime() - (row.news_at ?? row.requested_at).getTime();
  if (missedPushes || silence >= SILENT_MS) await deps.ask.sessions(row.operator_id, since(row));
  return again(30);
}

async function watchStop(deps: ChargingDeps, row: SessionRow): Promise<OutboxOutcome> {
  const waitedFor = (session: SessionRow) =>
    deps.clock.now().getTime() - (session.stop_sent_at ?? session.requested_at).getTime();
  const waited = waitedFor(row);
  if (waited < STOP_AGAIN_MS) return again(Math.ceil((STOP_AGAIN_MS - waited) / 1000));
  await deps.ask.sessions(row.operator_id, since(row));
  await changeSession(deps, row.user_id, row.id, async (session, tx) => {
    if (session.step !== "STOPPING" || waitedFor(session) < STOP_AGAIN_MS) return false;
    await sendStop(deps, tx, session, "DRIVER");
    return true;
  });
  return again(10);
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
