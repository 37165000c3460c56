import * as z from "zod/mini";
import { PersonalMobile, PersonalName, TypedMobile } from "./personal.ts";
import { route } from "./route.ts";
import { CustomerType } from "./accounts.ts";
import { OperatorName } from "./retail-rules.ts";
import { data, DriverParams, Id, Instant, list, Minor, queryInt, Reason } from "./shapes.ts";

export {
  getOperatorInvoice,
  listNotInvoicedCdrs,
  listOperatorInvoiceCdrs,
  listOperatorInvoices,
  NotInvoicedCdr,
  OperatorInvoice,
  OperatorInvoiceCdr,
  OperatorInvoiceDetails,
  OperatorInvoiceState,
  OperatorInvoiceSum,
} from "./operator-invoices.ts";
export { correctBuyer, GstDocument, listGstDocuments, registerAgain } from "./gst-documents.ts";
export {
  deleteRetailRule,
  listRetailRules,
  previewRetailRule,
  putRetailRule,
  RetailEntry,
  RetailPreview,
  RetailRule,
} from "./retail-rules.ts";
export { listTaxRates, putTaxRate, TaxRate } from "./tax-rates.ts";

export const Company = z.object({ id: Id, name: z.string(), numbers: z.array(PersonalMobile) });
/** Makes the company, or answers the one of that name. */
export const putCompany = route({
  method: "PUT",
  path: "/provider/v1/companies",
  access: { rule: "provider", effect: "BOOKS" },
  body: z.object({ name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)) }),
  response: data(Company),
  errors: ["INVALID_INPUT"],
});
/** Lists a number: only listed numbers become CORPORATE at sign-up. */
export const listCompanyNumber = route({
  method: "POST",
  path: "/provider/v1/companies/:id/numbers",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ id: Id }),
  body: z.object({ mobile: TypedMobile }),
  response: data(Company),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
export const Driver = z.object({
  id: Id,
  /** Number and name: where the driver was asked for by number. By the account's id both are null. */
  mobile: z.nullable(PersonalMobile),
  name: z.nullable(PersonalName),
  customer_type: CustomerType,
  allow_multi_charging: z.boolean(),
  company_id: z.nullable(Id),
});
export const getDriver = route({
  method: "GET",
  path: "/provider/v1/drivers/:mobile",
  access: { rule: "provider", effect: "LOOK" },
  params: DriverParams,
  response: data(Driver),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
export const setDriverFlags = route({
  method: "PATCH",
  path: "/provider/v1/drivers/:mobile",
  access: { rule: "provider", effect: "CARE" },
  params: DriverParams,
  body: z.object({ allow_multi_charging: z.optional(z.boolean()) }),
  response: data(Driver),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});
/** Signs a driver out on every device: what a phone that was lost or a number that was taken over asks for. */
export const signOutDriver = route({
  method: "POST",
  path: "/provider/v1/drivers/:mobile/sign-out",
  access: { rule: "provider", effect: "CARE" },
  params: DriverParams,
  response: data(z.object({ signed_out: z.int() })),
  errors: ["NOT_FOUND", "MOBILE_INVALID"],
});

const paging = {
  page_no: z._default(queryInt(0, 100_000), 0),
  page_size: z._default(queryInt(1, 100), 20),
};
const Operator = z.object({ id: Id, name: z.nullable(z.string()) });
/** Decimal text in the currency of the record. */
const Amount = z.string();
export const DisputeState = z.enum(["OPEN", "CLOSED"]);
/**
 * A charge record whose totals differ from our own computation on the operator's tariff by more than rounding, or whose
 * price is above what was agreed to for the charge.
 */
export const Dispute = z.object({
  cdr_id: Id,
  /** The operator's own id of the record. */
  ocpi_id: z.string(),
  session_id: Id,
  user_id: Id,
  operator: Operator,
  currency: z.string(),
  asked: z.object({ excl_vat: Amount, incl_vat: z.nullable(Amount) }),
  checked: z.object({ excl_vat: Amount, incl_vat: Amount }),
  tolerance: Amount,
  /** Our computation, line by line, on the operator's tariff. */
  lines: z.array(z.looseObject({})),
  /** What the driver paid, GST included. */
  paid_minor: Minor,
  /** What was agreed to for the charge, GST included, where its price is above it. Null: the price is within it. */
  agreed_minor: z.nullable(Minor),
  state: DisputeState,
  created_at: Instant,
});
/** Newest first. */
export const listDisputes = route({
  method: "GET",
  path: "/provider/v1/disputes",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    ...paging,
    operator: z.optional(OperatorName),
    state: z.optional(DisputeState),
  }),
  response: list(Dispute),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});

/**
 * Closes a dispute: so much of what is disputed the operator is owed after all, paise with GST, the rest is owed to nobody.
 * The driver's bill stays. CONFLICT: closed otherwise before, or more than is disputed.
 */
export const decideDispute = route({
  method: "POST",
  path: "/provider/v1/disputes/:id/decision",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ id: Id }),
  body: z.object({
    owed_minor: z.int().check(z.minimum(0), z.maximum(100_000_000)),
    reason: Reason,
  }),
  response: data(z.object({ booked: z.boolean(), owed_minor: Minor })),
  errors: ["NOT_FOUND", "CONFLICT"],
});

/** A charge record that was set aside: nobody was billed for it. */
export const QuarantinedCdr = z.object({
  id: Id,
  ocpi_id: z.string(),
  operator: Operator,
  reason: z.string(),
  /** As the operator sent it; empty where nobody could read it. */
  body: z.looseObject({}),
  /** The text it came as, where nobody could read it: in a list its beginning. */
  raw: z.nullable(z.string()),
  received_at: Instant,
  /** What the back office decided of it; null: nothing yet. */
  decision: z.nullable(
    z.object({ decision: z.enum(["RELEASED", "REJECTED"]), at: Instant, because: z.string() }),
  ),
});
/** Newest first. */
export const listQuarantinedCdrs = route({
  method: "GET",
  path: "/provider/v1/quarantined-cdrs",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ ...paging, operator: z.optional(OperatorName) }),
  response: list(QuarantinedCdr),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});
export const getQuarantinedCdr = route({
  method: "GET",
  path: "/provider/v1/quarantined-cdrs/:id",
  access: { rule: "provider", effect: "READ" },
  params: z.object({ id: Id }),
  response: data(QuarantinedCdr),
  errors: ["NOT_FOUND"],
});
/**
 * Decides on a record that was set aside, once. RELEASED: it is billed at the agreed price although it looked
 * impossible, in place of a provisional bill where there is one. REJECTED: it never is. CONFLICT: decided otherwise
 * before, or there is nobody to bill. RECORD_UNREADABLE: it cannot be released, and the message says why not.
 */
export const decideQuarantinedCdr = route({
  method: "POST",
  path: "/provider/v1/quarantined-cdrs/:id/decision",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ id: Id }),
  body: z.object({
    decision: z.enum(["RELEASED", "REJECTED"]),
    reason: Reason,
  }),
  response: data(z.object({ booked: z.boolean(), bill_id: z.nullable(Id) })),
  errors: ["NOT_FOUND", "CONFLICT", "RECORD_UNREADABLE"],
});
