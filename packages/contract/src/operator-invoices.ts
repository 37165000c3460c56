import * as z from "zod/mini";
import { OperatorName } from "./retail-rules.ts";
import { route } from "./route.ts";
import { data, Id, Instant, list, queryInt } from "./shapes.ts";

const paging = {
  page_no: z._default(queryInt(0, 100_000), 0),
  page_size: z._default(queryInt(1, 100), 20),
};
/** Decimal text in the currency beside it. */
const Amount = z.string();

/** An operator's invoice, as it says which CDRs stand on it. */
export const OperatorInvoice = z.object({
  id: Id,
  operator: z.object({ id: Id, name: z.nullable(z.string()) }),
  /** Of the party that invoices. */
  country_code: z.string(),
  party_id: z.string(),
  /** The operator's own id of the list. */
  ocpi_id: z.string(),
  /** The number on the paper. Null: the operator named none. */
  invoice_id: z.nullable(z.string()),
  last_updated: Instant,
  received_at: Instant,
  /** Different CDRs on it; each is one of the next three. */
  cdrs: z.int(),
  matched: z.int(),
  set_aside: z.int(),
  missing: z.int(),
  /** Listed twice, or on another invoice of the operator too. */
  double: z.int(),
});
/** What we have of the CDRs on an invoice, by currency; each CDR counts once, and a credit reduces the sum. */
export const OperatorInvoiceSum = z.object({
  state: z.enum(["MATCHED", "SET_ASIDE"]),
  currency: z.string(),
  cdrs: z.int(),
  before_taxes: Amount,
  /** By name. Null: a CDR that names none, as before OCPI 2.3.0. */
  taxes: z.array(z.object({ name: z.nullable(z.string()), amount: Amount })),
  /** Of those CDRs that state it. Null: none does. */
  after_taxes: z.nullable(Amount),
  /** So many CDRs do not say what they cost with taxes. */
  without_taxes: z.int(),
});
export const OperatorInvoiceDetails = z.extend(OperatorInvoice, {
  sums: z.array(OperatorInvoiceSum),
});
/** The newest first. */
export const listOperatorInvoices = route({
  method: "GET",
  path: "/provider/v1/operator-invoices",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ ...paging, operator: z.optional(OperatorName) }),
  response: list(OperatorInvoice),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});
export const getOperatorInvoice = route({
  method: "GET",
  path: "/provider/v1/operator-invoices/:id",
  access: { rule: "provider", effect: "READ" },
  params: z.object({ id: Id }),
  response: data(OperatorInvoiceDetails),
  errors: ["NOT_FOUND"],
});

/** MATCHED: we billed it. SET_ASIDE: we have it and billed nobody. MISSING: this operator never sent it to us. */
const LineState = ["MATCHED", "SET_ASIDE", "MISSING"] as const;
export const OperatorInvoiceState = z.enum([...LineState, "DOUBLE"]);
const CdrFigures = {
  /** Ours of the CDR, whether we have it or not. */
  id: Id,
  /** The operator's own id of the CDR. */
  ocpi_id: z.string(),
  currency: z.nullable(z.string()),
  /** The operator's totals. Null: not known. */
  before_taxes: z.nullable(Amount),
  after_taxes: z.nullable(Amount),
  /** It takes another CDR back: its amounts are negative. */
  credit: z.boolean(),
};
export const OperatorInvoiceCdr = z.object({
  ...CdrFigures,
  state: z.enum(LineState),
  /** How often this invoice lists it. */
  times: z.int(),
  /** Other invoices of the operator that list it, at most five. */
  also_on: z.array(z.string()),
  ended_at: z.nullable(Instant),
  kwh: z.nullable(z.number()),
  /** Why nobody was billed for it, and what was decided. */
  aside: z.nullable(
    z.object({
      id: Id,
      reason: z.string(),
      decision: z.nullable(z.enum(["RELEASED", "REJECTED"])),
    }),
  ),
});
/** In the invoice's order, each once. */
export const listOperatorInvoiceCdrs = route({
  method: "GET",
  path: "/provider/v1/operator-invoices/:id/cdrs",
  access: { rule: "provider", effect: "READ" },
  params: z.object({ id: Id }),
  query: z.object({ ...paging, state: z.optional(OperatorInvoiceState) }),
  response: list(OperatorInvoiceCdr),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});

export const NotInvoicedCdr = z.object({ ...CdrFigures, ended_at: Instant, kwh: z.number() });
/**
 * Billed CDRs of an operator that stand on none of its invoices: from the month of the first that it has invoiced until the
 * last one. The oldest first.
 */
export const listNotInvoicedCdrs = route({
  method: "GET",
  path: "/provider/v1/not-invoiced-cdrs",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ ...paging, operator: OperatorName }),
  response: list(NotInvoicedCdr),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});
