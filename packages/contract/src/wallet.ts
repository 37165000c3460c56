import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Instant, list, Minor, queryInt, UserParams } from "./shapes.ts";

const self = { rule: "self", param: "userId" } as const;

/** How a payment was made, as far as the payment provider says. */
export const PaidWith = z.object({
  method: z.enum(["UPI", "CARD", "NETBANKING"]),
  /** Of UPI; null: not known. */
  app: z.nullable(z.enum(["PHONEPE", "GOOGLE_PAY", "PAYTM", "BHIM"])),
  /** Of a card; null: not known. */
  last4: z.nullable(z.string()),
});

export const Wallet = z.object({
  currency: z.literal("INR"),
  /** Everything that is the driver's, held money included. */
  balance_minor: Minor,
  held_minor: Minor,
  /** Of the balance: the provider's gift, spent first and never paid out. */
  goodwill_minor: Minor,
  /** What a withdrawal may have: the balance without held money and goodwill. */
  returnable_minor: Minor,
  /** What a top-up may have now; 0: nothing, the wallet is full. */
  addable_minor: Minor,
  /** On its way back to the payments it came from; no longer in the balance. */
  withdrawing_minor: Minor,
  /** Set aside until banks have decided their disputes of payments; not in the balance. */
  disputed_minor: Minor,
  /** What a new charge may use: balance − held − the minimum, never below 0. */
  spendable_minor: Minor,
  minimum_minor: Minor,
  /** Of the newest payment that was credited; null: there is none, or nothing is known of it. */
  last_paid_with: z.nullable(PaidWith),
});
export const getWallet = route({
  method: "GET",
  path: "/api/user/v1/wallet/:userId",
  access: self,
  params: UserParams,
  response: data(Wallet),
  errors: ["NOT_FOUND", "WALLET_NOT_USED"],
});

/** HELD: still set aside. CAPTURED: a bill was taken from it, the rest is back. */
export const HoldStatus = z.enum(["HELD", "CAPTURED", "RELEASED", "EXPIRED"]);

/** WITHDRAWAL: on its way to the payments it came from; WITHDRAWAL_RETURNED: what none of them took. DISPUTE: set
 * aside, or taken, because the payer's bank disputes a payment; DISPUTE_RETURNED: given back after it. */
export const MovementKind = z.enum([
  "TOP_UP",
  "CHARGE",
  "HOLD",
  "RELEASE",
  "REFUND",
  "CORRECTION",
  "WITHDRAWAL",
  "WITHDRAWAL_RETURNED",
  "DISPUTE",
  "DISPUTE_RETURNED",
]);

export const Movement = z.object({
  id: Id,
  at: Instant,
  kind: MovementKind,
  /** Signed paise; HOLD and RELEASE move between free and held and leave the balance as it is. */
  amount_minor: Minor,
  /** The balance after it. */
  balance_minor: Minor,
  reason: z.string(),
  session_id: z.nullable(Id),
  cdr_id: z.nullable(Id),
  /** Of a HOLD: what became of it. */
  hold_status: z.nullable(HoldStatus),
  /** Of a HOLD and of a CHARGE: the amount held for the charging session. */
  held_minor: z.nullable(Minor),
  /** The station of the charging session. */
  place: z.nullable(z.string()),
});
/** A day in India such as 2026-11-20, or an RFC 3339 instant. */
const Moment = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/));
const whichMovements = {
  kind: z.optional(MovementKind),
  /** From this day or instant on. */
  from: z.optional(Moment),
  /** Up to and with this day; before this instant. */
  until: z.optional(Moment),
  /** One row for a charging session: its charge, or its hold while there is none. */
  per: z.optional(z.literal("session")),
};

/**
 * Newest first. With `Accept: text/csv` all of them as a table for a spreadsheet: UTF-8 with a byte order mark, times
 * in India's zone, amounts in rupees with two decimals.
 */
export const listMovements = route({
  method: "GET",
  path: "/api/user/v1/wallet/:userId/movements",
  access: self,
  budget: { perMinute: 120, burst: 120 },
  params: UserParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
    ...whichMovements,
  }),
  response: list(Movement),
  documents: ["text/csv"],
  errors: ["NOT_FOUND", "WALLET_NOT_USED", "INVALID_INPUT"],
});
export const TopUp = z.object({
  id: Id,
  amount_minor: Minor,
  /** CREATED: nothing paid yet. PROCESSING: paid or authorised, not credited yet. */
  status: z.enum(["CREATED", "PROCESSING", "CREDITED", "FAILED"]),
  order_id: z.string(),
  /**
   * The payment document to open, on our own origin: `/pay/{order}`. `?method=` and `?app=`, as in PaidWith, say what it
   * shows first.
   */
  checkout_path: z.string(),
  created_at: Instant,
});
/** WALLET_FULL carries `field` and, in `most_minor`, what may still be added. */
export const createTopUp = route({
  method: "POST",
  path: "/api/user/v1/wallet/:userId/top-ups",
  access: self,
  budget: { perMinute: 20, burst: 20 },
  params: UserParams,
  headers: z.looseObject({
    "idempotency-key": z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
  }),
  body: z.object({ amount_minor: z.int().check(z.positive()) }),
  response: data(TopUp),
  errors: [
    "NOT_FOUND",
    "WALLET_NOT_USED",
    "AMOUNT_TOO_SMALL",
    "AMOUNT_TOO_LARGE",
    "WALLET_FULL",
    "PAYMENT_PROVIDER_UNREACHABLE",
    "IDEMPOTENCY_KEY_REUSED",
  ],
});
/** The truth about a payment, asked from the provider if it is not settled yet. */
export const getTopUp = route({
  method: "GET",
  path: "/api/user/v1/wallet/:userId/top-ups/:id",
  access: self,
  params: z.object({ userId: Id, id: Id }),
  response: data(TopUp),
  errors: ["NOT_FOUND"],
});
/** What the provider's checkout hands to the page, for an immediate credit. */
export const verifyTopUp = route({
  method: "POST",
  path: "/api/user/v1/wallet/:userId/top-ups/:id/verify",
  access: self,
  budget: { perMinute: 60, burst: 30 },
  params: z.object({ userId: Id, id: Id }),
  body: z.object({
    razorpay_payment_id: z.string().check(z.maxLength(64)),
    razorpay_order_id: z.string().check(z.maxLength(64)),
    razorpay_signature: z.string().check(z.maxLength(256)),
  }),
  response: data(TopUp),
  errors: ["NOT_FOUND", "PAYMENT_NOT_VERIFIED"],
});

/** Where a part of a withdrawal goes, and how far it is. */
export const WithdrawalPart = z.object({
  amount_minor: Minor,
  /** REQUESTED: not with the provider yet. PROCESSING: the bank has it. DONE: paid out. FAILED: not taken there. */
  status: z.enum(["REQUESTED", "PROCESSING", "DONE", "FAILED"]),
  /** The payment it goes back to, in the driver's words: `UPI`, `card ••1234`. */
  to: z.string(),
  /** The provider's reference, for a question to the bank. */
  reference: z.nullable(z.string()),
  settled_at: z.nullable(Instant),
});
/** Money on its way back to the payments it came from. */
export const Withdrawal = z.object({
  id: Id,
  amount_minor: Minor,
  /** Of the whole. PARTLY_FAILED and FAILED: settled, and `returned_minor` is in the wallet again. */
  status: z.enum(["REQUESTED", "PROCESSING", "DONE", "FAILED", "PARTLY_FAILED"]),
  done_minor: Minor,
  /** What no payment took: back in the wallet. */
  returned_minor: Minor,
  /** Newest payment first. A part that failed is followed by the one that took its place, where there is one. */
  parts: z.array(WithdrawalPart),
  /** CLOSURE: the account was closed. */
  cause: z.enum(["REQUEST", "CLOSURE"]),
  created_at: Instant,
});
/**
 * Sends unused money back to the payments it came from, newest first. Without an amount: everything unused. Held money
 * and goodwill stay, a debt is settled first. The same key is the same withdrawal. WITHDRAWAL_TOO_LARGE carries `available_minor`,
 * WITHDRAWAL_NOT_COVERED `refundable_minor`: what came from payments.
 */
export const createWithdrawal = route({
  method: "POST",
  path: "/api/user/v1/wallet/:userId/withdrawals",
  access: self,
  budget: { perMinute: 6, burst: 10 },
  params: UserParams,
  headers: z.looseObject({
    "idempotency-key": z.optional(z.string().check(z.minLength(8), z.maxLength(128))),
  }),
  body: z.object({ amount_minor: z.optional(z.int().check(z.positive())) }),
  response: data(Withdrawal),
  errors: [
    "NOT_FOUND",
    "WALLET_NOT_USED",
    "WITHDRAWAL_ON_CLOSURE_ONLY",
    "NOTHING_TO_WITHDRAW",
    "WITHDRAWAL_TOO_LARGE",
    "WITHDRAWAL_NOT_COVERED",
    "AMOUNT_TOO_SMALL",
    "IDEMPOTENCY_KEY_REUSED",
  ],
});
/** Where a withdrawal of this amount, or of everything unused, would go now. Nothing is sent. */
export const planWithdrawal = route({
  method: "GET",
  path: "/api/user/v1/wallet/:userId/withdrawals/plan",
  access: self,
  budget: { perMinute: 120, burst: 60 },
  params: UserParams,
  query: z.object({ amount_minor: z.optional(queryInt(1, 1_000_000_000)) }),
  response: data(
    z.object({
      /** What is asked for, or all that is unused if that is less. */
      amount_minor: Minor,
      /** Each destination once. Together less than the amount where payments do not cover it. */
      parts: z.array(z.object({ to: z.string(), amount_minor: Minor })),
    }),
  ),
  errors: ["NOT_FOUND", "WALLET_NOT_USED"],
});
/** Newest first. */
export const listWithdrawals = route({
  method: "GET",
  path: "/api/user/v1/wallet/:userId/withdrawals",
  access: self,
  params: UserParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
  }),
  response: list(Withdrawal),
  errors: ["NOT_FOUND", "WALLET_NOT_USED"],
});

/** Limits, currency, payment key and links; `id` is `default` or the provider's party id. */
export const getEmspConfig = route({
  method: "GET",
  path: "/api/user/v1/emsp/config/:id",
  access: { rule: "public" },
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  response: data(
    z.object({
      id: z.string(),
      name: z.string(),
      environment: z.enum(["DEV", "INT", "TEST", "PROD"]),
      currency: z.literal("INR"),
      minimum_balance_minor: Minor,
      suggested_top_up_minor: Minor,
      minimum_top_up_minor: Minor,
      maximum_top_up_minor: Minor,
      /** When unused money can be sent back: at any time, or when the account is closed. */
      withdrawal: z.enum(["anytime", "closure"]),
      otp_length: z.int(),
      otp_valid_s: z.int(),
      payment_key: z.string(),
      map_style_url: z.nullable(z.string()),
      /** Where the script for addresses comes from, and the key it is loaded with; null: there are no suggestions. */
      google_maps: z.nullable(z.object({ url: z.string(), key: z.string() })),
      support_email: z.string(),
      support_phone: z.string(),
      /** How many times faster than real time simulated charges run; 1 in production. */
      demo_speed: z.number(),
      /** Whom drivers may sign in with besides their number; `id` goes into the authorize call. */
      social: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Whether drivers can make passkeys here and sign in with them. */
      passkeys: z.boolean(),
      /** Web Push's `applicationServerKey`, a P-256 point in base64url; null: this server pushes to no browser. */
      web_push_key: z.nullable(z.string()),
      /** GET /dev/outbox answers on this server. */
      dev_outbox: z.boolean(),
    }),
  ),
  errors: ["NOT_FOUND"],
});
