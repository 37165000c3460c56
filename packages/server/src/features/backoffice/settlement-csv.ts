import type { Settlement } from "@voltmarg/contract";
import { csvOf, decimalRupees, indianTime } from "../../platform/csv.ts";

const HEAD = [
  "Record",
  "Operator's record",
  "Ended (IST)",
  "Booked (IST)",
  "kWh",
  "Asked (INR)",
  "Checked (INR)",
  "Disputed (INR)",
  "Payable (INR)",
  "Driver paid (INR)",
  "Margin (INR)",
];

type Amounts = Omit<Settlement["sums"], "records" | "settled_minor">;
const amounts = (of: Amounts) => [
  String(of.kwh),
  decimalRupees(of.asked_minor),
  decimalRupees(of.checked_minor),
  decimalRupees(of.disputed_minor),
  decimalRupees(of.payable_minor),
  decimalRupees(of.paid_minor),
  decimalRupees(of.margin_minor),
];

/** A settlement as CSV; its last line holds the totals. */
export function settlementCsv({ records, payments, sums }: Settlement): Buffer {
  return csvOf([
    HEAD,
    ...records.map((record) => [
      record.cdr_id,
      record.ocpi_id,
      indianTime(record.ended_at),
      indianTime(record.booked_at),
      ...amounts(record),
    ]),
    ["Sum", "", "", "", ...amounts(sums)],
    ...payments.map(({ utr, paid_on, amount_minor }) => [
      "Paid to the operator",
      utr,
      paid_on,
      "",
      "",
      "",
      "",
      "",
      decimalRupees(-amount_minor),
      "",
      "",
    ]),
  ]);
}
