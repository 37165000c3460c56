import * as z from "zod/mini";
import { Invoice, InvoiceReference } from "./invoice.ts";
import { route } from "./route.ts";
import { Id, IdParams, Instant, list, Minor, ocpiData, queryInt, UserParams } from "./shapes.ts";

/** 2026-02-30 is none. */
const isDay = (text: string) => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
/** A day, such as 2026-11-20, and a month, such as 2026-11. */
export const IsoDate = z.string().check(
  z.regex(/^20\d{2}-\d{2}-\d{2}$/),
  z.refine((text) => isDay(text), {
    error: "must be a day of the calendar",
  }),
);
const IsoMonth = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/));

/**
 * What makes the price: ENERGY, TIME, PARKING_TIME, FLAT and their RESERVATION_ forms from the tariff; MIN_PRICE and
 * MAX_PRICE, what the tariff's limit added or took (signed); OPERATOR_LESS, what the operator asked less than our check
 * found (negative); ABOVE_AGREED, what the price is above what was agreed to (negative); RECORD_TOTAL, the operator's
 * total where no price was agreed. The lines add up to the net, each within its own rounding to a paisa; with CGST and
 * SGST the net is a paisa more where their sum would be odd.
 */
export const CdrLine = z.object({
  dimension: z.string(),
  /** Services Accounting Code; absent: the invoice's. */
  sac: z.optional(z.string()),
  quantity: z.string(),
  unit: z.string(),
  /** rupees, excluding GST */
  price: z.string(),
  /** Per cent; null: no GST, or the line has no rate of its own. */
  vat: z.nullable(z.string()),
  excl_vat_minor: Minor,
  incl_vat_minor: Minor,
  /** The stretch in which this price was used; the whole charge where a line has none of its own. */
  from: Instant,
  until: Instant,
  /** The tariff element the price comes from, counted from 0; null: none, or not recorded. */
  element_index: z.nullable(z.int()),
  /** That element's conditions, as in the tariff (OCPI 2.2.1 mod_tariffs). */
  restrictions: z.nullable(z.looseObject({})),
  /** What the operator's steps added to the quantity; decimal text in Wh or seconds. */
  rounding: z.nullable(
    z.object({ added: z.string(), step: z.string(), unit: z.enum(["Wh", "s"]) }),
  ),
  reason: z.string(),
});

/** A charge record, which is the driver's bill. A credit note is one with the same charge and negative amounts. */
export const Cdr = z.object({
  id: Id,
  session_id: z.nullable(Id),
  start_date_time: Instant,
  end_date_time: Instant,
  time_zone: z.string(),
  location: z.object({
    id: z.nullable(Id),
    name: z.string(),
    address: z.string(),
    city: z.string(),
  }),
  evse_label: z.string(),
  connector: z.object({ id: z.string(), standard: z.string(), power_type: z.string() }),
  operator_name: z.string(),
  currency: z.string(),
  /** kWh */
  total_energy: z.number(),
  /** seconds */
  total_time_s: z.int(),
  total_parking_time_s: z.int(),
  /** kW over the charging time */
  average_kw: z.nullable(z.number()),
  range_km: z.nullable(z.number()),
  lines: z.array(CdrLine),
  net_minor: Minor,
  gst_minor: Minor,
  cgst_minor: Minor,
  sgst_minor: Minor,
  /** Instead of CGST and SGST, where the place of supply is not the seller's state. */
  igst_minor: Minor,
  /** What the driver pays, including GST. */
  amount_minor: Minor,
  /**
   * Set when the operator's total and our check of it differ by more than rounding: both including GST, both on the
   * operator's own tariff. The driver pays what was promised, never more.
   */
  dispute: z.nullable(z.object({ asked_minor: Minor, checked_minor: Minor })),
  paid_by: z.enum(["WALLET", "COMPANY"]),
  /** The wallet right after this bill; null for a company. */
  balance_after_minor: z.nullable(Minor),
  stop_reason: z.enum(["DRIVER", "LIMIT", "BALANCE", "CAR", "UNKNOWN"]),
  created_at: Instant,
  /** Null: billed before there were invoices. */
  invoice: z.nullable(Invoice),
  /** The credit note that took this bill back. */
  credited_by: z.nullable(InvoiceReference),
  /**
   * Only on a bill that was made from our own meter values because no CDR came within a day. OPEN: a CDR may still come.
   * REPLACED: a CDR came, and its bill replaced this one. FINAL: no CDR came, and this bill is final.
   */
  provisional: z.optional(
    z.object({ state: z.enum(["OPEN", "REPLACED", "FINAL"]), replaced_by: z.nullable(Id) }),
  ),
});

export const getCdr = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/:id",
  access: { rule: "driver" },
  budget: { perMinute: 120, burst: 60 },
  params: IdParams,
  response: ocpiData(Cdr),
  /** The invoice or credit note, in the language of Accept-Language: English or Hindi, any other in English. */
  documents: ["application/pdf"],
  errors: ["CDR_NOT_FOUND", "INVOICE_NOT_ISSUED"],
});
/** The newest bill of a charge: after a credit, the corrected one. */
export const getCdrOfSession = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/session/:id",
  access: { rule: "driver" },
  params: IdParams,
  response: ocpiData(Cdr),
  errors: ["CDR_NOT_FOUND"],
});
/** Bills, newest first; a credit note is found from the bill it takes back. */
export const searchCdrs = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/:userId/search",
  access: { rule: "self", param: "userId" },
  budget: { perMinute: 240, burst: 120 },
  params: UserParams,
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 10),
    /** By the day the charge began in India, both days included. */
    date_from: z.optional(IsoDate),
    date_to: z.optional(IsoDate),
    /** A month in place of the two days. */
    month: z.optional(IsoMonth),
    /** All words, each in the place, its city or address, the operator, the charger or the invoice number. */
    search_text: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: list(Cdr),
  errors: ["NOT_FOUND"],
});

const Usage = z.object({
  kwh: z.number(),
  charges: z.int(),
  amount_minor: Minor,
  /** What the energy is good for in everyday use; null: of a vehicle that was charged it is not known. */
  range_km: z.nullable(z.number()),
});
/** Energy, charges and what they cost, GST included, by the day they began in India. What was taken back is not in it. */
export const powerConsumption = route({
  method: "GET",
  path: "/api/ocpi/v1/cdrs/stats/power-consumption",
  access: { rule: "driver" },
  budget: { perMinute: 120, burst: 60 },
  query: z.object({
    user_id: Id,
    date_from: IsoDate,
    /** Included; at most 1,100 days after the first. */
    date_to: IsoDate,
    /** Weeks begin on Monday. */
    group_by: z._default(z.enum(["day", "week", "month"]), "day"),
  }),
  response: ocpiData(
    z.object({
      total: Usage,
      /** Every stretch in order, empty ones too; the first and the last end with the days asked for. */
      stretches: z.array(z.object({ from: IsoDate, until: IsoDate, ...Usage.shape })),
    }),
  ),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});
