import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, Minor } from "./shapes.ts";

/** Who sells or buys, as an invoice names them. */
export const BillParty = z.object({
  name: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  /** two-digit GST state code */
  state_code: z.nullable(z.string()),
  gst_in: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** E.164 */
  phone: z.nullable(z.string()),
});

export const InvoiceReference = z.object({ cdr_id: Id, number: z.string(), issued_at: Instant });

/** The tax document of a bill as it was issued; it never changes. A credit note's amounts are negative. */
export const Invoice = z.object({
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  /** Consecutive within a financial year and series, at most 16 characters. */
  number: z.string(),
  issued_at: Instant,
  /** The seller is invented: no tax document. */
  example: z.boolean(),
  /** The invoice that a credit note takes back. */
  original: z.nullable(InvoiceReference),
  seller: BillParty,
  buyer: BillParty,
  /** Services Accounting Code of energy */
  sac: z.string(),
  /** two-digit GST state code */
  place_of_supply: z.string(),
  /** By rate and code, highest first, and last what bears no tax. Each column adds up to the bill's own total. */
  rates: z.array(
    z.object({
      /** percent; `none`: prices that name no GST, which is not 0 % */
      rate: z.string(),
      /** Services Accounting Code; absent: the invoice's. */
      sac: z.optional(z.string()),
      taxable_minor: Minor,
      cgst_minor: Minor,
      sgst_minor: Minor,
      igst_minor: Minor,
    }),
  ),
});

export const BillInfo = z.object({
  id: Id,
  ...BillParty.shape,
  /** The state's name in English. */
  state: z.nullable(z.string()),
  /** What the provider sells; null for a company. */
  sac: z.nullable(z.string()),
});
/** Billing details of the provider (`default` or its party id), or of the company the driver charges for. */
export const getBillInfo = route({
  method: "GET",
  path: "/api/user/v1/bill-info/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: data(BillInfo),
  errors: ["NOT_FOUND"],
});
