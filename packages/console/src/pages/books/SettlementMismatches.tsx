import type { SettlementMismatch } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Money } from "../../ui/values.tsx";

const REASONS: Record<SettlementMismatch["reason"], string> = {
  UNKNOWN: "Nothing of ours has this id",
  OTHER_AMOUNT: "Ours has another amount",
  OTHER_CURRENCY: "Another currency than rupees",
  SETTLED_TWICE: "It is in an earlier settlement",
  SUM_DIFFERS: "The bank got another sum than the lines",
  NEGATIVE: "Below zero: nothing was paid out",
  NOT_SETTLED: "Our payment is in no settlement after a week",
};

const COLUMNS: readonly Column<SettlementMismatch>[] = [
  { head: "At", cell: ({ at }) => <At at={at} /> },
  { head: "Reason", cell: ({ reason }) => REASONS[reason] },
  { head: "What", cell: ({ entity_id }) => <code>{entity_id}</code> },
  { head: "Settlement", cell: ({ settlement_id }) => <code>{settlement_id ?? "–"}</code> },
  { head: "UTR", cell: ({ utr }) => <code>{utr ?? "–"}</code> },
  {
    head: "Amount",
    num: true,
    cell: ({ amount_minor, currency }) =>
      currency === "INR" ? <Money minor={amount_minor} /> : `${amount_minor / 100} ${currency}`,
  },
];

/** What the accountant clears with the payment provider. */
export default function SettlementMismatches() {
  return (
    <ListPage
      name="listSettlementMismatches"
      title="Settlements not matched"
      about="What does not fit between the payment provider's report and the books. Lines are in suspense, so that the bank agrees with its statement; they are tried again every evening."
      rows={({ content }) => content}
      keyOf={({ settlement_id, entity_id, reason }) => `${settlement_id} ${entity_id} ${reason}`}
      labels={REASONS}
      empty="Everything matches."
      columns={COLUMNS}
    />
  );
}
