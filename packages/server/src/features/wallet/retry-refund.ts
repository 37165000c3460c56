import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { LEAST_REFUND } from "./allocate.ts";
import { lockWallet } from "./ledger.store.ts";
import type { RefundNotice } from "./notices.ts";
import { lookFor, type RefundDeps } from "./send-refund.ts";
import { setAside, unused } from "./withdraw.ts";
import {
  findRefundByReceipt,
  findRetry,
  lockRefund,
  reopenPayment,
  returnedOf,
  sourceOf,
  type RefundRow,
} from "./withdrawal.store.ts";

type Retried = { booked: boolean; refund_id: string; amount_minor: number };
type Refusals = "NOT_FOUND" | "CONFLICT" | "WITHDRAWAL_TOO_LARGE" | "PAYMENT_PROVIDER_UNREACHABLE";

/**
 * Sends a failed refund again, as a new one: what came back into the wallet is set aside and goes to the same payment. The
 * provider is asked first, because a refund that it has after all must not be sent twice.
 */
export async function retryRefund(
  deps: RefundDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<Retried, Refusals>> {
  const { db } = deps.database;
  const failed = await findRefundByReceipt(db, id);
  if (!failed) return refuse("NOT_FOUND");
  const state = whetherFailed(failed);
  if (!state.ok) return state;
  if (!(await findRetry(db, failed.user_id, id))) {
    const asked = await whetherGone(deps, backoffice, failed);
    if (!asked.ok) return asked;
  }
  return backoffice.transact<Retried, Refusals>(async (tx) => {
    const { user_id: userId, payment_id: paymentId } = failed;
    const balances = await lockWallet(tx, userId);
    const earlier = await findRetry(tx, userId, id);
    if (earlier) return done(retriedBy(earlier, false));
    const now = whetherFailed((await lockRefund(tx, userId, id))!);
    if (!now.ok) return now;
    const amount = await returnedOf(tx, userId, id);
    const source = await sourceOf(tx, userId, paymentId);
    if (!source || amount < LEAST_REFUND || source.left < amount)
      return refuse("CONFLICT", {
        message: "Nothing of it is left to send: it went to another payment instead.",
      });
    const available = unused(balances);
    if (available < amount)
      return refuse("WITHDRAWAL_TOO_LARGE", {
        message: "The driver has spent what came back into the wallet.",
        extra: { available_minor: Number(available) },
      });
    await reopenPayment(tx, userId, paymentId);
    await setAside(deps, tx, {
      userId,
      balances,
      parts: [{ source, amount }],
      asked: amount,
      cause: "REQUEST",
      key: null,
      retryOf: id,
    });
    return done(retriedBy((await findRetry(tx, userId, id))!, true));
  });
}

const retriedBy = ({ id, amount }: { id: string; amount: bigint }, booked: boolean): Retried => ({
  booked,
  refund_id: id,
  amount_minor: Number(amount),
});

const whetherFailed = ({ status }: RefundRow): Outcome<null, "CONFLICT"> =>
  status === "FAILED"
    ? done(null)
    : refuse("CONFLICT", {
        message: status === "DONE" ? "It has been paid out." : "It is still on its way.",
      });

/** Whether the provider has a failed refund after all; then its answer is handled like its notice. */
async function whetherGone(
  deps: RefundDeps,
  backoffice: BackofficeCall,
  failed: RefundRow,
): Promise<Outcome<null, "CONFLICT" | "PAYMENT_PROVIDER_UNREACHABLE">> {
  const known = await lookFor(deps.razorpay, failed);
  if (known === null) return done(null);
  if (known.outcome !== "MADE")
    return refuse("PAYMENT_PROVIDER_UNREACHABLE", {
      message: "The payment provider cannot say whether it has this refund. Try again later.",
    });
  const { refund } = known;
  if (refund.status === "failed") return done(null);
  return backoffice.transact<null, "CONFLICT">(async (tx) => {
    await deps.outbox.enqueue(tx, "refund.notice", { refund } satisfies RefundNotice);
    return refuse("CONFLICT", {
      message:
        refund.status === "processed"
          ? "The payment provider has paid it out after all. Nothing was sent again."
          : "The payment provider has it under way after all. Nothing was sent again.",
    });
  });
}
