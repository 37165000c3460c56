import * as z from "zod/mini";
import { WaitingApproval } from "./console-approvals.ts";
import { IsoDate } from "./bills.ts";
import { EFFECTS, type Effect } from "./effects.ts";
import { PersonalMobile, TypedMobile } from "./personal.ts";
import { route } from "./route.ts";
import { data, DriverParams, Id, Instant, list, Minor, queryInt, Reason } from "./shapes.ts";

export { getSettlement, payOperator, reverseOperatorPayment, Settlement } from "./settlements.ts";

export const StaffRoles = z.enum(["read", "support", "finance", "admin"]);
/** How a credential is called in the books; once used, never again for another one. */
export const StaffName = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9.-]{1,38}[a-z0-9]$/));

export const StaffCredential = z.object({
  name: z.string(),
  role: StaffRoles,
  created_at: Instant,
  created_by: z.string(),
  revoked_at: z.nullable(Instant),
});
export const listCredentials = route({
  method: "GET",
  path: "/provider/v1/credentials",
  access: { rule: "provider", effect: "SEE_ACCESS" },
  response: data(z.object({ credentials: z.array(StaffCredential) })),
  documents: ["text/csv"],
  errors: [],
});
/** Makes a credential. Its token is in this answer and nowhere else. */
export const createCredential = route({
  method: "POST",
  path: "/provider/v1/credentials",
  access: { rule: "provider", effect: "ACCESS" },
  body: z.object({ name: StaffName, role: StaffRoles }),
  response: data(z.extend(StaffCredential, { token: z.string() })),
  errors: ["CONFLICT"],
});
export const revokeCredential = route({
  method: "DELETE",
  path: "/provider/v1/credentials/:name",
  access: { rule: "provider", effect: "ACCESS" },
  params: z.object({ name: z.string().check(z.maxLength(40)) }),
  response: data(StaffCredential),
  errors: ["NOT_FOUND"],
});

/** One call of the back office. */
export const BackofficeEntry = z.object({
  id: Id,
  at: Instant,
  credential: z.string(),
  method: z.string(),
  route: z.string(),
  /** Path, query and body of the call, without secrets; null: could not be stored. */
  parameters: z.nullable(z.looseObject({})),
  /** OK, or the code of the refusal. */
  outcome: z.string(),
  request_id: z.string(),
});
/** Newest first. */
export const listAudit = route({
  method: "GET",
  path: "/provider/v1/audit",
  access: { rule: "provider", effect: "READ" },
  budget: { perMinute: 120, burst: 60 },
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
    credential: z.optional(z.string().check(z.maxLength(40))),
    /** What the operations can do. */
    effect: z.optional(z.enum(Object.keys(EFFECTS) as Effect[])),
    /** The id of what was looked at or changed; of a driver also the whole number. */
    object: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    /** Days in India, both included. */
    from: z.optional(IsoDate),
    until: z.optional(IsoDate),
  }),
  response: list(BackofficeEntry),
  documents: ["text/csv"],
  errors: [],
});

/** A driver or a company that may charge where not everybody may: at one location, or at all of an operator's. */
export const WhitelistEntry = z.object({
  id: Id,
  driver: z.nullable(z.object({ id: Id, mobile: PersonalMobile })),
  company: z.nullable(z.object({ id: Id, name: z.string() })),
  location_id: z.nullable(Id),
  operator_id: z.nullable(Id),
  created_at: Instant,
});
export const listWhitelist = route({
  method: "GET",
  path: "/provider/v1/whitelist",
  access: { rule: "provider", effect: "READ" },
  response: data(z.object({ entries: z.array(WhitelistEntry) })),
  documents: ["text/csv"],
  errors: [],
});
/** Puts a driver (by number) or a company on the list of a location or an operator: exactly one of each pair. */
export const addToWhitelist = route({
  method: "POST",
  path: "/provider/v1/whitelist",
  access: { rule: "provider", effect: "CARE" },
  body: z.object({
    mobile: z.optional(TypedMobile),
    company_id: z.optional(Id),
    location_id: z.optional(Id),
    operator: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  }),
  response: data(WhitelistEntry),
  errors: ["NOT_FOUND", "MOBILE_INVALID", "INVALID_INPUT"],
});
export const removeFromWhitelist = route({
  method: "DELETE",
  path: "/provider/v1/whitelist/:id",
  access: { rule: "provider", effect: "CARE" },
  params: z.object({ id: Id }),
  response: data(z.object({ removed: z.literal(true) })),
  errors: ["NOT_FOUND"],
});

/**
 * Gives money to a driver's wallet, with a reason the driver reads and a reference that makes it one gift however
 * often it is sent. WAITING: from an amount on a second member of finance has to confirm it, and whatever support gives.
 */
export const giveGoodwill = route({
  method: "POST",
  path: "/provider/v1/drivers/:mobile/goodwill",
  access: { rule: "provider", effect: "GIVE" },
  params: DriverParams,
  body: z.object({
    amount_minor: Minor.check(z.minimum(1), z.maximum(10_000_000)),
    reason: Reason,
    reference: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)),
  }),
  response: data(
    z.object({
      state: z.enum(["BOOKED", "WAITING"]),
      booked: z.boolean(),
      balance_minor: Minor,
      /** Null: it is booked. */
      approval: z.nullable(WaitingApproval),
    }),
  ),
  errors: ["NOT_FOUND", "MOBILE_INVALID", "WALLET_NOT_USED", "REFERENCE_REUSED"],
});

/**
 * Takes a whole bill back by a credit note of the provider's own: the money goes to whoever paid. What the operator is
 * owed does not change. A part of a bill is given as goodwill. WAITING: from an amount on a second member of finance has
 * to confirm it.
 */
export const correctBill = route({
  method: "POST",
  path: "/provider/v1/bills/:id/correction",
  access: { rule: "provider", effect: "DRIVER_MONEY" },
  params: z.object({ id: Id }),
  body: z.object({
    reason: Reason,
    reference: z.string().check(z.trim(), z.minLength(4), z.maxLength(36)),
  }),
  response: data(
    z.object({
      state: z.enum(["BOOKED", "WAITING"]),
      booked: z.boolean(),
      /** The credit note's; null while it waits. */
      number: z.nullable(z.string()),
      amount_minor: Minor,
      /** Null: it is booked. */
      approval: z.nullable(WaitingApproval),
    }),
  ),
  errors: ["CDR_NOT_FOUND", "CONFLICT", "INVOICE_NOT_ISSUED", "REFERENCE_REUSED"],
});

const line = (max: number) => z.string().check(z.trim(), z.minLength(2), z.maxLength(max));
const Series = z.string().check(z.regex(/^[A-Z0-9]{1,3}$/));
/** Who sells to the drivers, as invoices and the app’s page of the law name them. */
const SellerFields = {
  name: line(120),
  address: line(200),
  city: line(80),
  postal_code: z.string().check(z.regex(/^[1-9]\d{5}$/)),
  gst_in: z.string().check(z.trim(), z.toUpperCase(), z.maxLength(15)),
  email: z.nullable(z.email().check(z.maxLength(254))),
  phone: z.nullable(z.string().check(z.trim(), z.maxLength(20))),
  /** The first letters of invoice numbers and of credit notes' numbers. */
  invoice_series: Series,
  credit_series: Series,
  /** Shown to everybody with the above (Consumer Protection (E-Commerce) Rules 2020, rule 4). Null: not given yet. */
  website: z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(200))),
  /** Addresses of branches, one a line. */
  branches: z.nullable(z.string().check(z.trim(), z.minLength(2), z.maxLength(2000))),
  /** Who answers for complaints. All four, or the service is not ready in PROD. */
  officer_name: z.nullable(line(120)),
  officer_designation: z.nullable(line(120)),
  /** E.164 */
  officer_phone: z.nullable(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))),
  officer_email: z.nullable(z.email().check(z.maxLength(254))),
};
export const Seller = z.object({
  ...SellerFields,
  /** Two-digit GST state code, the GSTIN's own. */
  state_code: z.string(),
  /** The example seller: its documents say that they are not tax invoices. */
  example: z.boolean(),
});
export const getSeller = route({
  method: "GET",
  path: "/provider/v1/seller",
  access: { rule: "provider", effect: "READ" },
  response: data(Seller),
  errors: [],
});
/** Sets what is named; invoices from now on say so. A GSTIN of its own ends the example. */
export const updateSeller = route({
  method: "PATCH",
  path: "/provider/v1/seller",
  access: { rule: "provider", effect: "BOOKS" },
  body: z.partial(z.object(SellerFields)),
  response: data(Seller),
  errors: ["INVALID_INPUT"],
});

/**
 * Gives up what a driver owes; the loss is booked as a bad debt. CONFLICT: the driver owes nothing, or the debt grew within
 * the days of the setting WRITE_OFF_AFTER_DAYS.
 */
export const writeOffDebt = route({
  method: "POST",
  path: "/provider/v1/drivers/:mobile/debt/written-off",
  access: { rule: "provider", effect: "UNBOOK" },
  params: DriverParams,
  body: z.object({ reason: Reason }),
  response: data(z.object({ written_off_minor: Minor })),
  errors: ["NOT_FOUND", "MOBILE_INVALID", "CONFLICT", "SECOND_MEMBER_NEEDED"],
});

/**
 * Faults of the books by kind; they are correct when all are zero. `rows` names rows that are wrong, the first hundred.
 * CONFLICT: another check is under way.
 */
export const checkBooks = route({
  method: "GET",
  path: "/provider/v1/ledger-check",
  access: { rule: "provider", effect: "CHECK" },
  response: data(
    z.object({
      sound: z.boolean(),
      faults: z.record(z.string(), z.int()),
      rows: z.array(z.object({ kind: z.string(), row: z.string(), wrong: z.array(z.string()) })),
    }),
  ),
  errors: ["CONFLICT"],
});
