import { done, refused, type Outcome } from "./api-error.ts";
import { newId, type Notes, type Order } from "./entities.ts";
import { findOrder, nowSeconds, scenarioOf, type Provider, type Scenario } from "./provider.ts";

const LEAST_PAISE = 100;

/** Scenarios in which receipts are not unique. */
const FORGETFUL: readonly Scenario[] = ["two_orders", "held_order"];

/** POST /v1/orders. One receipt is one order, except in a scenario that forgets receipts. */
export function createOrder(provider: Provider, body: Record<string, unknown>): Outcome<Order> {
  const amount = readAmount(body["amount"]);
  if (!amount.ok) return amount;
  if (body["currency"] !== "INR")
    return refused("Currency is not supported", { field: "currency" });
  const receipt = readReceipt(body["receipt"]);
  if (!receipt.ok) return receipt;
  const notes = readNotes(body["notes"]);
  if (!notes.ok) return notes;
  const capture = (body["payment"] as { capture?: unknown } | undefined)?.capture;
  if (capture !== undefined && capture !== "automatic") {
    return refused("Only automatic capture is simulated", { field: "payment.capture" });
  }

  const known =
    receipt.value === null || FORGETFUL.includes(scenarioOf(provider))
      ? undefined
      : findOrder(provider, provider.journal.get<string>("order_of_receipt", receipt.value) ?? "");
  if (known !== undefined) {
    return known.amount === amount.value
      ? done(known)
      : refused("The receipt belongs to an order of another amount", { field: "receipt" });
  }
  const order: Order = {
    id: newId("order"),
    entity: "order",
    amount: amount.value,
    amount_paid: 0,
    amount_due: amount.value,
    currency: "INR",
    receipt: receipt.value,
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: notes.value,
    created_at: nowSeconds(provider),
  };
  provider.journal.write([
    ["order", order.id, order],
    ...(order.receipt === null ? [] : [["order_of_receipt", order.receipt, order.id] as const]),
  ]);
  return done(order);
}

/** Whole paise, at least ₹1. */
export function readAmount(value: unknown): Outcome<number> {
  const field = "amount";
  if (value === undefined || value === null)
    return refused("The amount field is required.", { field });
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    return refused("The amount must be an integer.", { field });
  }
  return value < LEAST_PAISE
    ? refused("Order amount less than minimum amount allowed", { field })
    : done(value);
}

export function readReceipt(value: unknown): Outcome<string | null> {
  const field = "receipt";
  if (value === undefined || value === null) return done(null);
  if (typeof value !== "string" || value === "")
    return refused("The receipt must be a string.", { field });
  return value.length > 40
    ? refused("The receipt may not be greater than 40 characters.", { field })
    : done(value);
}

export function readNotes(value: unknown): Outcome<Notes> {
  const field = "notes";
  // PHP writes an empty object as an empty list; Razorpay accepts it.
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    return done({});
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    return refused("The notes must be an object.", { field });
  }
  const entries = Object.entries(value);
  if (entries.length > 15)
    return refused("Number of fields in notes should be at most 15", { field });
  const notes: Notes = {};
  for (const [key, text] of entries) {
    if (typeof text !== "string" && typeof text !== "number") {
      return refused("The values of notes must be text.", { field });
    }
    if (String(text).length > 256 || key.length > 256) {
      return refused("The notes may not be greater than 256 characters.", { field });
    }
    notes[key] = String(text);
  }
  return done(notes);
}
