import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { retryDelay } from "./retry-delay.ts";
import { creditPayment } from "./credit-payment.ts";
import type { PaymentNotice } from "./notices.ts";
import { orderOf, type TopUpDeps } from "./top-up.ts";
import { isCredited } from "./withdrawal.store.ts";

/** About two hours in total, by which time the provider's read replicas are up to date. */
const LAST_ATTEMPT_UNCONFIRMED = 13;

/**
 * A notice of a captured payment is only a hint: whoever knows the webhook secret can write one. Before money moves,
 * the provider is asked for that payment, and its answer counts. While it cannot be asked, the notice waits. A driver who
 * returns from checkout does not wait for the notice, as that return asks too.
 */
export async function onPaymentNotice(
  deps: TopUpDeps,
  { orderId, payment }: PaymentNotice,
  attempts: number,
): Promise<OutboxOutcome> {
  if (payment.status !== "captured") {
    await creditPayment(deps, orderId, payment);
    return;
  }
  const topUp = await orderOf(deps, orderId);
  if (topUp && (await isCredited(deps.database.db, topUp.user_id, payment.id))) return;
  const told = await deps.razorpay.payment(payment.id);
  if (told !== null && told !== "NONE" && told.status === "captured" && told.order_id) {
    await creditPayment(deps, told.order_id, told);
    return;
  }
  if (told === null || attempts < LAST_ATTEMPT_UNCONFIRMED) {
    return { retryAfterSeconds: retryDelay(attempts) };
  }
  deps.logger.error(
    { order: orderId, payment: payment.id, amount: payment.amount },
    "a notice says that a payment is captured, and the provider does not",
  );
}
