import { createHash } from "node:crypto";
import type { Tx } from "../../platform/database/database.ts";
import { isDispute, isPayment, isRefund, type Payment, type Refund } from "./razorpay.ts";
import type { TopUpDeps } from "./top-up.ts";
import { receiveEvent } from "./top-up.store.ts";

/** The outbox payload of a notice. */
export type PaymentNotice = { orderId: string; payment: Payment };
export type RefundNotice = { refund: Refund };
export type DisputeNotice = { disputeId: string };

type Entity = { entity?: unknown };
type Notice = { event?: string; payload?: { payment?: Entity; refund?: Entity; dispute?: Entity } };

/** Accepts a payment provider's notice: checks the signature over the raw body, once per event id. It is handled after the answer. */
export async function receiveNotice(
  deps: TopUpDeps,
  notice: { rawBody: string; signature: string; eventId: string },
): Promise<"TAKEN" | "REFUSED"> {
  if (!deps.razorpay.webhookSigned(notice.rawBody, notice.signature)) return "REFUSED";
  const work = workOf(deps, readNotice(notice.rawBody));
  if (!work) return "TAKEN";
  const hash = createHash("sha256").update(notice.rawBody).digest("hex");
  await deps.database.transact(async (tx) => {
    const key = notice.eventId || hash;
    if (await receiveEvent(tx, "razorpay", key, hash, deps.clock.now())) await work(tx);
  });
  return "TAKEN";
}

/** The task of a notice; null: an unknown kind. A notice of a refund or dispute contains its payment too. */
function workOf(deps: TopUpDeps, notice: Notice | null): ((tx: Tx) => Promise<void>) | null {
  const event = typeof notice?.event === "string" ? notice.event : "";
  const refund = notice?.payload?.refund?.entity;
  if (event.startsWith("refund.")) {
    if (!isRefund(refund)) return null;
    const { id, payment_id, amount, status, receipt } = refund;
    const told = { refund: { id, payment_id, amount, status, receipt } } satisfies RefundNotice;
    return (tx) => deps.outbox.enqueue(tx, "refund.notice", told);
  }
  const dispute = notice?.payload?.dispute?.entity;
  if (event.startsWith("payment.dispute.")) {
    if (!isDispute(dispute)) return null;
    const told = { disputeId: dispute.id } satisfies DisputeNotice;
    return (tx) => deps.outbox.enqueue(tx, "dispute.notice", told);
  }
  const payment = notice?.payload?.payment?.entity;
  if (!isPayment(payment) || !payment.order_id) return null;
  const told = { orderId: payment.order_id, payment: bareOf(payment) } satisfies PaymentNotice;
  return (tx) => deps.outbox.enqueue(tx, "payment.notice", told);
}

/** The fields of a payment that we use. The payer's number, e-mail address and bank account are not stored. */
function bareOf({ id, order_id, amount, currency, status, method, card }: Payment): Payment {
  const last4 = card?.last4;
  return {
    id,
    order_id,
    amount,
    currency,
    status,
    ...(method === undefined ? {} : { method }),
    ...(last4 === undefined ? {} : { card: { last4 } }),
  };
}

function readNotice(rawBody: string): Notice | null {
  try {
    const read: unknown = JSON.parse(rawBody);
    return typeof read === "object" ? read : null;
  } catch {
    return null;
  }
}
