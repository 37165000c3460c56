import type { Settlement } from "@voltmarg/contract";
import { monthBounds } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { paidFor } from "./pay-operator.ts";
import { costsBetween, type CostRow } from "./operator-cost.store.ts";

type Line = Settlement["records"][number];

/** What we owe an operator for the CDRs booked in a month, next to what drivers paid; paise, GST included. */
export async function settlementOf(
  on: Queryable,
  operator: { id: string; name: string },
  month: string,
): Promise<Settlement> {
  const { from, until } = monthBounds(month);
  const records = (await costsBetween(on, operator.id, from, until)).map(toLine);
  const total = (pick: (line: Line) => number) =>
    records.reduce((sum, line) => sum + pick(line), 0);
  const payments = await paidFor(on, operator.id, month);
  const settled = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return {
    operator,
    month,
    records,
    payments,
    sums: {
      records: records.length,
      kwh: Number(total((line) => line.kwh).toFixed(3)),
      asked_minor: total((line) => line.asked_minor),
      checked_minor: total((line) => line.checked_minor),
      disputed_minor: total((line) => line.disputed_minor),
      payable_minor: total((line) => line.payable_minor),
      paid_minor: total((line) => line.paid_minor),
      margin_minor: total((line) => line.margin_minor),
      settled_minor: settled,
    },
  };
}

const toLine = (row: CostRow): Line => ({
  cdr_id: row.cdr_id,
  ocpi_id: row.ocpi_id,
  ended_at: row.ended_at.toISOString(),
  booked_at: row.at.toISOString(),
  kwh: row.kwh,
  asked_minor: Number(row.asked),
  checked_minor: Number(row.checked),
  disputed_minor: Number(row.disputed),
  payable_minor: Number(row.payable),
  paid_minor: Number(row.paid),
  margin_minor: Number(row.paid - row.payable),
});
