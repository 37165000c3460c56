import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findReference, lockSession } from "../charging/index.ts";
import { lockDispute, settleDispute } from "./dispute.store.ts";
import { settleDisputedCost } from "./operator-cost.ts";

type Decided = { booked: boolean; owed_minor: number };

/**
 * The back office decides how much of a disputed amount we owe the operator:
 * paise, GST included, up to what is disputed. The rest is not owed. The driver's bill does not change.
 */
export function decideDispute(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  decision: { cdrId: string; owedMinor: bigint; reason: string },
): Promise<Outcome<Decided, "NOT_FOUND" | "CONFLICT">> {
  const { cdrId, owedMinor: owed, reason } = decision;
  return backoffice.transact<Decided, "NOT_FOUND" | "CONFLICT">(async (tx) => {
    // Locks the session first, like everything that changes its bill.
    const named = await findReference(tx, `cdr:${cdrId}`);
    if (named) await lockSession(tx, named.user_id, named.session_id);
    const dispute = await lockDispute(tx, cdrId);
    if (!dispute) return refuse("NOT_FOUND", { message: "There is no dispute about that bill." });
    if (dispute.owed === owed) return done({ booked: false, owed_minor: Number(owed) });
    if (dispute.state === "CLOSED") return refuse("CONFLICT", { message: "It is closed." });
    const most = await settleDisputedCost(tx, { dispute, owed, at: clock.now() });
    if (most !== null)
      return refuse("CONFLICT", { message: `At most ${Number(most) / 100} rupees are disputed.` });
    await settleDispute(tx, { ...dispute, owed, because: reason });
    return done({ booked: true, owed_minor: Number(owed) });
  });
}
