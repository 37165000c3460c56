import type { Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { changeSessionIn, type ChargingDeps, type SessionRow } from "../charging/index.ts";
import { dropCompanyCharge } from "../companies/index.ts";
import { releaseHold } from "../wallet/index.ts";
import { CLOSED_UNBILLED } from "./find-bill-owner.ts";

/**
 * The back office closes a charge that is over and has no bill: what is held goes back, in the caller's transaction. A
 * CDR that comes later is not billed by itself: it waits for a decision.
 */
export async function closeUnbilled(
  deps: ChargingDeps,
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Outcome<SessionRow, "SESSION_NOT_FOUND" | "CONFLICT">> {
  let why: string | null = null;
  const row = await changeSessionIn(deps, tx, userId, sessionId, async (session) => {
    why = whyNot(session);
    if (why !== null) return false;
    const at = deps.clock.now();
    if (session.snapshot.hold_minor === null) await dropCompanyCharge(tx, sessionId, at);
    else {
      const reason = `Nothing to pay for the charge at ${session.snapshot.location.name}`;
      await releaseHold(tx, { userId, sessionId, status: "RELEASED", reason, at });
    }
    session.closed_at = at;
    session.provisional_since = null;
    session.told = [...session.told, CLOSED_UNBILLED];
    return true;
  });
  if (!row) return refuse("SESSION_NOT_FOUND");
  return why === null ? done(row) : refuse("CONFLICT", { message: why });
}

/** Null: it can be closed. */
export function whyNot(row: SessionRow): string | null {
  if (row.cdr_id !== null) return "It has a bill. Correct the bill instead.";
  if (row.open) return "It is not over. Stop it first.";
  if (row.step !== "ENDED" || row.status === "INVALID" || row.closed_at !== null)
    return "It is settled already.";
  return null;
}
