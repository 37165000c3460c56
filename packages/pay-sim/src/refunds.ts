import { createHash } from "node:crypto";
import { done, refused, type ApiError, type Outcome } from "./api-error.ts";
import { newId, type Payment, type Refund } from "./entities.ts";
import { readAmount, readNotes, readReceipt } from "./orders.ts";
import {
  findPayment,
  findRefund,
  nowSeconds,
  refundScenarioOf,
  type Provider,
  type RefundScenario,
} from "./provider.ts";
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
    const forgotten = refundScenarioOf(provider) === "forgets_keys";
    const used = forgotten
      ? undefined
      : provider.journal.get<UsedKey>("refund_key", idempotencyKey);
    if (used !== undefined) {
      return used.hash === hash
        ? done(findRefund(provider, used.refund_id)!)
        : refused("Different request body sent for the same Idempotency Header");
    }
  }

  const checked = check(payment, body);
  if (!checked.ok) return checked;
  const scenario = refundScenarioOf(provider, payment.order_id);
  const first = isFirst(provider, `${paymentId} ${idempotencyKey ?? ""}`);
  const before = first ? obstacle(scenario) : null;
  if (before !== null) return before;

  const refund: Refund = {
    id: newId("rfnd"),
    entity: "refund",
    currency: "INR",
    payment_id: payment.id,
    acquirer_data: { arn: null },
    created_at: nowSeconds(provider),
    batch_id: null,
    status: scenario.startsWith("pending") ? "pending" : "processed",
    speed_processed: "normal",
    ...checked.value,
  };
  const after = withRefunded(payment, payment.amount_refunded + refund.amount);
  const events = [
    "refund.created" as const,
    ...(refund.status === "processed" ? ["refund.processed" as const] : []),
  ];
  const later: LateRefund = {
    refund_id: refund.id,
    at: provider.clock.now() + (scenario === "pending_for_days" ? DAYS_MS : LATE_REFUND_MS),
    status: scenario === "pending_then_failed" ? "failed" : "processed",
  };
  const others = provider.journal.get<string[]>("refunds_of_payment", payment.id) ?? [];
  const used: UsedKey = { hash, refund_id: refund.id };
  provider.journal.write([
    ["refund", refund.id, refund],
    ["refunds_of_payment", payment.id, [...others, refund.id]],
    ["payment", payment.id, after],
    ...(idempotencyKey === null ? [] : [["refund_key", idempotencyKey, used] as const]),
    ...(refund.status === "pending" ? [["late_refund", refund.id, later] as const] : []),
    ...announce(
      provider,
      events.map((event) => ({ event, payload: { refund, payment: after } })),
    ),
  ]);
  return first && LOSES_ANSWERS.includes(scenario) ? gateway : done(refund);
}

/** Pays out or fails the pending refunds that are due. */
export function settleLate(provider: Provider): void {
  for (const late of provider.journal.all<LateRefund>("late_refund")) {
    if (late.at > provider.clock.now()) continue;
    const refund: Refund = { ...findRefund(provider, late.refund_id)!, status: late.status };
    const payment = findPayment(provider, refund.payment_id)!;
    // A failed amount can be refunded again.
    const back = late.status === "failed" ? refund.amount : 0;
    const after = withRefunded(payment, payment.amount_refunded - back);
    provider.journal.write([
      ["late_refund", refund.id, null],
      ["refund", refund.id, refund],
      ["payment", after.id, after],
      ...announce(provider, [
        { event: `refund.${late.status}`, payload: { refund, payment: after } },
      ]),
    ]);
  }
}

/** A pending refund and its outcome. */
type LateRefund = { refund_id: string; at: number; status: "processed" | "failed" };
export const LATE_REFUND_MS = 60_000;
export const DAYS_MS = 3 * 86_400_000;
const LOSES_ANSWERS: readonly RefundScenario[] = ["made_but_broken", "forgets_keys"];

function withRefunded(payment: Payment, amount_refunded: number): Payment {
  const full = amount_refunded === payment.amount;
  return {
    ...payment,
    amount_refunded,
    refund_status: full ? "full" : amount_refunded > 0 ? "partial" : null,
    status: full ? "refunded" : "captured",
  };
}

/** Fails each request once; in memory only, like a temporary failure of a provider. */
function isFirst(provider: Provider, request: string): boolean {
  const tried = TRIED.get(provider) ?? new Set();
  TRIED.set(provider, tried);
  const first = !tried.has(request);
  tried.add(request);
  return first;
}
const TRIED = new WeakMap<Provider, Set<string>>();

const gateway = failure(502, "GATEWAY_ERROR", "The gateway did not answer.");

function obstacle(scenario: RefundScenario): { ok: false; failure: ApiError } | null {
  switch (scenario) {
    case "refused":
      return refused("The payment cannot be refunded: it is too old.");
    case "in_flight_once":
      return failure(409, "BAD_REQUEST_ERROR", "Another request with this key is in flight.");
    case "rate_limited_once":
      return failure(429, "BAD_REQUEST_ERROR", "Too many requests.", { "retry-after": "2" });
    case "broken_once":
      return gateway;
    default:
      return null;
  }
}

function failure(
  status: number,
  code: ApiError["error"]["code"],
  description: string,
  headers: Record<string, string> = {},
): { ok: false; failure: ApiError } {
  const { failure: shape } = refused(description, { status });
  return { ok: false, failure: { ...shape, headers, error: { ...shape.error, code } } };
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
