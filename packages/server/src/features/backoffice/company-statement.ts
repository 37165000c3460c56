import type { CompanyStatement } from "@voltmarg/contract";
import { monthBounds } from "@voltmarg/rules";
import { csvOf, decimalRupees, indianTime } from "../../platform/csv.ts";
import type { Queryable } from "../../platform/database/database.ts";
import { drawStatement, findSeller } from "../billing/index.ts";
import {
  billsBetween,
  companyName,
  owedBefore,
  receivedBetween,
  type BilledRow,
} from "./statement.store.ts";

type Line = CompanyStatement["bills"][number];

/** A company's month, read from the ledger; null: there is no such company. Its totals are the sums of its lines. */
export async function companyStatement(
  on: Queryable,
  companyId: string,
  month: string,
): Promise<CompanyStatement | null> {
  const name = await companyName(on, companyId);
  if (name === null) return null;
  const { from, until } = monthBounds(month);
  const opening = Number(await owedBefore(on, companyId, from));
  const bills = (await billsBetween(on, companyId, from, until)).map(toLine);
  const payments = (await receivedBetween(on, companyId, from, until)).map((row) => ({
    at: row.at.toISOString(),
    kind: row.kind === "PAYMENT" ? ("PAYMENT" as const) : ("CREDIT" as const),
    reference: row.reference,
    amount_minor: Number(row.amount),
  }));
  const total = (pick: (line: Line) => number) => bills.reduce((sum, line) => sum + pick(line), 0);
  const sums = {
    bills: bills.length,
    kwh: Number(total((line) => line.kwh).toFixed(3)),
    net_minor: total((line) => line.net_minor),
    gst_minor: total((line) => line.gst_minor),
    total_minor: total((line) => line.total_minor),
  };
  const paid = payments.reduce((sum, payment) => sum + payment.amount_minor, 0);
  return {
    company: { id: companyId, name },
    month,
    opening_minor: opening,
    bills,
    sums,
    payments,
    paid_minor: paid,
    closing_minor: opening + sums.total_minor - paid,
  };
}

function toLine(row: BilledRow): Line {
  const { wire, vehicle } = row;
  return {
    cdr_id: row.cdr_id,
    at: row.at.toISOString(),
    driver_name: row.driver_name,
    driver_mobile: row.driver_mobile,
    vehicle:
      vehicle && [vehicle.make, vehicle.model, vehicle.registration].filter(Boolean).join(" "),
    place: `${wire.location.name}, ${wire.location.city}`,
    kwh: wire.total_energy,
    net_minor: wire.net_minor,
    gst_minor: wire.gst_minor,
    total_minor: Number(row.total),
    invoice_number: invoiceNumberOf(wire),
  };
}

const invoiceNumberOf = (bill: object): string | null =>
  (bill as { invoice?: { number: string } | null }).invoice?.number ?? null;

const HEAD = [
  "Date (IST)",
  "Kind",
  "Driver",
  "Mobile",
  "Vehicle",
  "Place",
  "kWh",
  "Net (INR)",
  "GST (INR)",
  "Total (INR)",
  "Invoice or reference",
  "Bill",
];

/** The statement as CSV: opening balance, bills, their sum, payments received, closing balance. */
export function statementCsv(statement: CompanyStatement): Buffer {
  const { sums } = statement;
  const only = (kind: string, total: number) => [
    "",
    kind,
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    decimalRupees(total),
    "",
    "",
  ];
  return csvOf([
    HEAD,
    only("Opening balance", statement.opening_minor),
    ...statement.bills.map((line) => [
      indianTime(line.at),
      "Bill",
      line.driver_name ?? "",
      line.driver_mobile,
      line.vehicle ?? "",
      line.place,
      String(line.kwh),
      decimalRupees(line.net_minor),
      decimalRupees(line.gst_minor),
      decimalRupees(line.total_minor),
      line.invoice_number ?? "",
      line.cdr_id,
    ]),
    [
      "",
      "Sum of bills",
      "",
      "",
      "",
      "",
      String(sums.kwh),
      decimalRupees(sums.net_minor),
      decimalRupees(sums.gst_minor),
      decimalRupees(sums.total_minor),
      "",
      "",
    ],
    ...statement.payments.map((payment) => [
      indianTime(payment.at),
      payment.kind === "PAYMENT" ? "Payment" : "Credit",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      decimalRupees(-payment.amount_minor),
      payment.reference,
      "",
    ]),
    only("Closing balance", statement.closing_minor),
  ]);
}

/** The statement as a PDF on A4, with the seller's current name. */
export async function statementPdf(on: Queryable, statement: CompanyStatement): Promise<Buffer> {
  return drawStatement(statement, (await findSeller(on)).name);
}
