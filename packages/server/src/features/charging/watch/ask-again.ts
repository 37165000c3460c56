import type { Tx } from "../../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../../platform/http/problem.ts";
import type { ChargingDeps } from "../change-session.ts";
import { lockSession, type SessionRow } from "../session.store.ts";
import { watchAt } from "./watch-soon.ts";

/**
 * Has the operator asked about a charge now, in the caller's transaction: its watch, which would ask later, is due at
 * once. A charge that is settled is not asked about any more.
 */
export async function askAgain(
  deps: ChargingDeps,
  tx: Tx,
  at: { userId: string; sessionId: string },
): Promise<Outcome<SessionRow, "SESSION_NOT_FOUND" | "SESSION_NOT_ACTIVE">> {
  const row = await lockSession(tx, at.userId, at.sessionId);
  if (!row) return refuse("SESSION_NOT_FOUND");
  if (!isUnsettled(row)) return refuse("SESSION_NOT_ACTIVE", { message: SETTLED });
  await watchAt(deps, tx, row, deps.clock.now());
  return done(row);
}

/** Whether something of it is still to come. */
export const isUnsettled = ({ open, step, status, closed_at, provisional_since }: SessionRow) =>
  open ||
  (step === "ENDED" && closed_at === null && status !== "INVALID") ||
  provisional_since !== null;

const SETTLED = "This charge is settled: there is nothing to ask the operator about.";
