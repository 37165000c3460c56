import type { BillParty, Cdr, Invoice, Language } from "@voltmarg/contract";
import { amountInWords, formatInr, gstStateName, NO_TAX, stateTaxName } from "@voltmarg/rules";
import type { Registered } from "../e-invoice/portal.ts";
import { invoiceCopy, type InvoiceCopy, type InvoiceLanguage } from "./invoice-copy.ts";
import { lineNote } from "./line-note.ts";
import { clockOf, dayOf, zoneOf } from "./zoned-time.ts";

/** A bill with its invoice, as it was stored. */
export type InvoicedBill = Omit<Cdr, "invoice" | "credited_by"> & {
  invoice: Invoice;
  /** What the registration portal gave it; null or absent: it need not be registered. */
  registration?: Registered | "PENDING" | null;
};

type Fact = { label: string; value: string };
/** All texts of an invoice, in its language, in drawing order. */
export type InvoiceText = {
  title: string;
  specimen: string | null;
  head: Fact[];
  seller: { label: string; lines: string[] };
  buyer: { label: string; lines: string[] };
  facts: Fact[];
  lines: { head: string[]; rows: { note: string | null; cells: string[] }[] };
  totals: (Fact & { strong?: boolean })[];
  rates: { title: string; head: string[]; rows: string[][] };
  words: Fact;
  registration: { title: string; qr: string; facts: Fact[] } | null;
  notes: string[];
  page: (number: number, of: number) => string;
};

/** The time zone of invoice dates. */
const INDIA = "Asia/Kolkata";

export function invoiceText(
  bill: InvoicedBill,
  language: InvoiceLanguage,
  asked: Language = language,
): InvoiceText {
  const copy = invoiceCopy[language];
  const { invoice } = bill;
  const { original } = invoice;
  return {
    title: copy.title[invoice.kind],
    specimen: invoice.example ? copy.specimen : null,
    head: [
      { label: copy.number[invoice.kind], value: invoice.number },
      { label: copy.date, value: dayOf(invoice.issued_at, INDIA, language) },
      ...(original
        ? [
            {
              label: copy.original,
              value: `${original.number}, ${dayOf(original.issued_at, INDIA, language)}`,
            },
          ]
        : []),
    ],
    seller: { label: copy.seller, lines: partyLines(invoice.seller, copy, language) },
    buyer: { label: copy.buyer, lines: partyLines(invoice.buyer, copy, language) },
    facts: factsOf(bill, copy, language),
    lines: {
      head: [copy.what, copy.sac, copy.quantity, copy.price, copy.gst, copy.amount],
      rows: rowsOf(bill, copy, language),
    },
    totals: totalsOf(bill, copy),
    rates: ratesOf(bill, copy),
    words: {
      label: copy.inWords,
      value: amountInWords(BigInt(Math.abs(bill.amount_minor)), language),
    },
    registration: registrationOf(bill, copy),
    notes: [...notesOf(bill, copy), ...(asked === language ? [] : [copy.language])],
    page: copy.page,
  };
}

function partyLines(party: BillParty, copy: InvoiceCopy, language: InvoiceLanguage): string[] {
  const place = [party.city, party.postal_code].filter(Boolean).join(" ");
  const state =
    party.state_code && `${gstStateName(party.state_code, language)} (${party.state_code})`;
  return [
    party.name,
    party.address,
    [place, state].filter(Boolean).join(", "),
    party.gst_in ? `${copy.gstin} ${party.gst_in}` : copy.unregistered,
    [party.email, party.phone].filter(Boolean).join(" · "),
  ].filter((line): line is string => Boolean(line));
}

function factsOf(bill: InvoicedBill, copy: InvoiceCopy, language: InvoiceLanguage): Fact[] {
  const { location, connector, invoice, time_zone: zone } = bill;
  const at = (instant: string) => `${dayOf(instant, zone, language)}, ${clockOf(instant, zone)}`;
  const end =
    dayOf(bill.end_date_time, zone, language) === dayOf(bill.start_date_time, zone, language)
      ? clockOf(bill.end_date_time, zone)
      : at(bill.end_date_time);
  const paid = invoice.kind === "CREDIT_NOTE" ? copy.returned : copy.paid;
  return [
    {
      label: copy.station,
      value: [location.name, location.address, location.city].filter(Boolean).join(", "),
    },
    { label: copy.charger, value: [bill.evse_label, connectorName(connector.standard)].join(", ") },
    {
      label: copy.charge,
      value: `${at(bill.start_date_time)} – ${end} ${zoneOf(bill.end_date_time, zone)}`,
    },
    { label: copy.energy, value: `${bill.total_energy} kWh` },
    { label: copy.operator, value: bill.operator_name },
    {
      label: copy.placeOfSupply,
      value: `${gstStateName(invoice.place_of_supply, language)} (${invoice.place_of_supply})`,
    },
    { label: copy.payment, value: paid[bill.paid_by] },
  ];
}

const CONNECTORS: Record<string, string> = {
  IEC_62196_T2: "Type 2",
  IEC_62196_T2_COMBO: "CCS2",
  CHADEMO: "CHAdeMO",
  GBT_AC: "GB/T AC",
  GBT_DC: "GB/T DC",
};
const connectorName = (standard: string) => CONNECTORS[standard] ?? standard.replaceAll("_", " ");

const OF_THE_WHOLE = new Set([
  "MIN_PRICE",
  "MAX_PRICE",
  "OPERATOR_LESS",
  "ABOVE_AGREED",
  "RECORD_TOTAL",
]);

function rowsOf(bill: InvoicedBill, copy: InvoiceCopy, language: InvoiceLanguage) {
  const rows = bill.lines.map((line) => {
    const { sac = bill.invoice.sac } = line;
    const name = copy.dimensions[line.dimension] ?? line.dimension;
    const amount = formatInr(line.excl_vat_minor);
    if (OF_THE_WHOLE.has(line.dimension)) {
      return { note: null, cells: [name, sac, "", "", "", amount] };
    }
    const unit = line.unit === "session" ? "" : (copy.units[line.unit] ?? line.unit);
    return {
      note: lineNote(line, bill.time_zone, language),
      cells: [
        name,
        sac,
        unit === "" ? "1" : `${decimals(line.quantity, 0, 4)} ${unit}`,
        `₹${decimals(line.price, 2, 4)}${copy.perUnit[line.unit] ?? ""}`,
        line.vat === null ? "" : `${line.vat}%`,
        amount,
      ],
    };
  });
  const listed = bill.lines.reduce((sum, line) => sum + line.excl_vat_minor, 0);
  // Each line is rounded to a paisa, the bill only once. A bill without lines gets one line.
  const rest = bill.net_minor - listed;
  if (rest === 0) return rows;
  const name = rows.length === 0 ? copy.dimensions.ENERGY! : copy.rounding;
  const quantity = rows.length === 0 ? `${bill.total_energy} kWh` : "";
  return [
    ...rows,
    { note: null, cells: [name, bill.invoice.sac, quantity, "", "", formatInr(rest)] },
  ];
}

const grouped = (least: number, most: number) =>
  new Intl.NumberFormat("en-IN", { minimumFractionDigits: least, maximumFractionDigits: most });
const decimals = (text: string, least: number, most: number) =>
  grouped(least, most).format(Number(text));

function totalsOf(bill: InvoicedBill, copy: InvoiceCopy) {
  const share = stateTaxName(bill.invoice.place_of_supply);
  const integrated = isIntegrated(bill);
  return [
    { label: copy.net, value: formatInr(bill.net_minor) },
    ...(integrated
      ? [{ label: "IGST", value: formatInr(bill.igst_minor) }]
      : [
          { label: "CGST", value: formatInr(bill.cgst_minor) },
          { label: share, value: formatInr(bill.sgst_minor) },
        ]),
    { label: copy.total, value: formatInr(bill.amount_minor), strong: true },
  ];
}

/** The place of supply is not the seller's own state. */
function isIntegrated({ invoice }: InvoicedBill): boolean {
  return invoice.seller.state_code !== invoice.place_of_supply;
}

function ratesOf(bill: InvoicedBill, copy: InvoiceCopy) {
  const integrated = isIntegrated(bill);
  const share = stateTaxName(bill.invoice.place_of_supply);
  const cells = (r: Invoice["rates"][number]) =>
    integrated ? [r.igst_minor] : [r.cgst_minor, r.sgst_minor];
  const tax = (r: Invoice["rates"][number]) => r.cgst_minor + r.sgst_minor + r.igst_minor;
  return {
    title: copy.summary,
    head: [
      copy.rate,
      copy.sac,
      copy.taxable,
      ...(integrated ? ["IGST"] : ["CGST", share]),
      copy.tax,
    ],
    rows: bill.invoice.rates.map((r) => [
      r.rate === NO_TAX ? copy.noGst : `${r.rate}%`,
      r.sac ?? bill.invoice.sac,
      ...[r.taxable_minor, ...cells(r), tax(r)].map((minor) => formatInr(minor)),
    ]),
  };
}

function registrationOf({ registration }: InvoicedBill, copy: InvoiceCopy) {
  if (!registration || registration === "PENDING") return null;
  return {
    title: copy.registered,
    qr: registration.signedQr,
    facts: [
      { label: copy.irn, value: registration.irn },
      { label: copy.ackNumber, value: registration.ackNumber },
      { label: copy.ackDate, value: registration.ackAt },
    ],
  };
}

function notesOf(
  { id, dispute, amount_minor, invoice, registration }: InvoicedBill,
  copy: InvoiceCopy,
): string[] {
  const asked = dispute && formatInr(dispute.asked_minor);
  return [
    ...(dispute && invoice.kind === "INVOICE"
      ? [copy.dispute(asked!, formatInr(dispute.checked_minor), formatInr(amount_minor))]
      : []),
    ...(invoice.kind === "CREDIT_NOTE" ? [copy.credit] : []),
    ...(registration === "PENDING" ? [copy.pending] : []),
    copy.reverseCharge,
    copy.unsigned,
    `${copy.record} ${id}`,
  ];
}
