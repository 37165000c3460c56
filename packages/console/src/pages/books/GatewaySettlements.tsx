import type { GatewaySettlement } from "@voltmarg/contract";
import { count } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Money, State } from "../../ui/values.tsx";

/** What is to be looked at of a settlement. */
const stateOf = ({ amount_minor, lines_minor, unmatched }: GatewaySettlement) =>
  unmatched > 0
    ? `${count(unmatched)} not matched`
    : amount_minor !== lines_minor
      ? "Differs from its lines"
      : amount_minor < 0
        ? "Below zero"
        : null;

const COLUMNS: readonly Column<GatewaySettlement>[] = [
  { head: "Paid out", cell: ({ settled_at }) => <At at={settled_at} /> },
  {
    head: "Settlement",
    cell: ({ id, utr }) => (
      <span className="stack">
        <code>{utr ?? "no UTR"}</code>
        <small>{id}</small>
      </span>
    ),
  },
  {
    head: "State",
    cell: (row) => {
      const wrong = stateOf(row);
      return <State of={wrong ? "FAILED" : "OK"}>{wrong ?? "Matched"}</State>;
    },
  },
  { head: "Lines", num: true, cell: ({ lines }) => count(lines) },
  { head: "Fees", num: true, cell: ({ fees_minor }) => <Money minor={fees_minor} /> },
  { head: "GST", num: true, cell: ({ tax_minor }) => <Money minor={tax_minor} /> },
  { head: "Reached the bank", num: true, cell: ({ amount_minor: m }) => <Money minor={m} /> },
];

/** What the payment provider paid out, to be compared with the bank statement. */
export default function GatewaySettlements() {
  return (
    <ListPage
      name="listGatewaySettlements"
      title="Gateway settlements"
      about="What the payment provider paid out to the bank, less its fees and their GST. Its report is read every evening."
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="Nothing was paid out yet."
      columns={COLUMNS}
    />
  );
}
