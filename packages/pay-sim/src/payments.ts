import { createHmac } from "node:crypto";
import { done, refused, type ApiError, type Outcome } from "./api-error.ts";
import { newId, type Method, type Order, type Payment } from "./entities.ts";
import type { Put } from "./journal.ts";
import { findOrder, nowSeconds, scenarioOf, type Provider } from "./provider.ts";
import { announce, LATE_CAPTURE_MS } from "./webhooks.ts";

/** What checkout returns to the shop's page. */
export type CheckoutResult = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type PayRequest = {
  orderId: string;
  method: Method;
  /** the payer's UPI address */
  vpa?: string | undefined;
  /** the payer chose a failure */
  fail?: boolean;
  description?: string | null;
  email?: string | null;
  contact?: string | null;
};

/** A payment that is decided later: captured after it had failed, or released after it was authorised. */
type LateChange = { payment_id: string; at: number };

const FAILURE = {
  error_code: "BAD_REQUEST_ERROR",
  error_description: "Your payment was declined by the bank. Try again or use another method.",
  error_source: "bank",
  error_step: "payment_authorization",
  error_reason: "payment_failed",
} as const;
const NO_FAILURE = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

/** Pays an order in full, or fails to, depending on the current scenario. */
export function pay(provider: Provider, request: PayRequest): Outcome<CheckoutResult> {
  const order = findOrder(provider, request.orderId);
  if (order === undefined) return refused("The id provided does not exist");
  if (order.status === "paid") return refused("Payment already done for this order.");
  const late = !request.fail && scenarioOf(provider) === "failed_then_captured";
  if (!request.fail && scenarioOf(provider) === "authorized_then_failed") {
    return authorizeOnly(provider, order, request);
  }
  return request.fail || late
    ? failPayment(provider, order, request, late)
    : takePayment(provider, order, request);
}

function newPayment(
  provider: Provider,
  order: Pick<Order, "id" | "amount" | "notes">,
  request: PayRequest,
): Payment {
  const upi = request.method === "upi";
  const card = { id: newId("card"), last4: "1111", network: "Visa" };
  return {
    id: newId("pay"),
    entity: "payment",
    amount: order.amount,
    currency: "INR",
    status: "authorized",
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: request.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: request.description ?? null,
    card_id: upi ? null : card.id,
    ...(upi ? {} : { card }),
    bank: null,
    wallet: null,
    vpa: upi ? (request.fail ? "failure@razorpay" : (request.vpa ?? "success@razorpay")) : null,
    email: request.email ?? null,
    contact: request.contact ?? null,
    notes: order.notes,
    fee: null,
    tax: null,
    ...NO_FAILURE,
    acquirer_data: {},
    created_at: nowSeconds(provider),
  };
}

/** A payment without a webhook that need not fit its order: another amount or currency, or a second one. */
export function putOddPayment(
  provider: Provider,
  odd: Pick<Payment, "order_id" | "amount" | "currency" | "status"> & { id: string | null },
): Payment {
  const like: Pick<Order, "id" | "amount" | "notes"> = {
    id: odd.order_id,
    amount: odd.amount,
    notes: {},
  };
  const made = newPayment(provider, like, { orderId: odd.order_id, method: "upi" });
  const captured = odd.status === "captured";
  const payment: Payment = {
    ...made,
    id: odd.id ?? made.id,
    status: odd.status,
    currency: odd.currency,
    captured,
  };
  provider.journal.write(putPayment(provider, payment));
  return payment;
}

function takePayment(
  provider: Provider,
  order: Order,
  request: PayRequest,
): Outcome<CheckoutResult> {
  const authorized = newPayment(provider, order, request);
  const captured = capture(authorized);
  const paid = payOff(order, order.attempts + 1);
  provider.journal.write([
    ["order", order.id, paid],
    ...putPayment(provider, captured),
    ...announce(provider, [
      { event: "payment.authorized", payload: { payment: authorized } },
      { event: "payment.captured", payload: { payment: captured } },
      { event: "order.paid", payload: { payment: captured, order: paid } },
    ]),
  ]);
  return done(sign(provider, captured));
}

/** The bank said yes, the capture never comes: after a while the payment fails. */
function authorizeOnly(
  provider: Provider,
  order: Order,
  request: PayRequest,
): Outcome<CheckoutResult> {
  const authorized = newPayment(provider, order, request);
  const tried: Order = { ...order, status: "attempted", attempts: order.attempts + 1 };
  const after: LateChange = {
    payment_id: authorized.id,
    at: provider.clock.now() + LATE_CAPTURE_MS,
  };
  provider.journal.write([
    ["order", order.id, tried],
    ...putPayment(provider, authorized),
    ["late", authorized.id, after],
    ...announce(provider, [{ event: "payment.authorized", payload: { payment: authorized } }]),
  ]);
  return done(sign(provider, authorized));
}

/** The changes that store a payment and its index by order. */
function putPayment(provider: Provider, payment: Payment): Put[] {
  const others = provider.journal.get<string[]>("payments_of_order", payment.order_id) ?? [];
  const ids = others.includes(payment.id) ? others : [...others, payment.id];
  return [
    ["payment", payment.id, payment],
    ["payments_of_order", payment.order_id, ids],
  ];
}

function failPayment(
  provider: Provider,
  order: Order,
  request: PayRequest,
  late: boolean,
): { ok: false; failure: ApiError } {
  const failed: Payment = { ...newPayment(provider, order, request), status: "failed", ...FAILURE };
  const tried: Order = { ...order, status: "attempted", attempts: order.attempts + 1 };
  const after: LateChange = {
    payment_id: failed.id,
    at: provider.clock.now() + LATE_CAPTURE_MS,
  };
  const later: Put[] = late ? [["late", failed.id, after]] : [];
  provider.journal.write([
    ["order", order.id, tried],
    ...putPayment(provider, failed),
    ...later,
    ...announce(provider, [{ event: "payment.failed", payload: { payment: failed } }]),
  ]);
  return {
    ok: false,
    failure: {
      status: 400,
      error: {
        code: FAILURE.error_code,
        description: FAILURE.error_description,
        source: FAILURE.error_source,
        step: FAILURE.error_step,
        reason: FAILURE.error_reason,
        metadata: { order_id: order.id, payment_id: failed.id },
      },
    },
  };
}

/** Captures late payments that are due; releases authorised ones that are due. */
export function captureLate(provider: Provider): void {
  for (const late of provider.journal.all<LateChange>("late")) {
    if (late.at > provider.clock.now()) continue;
    const failed = provider.journal.get<Payment>("payment", late.payment_id)!;
    const order = findOrder(provider, failed.order_id)!;
    const closed: Put = ["late", late.payment_id, null];
    if (failed.status === "authorized") {
      const gone: Payment = { ...failed, status: "failed", ...FAILURE };
      provider.journal.write([
        closed,
        ["payment", gone.id, gone],
        ...announce(provider, [{ event: "payment.failed", payload: { payment: gone } }]),
      ]);
      continue;
    }
    // Paid by another attempt in the meantime: the bank refunds it by itself.
    if (order.status === "paid") {
      provider.journal.write([closed]);
      continue;
    }
    const captured = capture({ ...failed, ...NO_FAILURE });
    const paid = payOff(order, order.attempts);
    provider.journal.write([
      closed,
      ["order", order.id, paid],
      ["payment", captured.id, captured],
      ...announce(provider, [
        { event: "payment.captured", payload: { payment: captured } },
        { event: "order.paid", payload: { payment: captured, order: paid } },
      ]),
    ]);
  }
}

function payOff(order: Order, attempts: number): Order {
  return { ...order, status: "paid", amount_paid: order.amount, amount_due: 0, attempts };
}

function capture(payment: Payment): Payment {
  // Cards cost the shop 2 % and 18 % GST on that; UPI costs nothing.
  const fee = payment.method === "upi" ? 0 : Math.round((payment.amount * 236) / 10_000);
  const tax = payment.method === "upi" ? 0 : Math.round((payment.amount * 36) / 10_000);
  return { ...payment, status: "captured", captured: true, fee, tax };
}

function sign(provider: Provider, payment: Payment): CheckoutResult {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: createHmac("sha256", provider.keySecret)
      .update(`${payment.order_id}|${payment.id}`)
      .digest("hex"),
  };
}
