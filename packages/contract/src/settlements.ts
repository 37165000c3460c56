import * as z from "zod/mini";
import { IsoDate } from "./bills.ts";
import { Month } from "./companies.ts";
import { route } from "./route.ts";
import { data, Id, Instant, Minor, Reason } from "./shapes.ts";

/** What we owe an operator for a month, next to what drivers paid. Paise, GST included. */
export const Settlement = z.object({
  operator: z.object({ id: Id, name: z.string() }),
  month: Month,
  records: z.array(
    z.object({
      cdr_id: Id,
      /** The operator's own id of the record. */
      ocpi_id: z.string(),
      /** When the charge ended. */
      ended_at: Instant,
      /** When it was booked, which decides the month. */
      booked_at: Instant,
      kwh: z.number(),
      asked_minor: Minor,
      checked_minor: Minor,
      disputed_minor: Minor,
      payable_minor: Minor,
      paid_minor: Minor,
      /** paid − payable. */
      margin_minor: Minor,
    }),
  ),
  /** What the operator was paid for the month, whole or in parts. */
  payments: z.array(
    z.object({
      /** The bank's reference of the transfer. */
      utr: z.string(),
      /** A day in India. */
      paid_on: z.string(),
      amount_minor: Minor,
      booked_at: Instant,
    }),
  ),
  sums: z.object({
    records: z.int(),
    kwh: z.number(),
    asked_minor: Minor,
    checked_minor: Minor,
    disputed_minor: Minor,
    payable_minor: Minor,
    paid_minor: Minor,
    margin_minor: Minor,
    /** Of the payments. */
    settled_minor: Minor,
  }),
});
export const getSettlement = route({
  method: "GET",
  path: "/provider/v1/settlements/:month",
  access: { rule: "provider", effect: "READ" },
  params: z.object({ month: Month }),
  query: z.object({ operator: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: data(Settlement),
  documents: ["text/csv"],
  errors: ["NOT_FOUND"],
});

const Operator = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const Utr = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^(?=.*\d)[A-Z0-9]{8,22}$/));
const Booked = data(z.object({ booked: z.boolean(), owed_minor: Minor }));

/**
 * Books what an operator was paid for a month, whole or in part; once for each month and UTR. CONFLICT: more than it is owed
 * over all months, or a day that has not come.
 */
export const payOperator = route({
  method: "POST",
  path: "/provider/v1/settlements/:month/payments",
  access: { rule: "provider", effect: "BOOKS" },
  params: z.object({ month: Month }),
  body: z.object({
    operator: Operator,
    amount_minor: Minor.check(z.minimum(1), z.maximum(100_000_000_000)),
    utr: Utr,
    paid_on: IsoDate,
  }),
  response: Booked,
  errors: ["NOT_FOUND", "CONFLICT", "REFERENCE_REUSED"],
});

/**
 * Takes back a payment to an operator that was booked by mistake; the right one may have the same UTR. NOT_FOUND: none of
 * that month and UTR stands.
 */
export const reverseOperatorPayment = route({
  method: "POST",
  path: "/provider/v1/settlements/:month/payments/reversed",
  access: { rule: "provider", effect: "UNBOOK" },
  params: z.object({ month: Month }),
  body: z.object({ operator: Operator, utr: Utr, reason: Reason }),
  response: Booked,
  errors: ["NOT_FOUND", "SECOND_MEMBER_NEEDED"],
});
