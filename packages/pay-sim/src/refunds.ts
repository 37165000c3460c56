import { createHash } from "node:crypto";
import { done, refused, type Outcome } from "./api-error.ts";
import { newId, type Payment, type Refund } from "./entities.ts";
import { readAmount, readNotes, readReceipt } from "./orders.ts";
import { findPayment, findRefund, nowSeconds, type Provider } from "./provider.ts";
import { announce } from "./webhooks.ts";

type UsedKey = { hash: string; refund_id: string };

/** POST /v1/payments/{id}/refund. The same idempotency key and body give the same refund. */
export function refundPayment(
  provider: Provider,
  paymentId: string,
  body: Record<string, unknown>,
  idempotencyKey: string | null,
): Outcome<Refund> {
  const payment = findPayment(provider, paymentId);
  if (payment === undefined) return refused("The id provided does not exist");
  const hash = createHash("sha256")
    .update(`${paymentId}\n${JSON.stringify(body)}`)
    .digest("hex");
  if (idempotencyKey !== null) {
    if (!/^[A-Za-z0-9_-]{10,}$/.test(idempotencyKey)) {
      return refused("The idempotency key must have at least 10 letters, digits, - or _.");
    }
    const used = provider.journal.get<UsedKey>("refund_key", idempotencyKey);
    if (used !== undefined) {
      return used.hash === hash
        ? done(findRefund(provider, used.refund_id)!)
        : refused("Different request body sent for the same Idempotency Header");
    }
  }

  const checked = check(payment, body);
  if (!checked.ok) return checked;
  const refund: Refund = {
    id: newId("rfnd"),
    entity: "refund",
    currency: "INR",
    payment_id: payment.id,
    acquirer_data: { arn: null },
    created_at: nowSeconds(provider),
    batch_id: null,
    status: "processed",
    speed_processed: "normal",
    ...checked.value,
  };
  const amount_refunded = payment.amount_refunded + refund.amount;
  const full = amount_refunded === payment.amount;
  const after: Payment = {
    ...payment,
    amount_refunded,
    refund_status: full ? "full" : "partial",
    status: full ? "refunded" : "captured",
  };
  provider.journal.write([
    ["refund", refund.id, refund],
    ["payment", payment.id, after],
    ...(idempotencyKey === null
      ? []
      : [
          ["refund_key", idempotencyKey, { hash, refund_id: refund.id } satisfies UsedKey] as const,
        ]),
    ...announce(provider, [
      { event: "refund.created", payload: { refund, payment: after } },
      { event: "refund.processed", payload: { refund, payment: after } },
    ]),
  ]);
  return done(refund);
}

type Wanted = Pick<Refund, "amount" | "notes" | "receipt" | "speed_requested">;

function check(payment: Payment, body: Record<string, unknown>): Outcome<Wanted> {
  if (payment.status === "refunded") return refused("The payment has been fully refunded already");
  if (payment.status !== "captured") {
    return refused("The payment status should be captured for action to be taken");
  }
  const left = payment.amount - payment.amount_refunded;
  const amount = body["amount"] === undefined ? done(left) : readAmount(body["amount"]);
  if (!amount.ok) return amount;
  if (amount.value > left) {
    return refused("The total refund amount is greater than the refund payment amount", {
      field: "amount",
    });
  }
  const speed = body["speed"] ?? "normal";
  if (speed !== "normal" && speed !== "optimum") {
    return refused("The speed must be normal or optimum.", { field: "speed" });
  }
  const receipt = readReceipt(body["receipt"]);
  if (!receipt.ok) return receipt;
  const notes = readNotes(body["notes"]);
  if (!notes.ok) return notes;
  return done({
    amount: amount.value,
    notes: notes.value,
    receipt: receipt.value,
    speed_requested: speed,
  });
}
