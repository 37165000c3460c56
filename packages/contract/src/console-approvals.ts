import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, ListOrder, Minor, queryInt, Reason } from "./shapes.ts";

/**
 * What the staff did with money, and changes that wait. BOOKED: by one member alone, below the amount from which two are needed. WAITING: for a
 * second member of finance. EXPIRED: nobody decided within seven days.
 */
export const ApprovalState = z.enum(["WAITING", "CONFIRMED", "REJECTED", "EXPIRED", "BOOKED"]);
export const ApprovalKind = z.enum(["GOODWILL", "CORRECTION", "BANK_REFUND", "CHANGE"]);

/** In the answer to what was not booked: it waits for a second member. */
export const WaitingApproval = z.object({ id: Id, expires_at: Instant });

export const Approval = z.object({
  id: Id,
  proposed_at: Instant,
  kind: ApprovalKind,
  state: ApprovalState,
  /** Null: of a change, which concerns no single driver. The number's last five digits; null: the account was erased. */
  driver: z.nullable(z.object({ id: Id, mobile_masked: z.nullable(z.string()) })),
  amount_minor: z.nullable(Minor),
  /** Of a change: method and path of the operation, and what it was called with. */
  operation: z.nullable(z.string()),
  input: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.string(),
  reference: z.string(),
  /** The bill that a correction takes back. */
  bill_id: z.nullable(Id),
  proposed_by: z.string(),
  /** Null: nobody else is needed. */
  expires_at: z.nullable(Instant),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  /** Why it was rejected. */
  because: z.nullable(z.string()),
});
/** Newest first. */
export const listApprovals = route({
  method: "GET",
  path: "/provider/v1/approvals",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z.optional(ApprovalState),
    kind: z.optional(ApprovalKind),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    order: z._default(ListOrder, "NEWEST"),
    limit: z._default(queryInt(1, 100), 50),
  }),
  response: z.object({ content: z.array(Approval), next_cursor: z.nullable(z.string()) }),
  documents: ["text/csv"],
  errors: ["INVALID_INPUT"],
});
export const getApproval = route({
  method: "GET",
  path: "/provider/v1/approvals/:id",
  access: { rule: "provider", effect: "READ" },
  params: IdParams,
  response: data(Approval),
  errors: ["NOT_FOUND"],
});
const Decided = data(z.object({ id: Id, state: ApprovalState }));
/**
 * Books what another member proposed, once. FORBIDDEN: the caller proposed it. CONFLICT: decided before, expired, or it
 * cannot be booked any more; the message says which, and the proposal stays as it is.
 */
export const confirmApproval = route({
  method: "POST",
  path: "/provider/v1/approvals/:id/confirm",
  access: { rule: "provider", effect: "DECIDE" },
  params: IdParams,
  response: Decided,
  errors: ["NOT_FOUND", "CONFLICT", "FORBIDDEN"],
});
/** Books nothing. Who proposed it may take it back like this too. */
export const rejectApproval = route({
  method: "POST",
  path: "/provider/v1/approvals/:id/reject",
  access: { rule: "provider", effect: "DECIDE" },
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: Decided,
  errors: ["NOT_FOUND", "CONFLICT"],
});

/**
 * Records that money of a wallet went to the driver's bank account, for what a refund to its payment failed to send
 * (REFUND_NOT_FAILED carries in `failed_minor` what that is) and to an account in the driver's own name (HOLDER_DIFFERS). The
 * money leaves the wallet at once; while a second member is waited for it is set aside.
 */
export const refundByBank = route({
  method: "POST",
  path: "/provider/v1/accounts/:id/bank-refunds",
  access: { rule: "provider", effect: "DRIVER_MONEY" },
  params: IdParams,
  body: z.object({
    amount_minor: Minor.check(z.minimum(1), z.maximum(10_000_000)),
    /**
     * The owner of the bank account as the bank has it. It has to be the driver's name or business: in any order and case,
     * initials too. It is compared and not kept.
     */
    holder_name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
    /** The bank's reference of the transfer (UTR); recorded once. */
    bank_reference: z
      .string()
      .check(z.trim(), z.toUpperCase(), z.regex(/^(?=.*\d)[A-Z0-9]{8,22}$/)),
    reason: Reason,
  }),
  response: data(
    z.object({
      state: z.enum(["BOOKED", "WAITING"]),
      booked: z.boolean(),
      balance_minor: Minor,
      approval: z.nullable(WaitingApproval),
    }),
  ),
  errors: [
    "NOT_FOUND",
    "HOLDER_DIFFERS",
    "REFUND_NOT_FAILED",
    "WITHDRAWAL_TOO_LARGE",
    "REFERENCE_REUSED",
  ],
});
