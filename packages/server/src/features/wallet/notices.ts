import { createHash } from "node:crypto";
import type { Tx } from "../../platform/database/database.ts";
import { isPayment, isRefund, type Payment, type Refund } from "./razorpay.ts";
import type { TopUpDeps } from "./top-up.ts";
import { receiveEvent } from "./top-up.store.ts";
import { putDispute } from "./withdrawal.store.ts";

/** The outbox payload of a notice. */
export type PaymentNotice = { orderId: string; payment: Payment };
export type RefundNotice = { refund: Refund };

type Entity = { entity?: unknown };
type Notice = { event?: string; payload?: { payment?: Entity; refund?: Entity; dispute?: Entity } };
type Dispute = { id: string; payment_id: string; amount: number; status: string };

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
    return isDispute(dispute) ? (tx) => keepDispute(deps, tx, event, dispute) : null;
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

async function keepDispute(
  deps: TopUpDeps,
  tx: Tx,
  event: string,
  dispute: Dispute,
): Promise<void> {
  deps.logger.error(
    { event, dispute: dispute.id, payment: dispute.payment_id, amount: dispute.amount },
    "a payment is disputed",
  );
  await putDispute(tx, {
    id: dispute.id,
    paymentId: dispute.payment_id,
    amount: BigInt(dispute.amount),
    status: dispute.status,
    body: dispute,
    at: deps.clock.now(),
  });
}

function isDispute(value: unknown): value is Dispute {
  const d = value as Partial<Dispute> | null;
  return (
    typeof d === "object" &&
    d !== null &&
    typeof d.id === "string" &&
    typeof d.payment_id === "string" &&
    Number.isSafeInteger(d.amount) &&
    typeof d.status === "string"
  );
}

function readNotice(rawBody: string): Notice | null {
  try {
    const read: unknown = JSON.parse(rawBody);
    return typeof read === "object" ? read : null;
  } catch {
    return null;
  }
}
