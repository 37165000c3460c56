import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, ListOrder, Minor, queryInt, Reason } from "./shapes.ts";

const paging = {
  order: z._default(ListOrder, "NEWEST"),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: z._default(queryInt(1, 100), 50),
};
const driver = z.object({ id: Id, mobile_masked: z.nullable(z.string()) });

/** A part of a withdrawal on its way back to the payment it came from. */
export const ConsoleRefund = z.object({
  id: Id,
  created_at: Instant,
  driver,
  amount_minor: Minor,
  status: z.enum(["REQUESTED", "SENT", "DONE", "FAILED"]),
  /** At the payment provider. */
  payment_id: z.string(),
  refund_id: z.nullable(z.string()),
  /** Why it failed: then the money is in the wallet again, or went to another payment. */
  failure: z.nullable(z.string()),
  settled_at: z.nullable(Instant),
  /** The refund that tried this failed one again. */
  retried_by: z.nullable(Id),
});
/** Newest first. WAITING: not settled yet. */
export const listRefunds = route({
  method: "GET",
  path: "/provider/v1/refunds",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ state: z.optional(z.enum(["WAITING", "DONE", "FAILED"])), ...paging }),
  response: z.object({ content: z.array(ConsoleRefund), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** A wish to add money, with what became of it. */
export const ConsolePayment = z.object({
  id: Id,
  created_at: Instant,
  driver,
  amount_minor: Minor,
  status: z.enum(["CREATED", "PROCESSING", "CREDITED", "FAILED"]),
  order_id: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  settled_at: z.nullable(Instant),
});
/** Newest first. */
export const listPayments = route({
  method: "GET",
  path: "/provider/v1/payments",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z.optional(z.enum(["CREATED", "PROCESSING", "CREDITED", "FAILED"])),
    ...paging,
  }),
  response: z.object({ content: z.array(ConsolePayment), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** A cardholder's dispute of a payment, which the provider answers at the payment provider. */
export const PaymentDispute = z.object({
  /** The payment provider's. */
  id: z.string(),
  created_at: Instant,
  /** Null: nobody was credited for the payment. */
  driver: z.nullable(driver),
  payment_id: z.string(),
  amount_minor: Minor,
  state: z.enum(["OPEN", "WON", "LOST"]),
  /** As the payment provider says it, such as `under_review`. */
  status: z.string(),
  /** Until when evidence is wanted; null: not said. */
  respond_by: z.nullable(Instant),
  /** It is open, and the bank does not have our evidence yet. */
  evidence_wanted: z.boolean(),
  /** Set aside from the wallet, while it is open. */
  set_aside_minor: Minor,
  /** Taken for good; null: not decided. */
  loss_minor: z.nullable(Minor),
});
/** DEADLINE: those that want evidence first, the one that is due first before; then the others, newest first. */
export const listPaymentDisputes = route({
  method: "GET",
  path: "/provider/v1/payment-disputes",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z.optional(PaymentDispute.shape.state),
    ...paging,
    order: z._default(z.enum(["DEADLINE", ...ListOrder.options]), "DEADLINE"),
  }),
  response: z.object({ content: z.array(PaymentDispute), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});

/** What the payment provider's form asks for about a disputed payment. NOT_FOUND also where nobody was credited for it. */
export const savePaymentEvidence = route({
  method: "POST",
  path: "/provider/v1/payment-disputes/:id/evidence",
  access: { rule: "provider", effect: "EVIDENCE" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.never(),
  documents: ["application/pdf"],
  errors: ["NOT_FOUND"],
});

/**
 * Sends a failed refund again: what came back into the wallet goes to the same payment, as a new refund. Asked again it
 * answers that one. CONFLICT: it did not fail, or nothing came back into the wallet; the payment provider was asked first.
 */
export const retryRefund = route({
  method: "POST",
  path: "/provider/v1/refunds/:id/retry",
  access: { rule: "provider", effect: "BOOKS" },
  params: IdParams,
  response: data(z.object({ booked: z.boolean(), refund_id: Id, amount_minor: Minor })),
  errors: ["NOT_FOUND", "CONFLICT", "WITHDRAWAL_TOO_LARGE", "PAYMENT_PROVIDER_UNREACHABLE"],
});

/** Asks the payment provider what became of the orders of a payment. What it has captured is credited, once. */
export const askAboutPayment = route({
  method: "POST",
  path: "/provider/v1/payments/:id/ask-again",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  response: data(z.object({ status: ConsolePayment.shape.status, payments: z.int() })),
  errors: ["NOT_FOUND", "CONFLICT", "PAYMENT_PROVIDER_UNREACHABLE"],
});
