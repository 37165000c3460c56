import * as z from "zod/mini";
import { route } from "./route.ts";
import { Id, Instant, Minor, queryInt } from "./shapes.ts";

const read = { rule: "provider", role: "read" } as const;
const paging = {
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: z._default(queryInt(1, 100), 50),
};
const driver = z.object({ id: Id, mobile_masked: z.nullable(z.string()) });

/** A part of a withdrawal on its way back to the payment it came from. */
export const DeskRefund = z.object({
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
});
/** Newest first. WAITING: not settled yet. */
export const listRefunds = route({
  method: "GET",
  path: "/provider/v1/refunds",
  access: read,
  query: z.object({ state: z.optional(z.enum(["WAITING", "DONE", "FAILED"])), ...paging }),
  response: z.object({ content: z.array(DeskRefund), next_cursor: z.nullable(z.string()) }),
  errors: ["INVALID_INPUT"],
});

/** A wish to add money, with what became of it. */
export const DeskPayment = z.object({
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
  access: read,
  query: z.object({
    state: z.optional(z.enum(["CREATED", "PROCESSING", "CREDITED", "FAILED"])),
    ...paging,
  }),
  response: z.object({ content: z.array(DeskPayment), next_cursor: z.nullable(z.string()) }),
  errors: ["INVALID_INPUT"],
});
