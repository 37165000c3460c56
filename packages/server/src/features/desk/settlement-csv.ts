import type { Settlement } from "@voltmarg/contract";
import { csvOf } from "../../platform/csv.ts";
import { indianTime, rupees } from "./table-words.ts";

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

type Amounts = Omit<Settlement["sums"], "records">;
const amounts = (of: Amounts) => [
  String(of.kwh),
  rupees(of.asked_minor),
  rupees(of.checked_minor),
  rupees(of.disputed_minor),
  rupees(of.payable_minor),
  rupees(of.paid_minor),
  rupees(of.margin_minor),
];

/** A settlement as a table; its last line holds the sums. */
export function settlementCsv({ records, sums }: Settlement): Buffer {
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
  ]);
}
