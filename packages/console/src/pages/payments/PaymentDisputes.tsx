import type { PaymentDispute } from "@voltmarg/contract";
import { Link } from "react-router";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { useNow } from "../../ui/use-now.ts";
import { At, Money, State } from "../../ui/values.tsx";

const STATES: Record<PaymentDispute["state"], string> = {
  OPEN: "Open",
  WON: "Won",
  LOST: "Lost",
};
const TAGS = { OPEN: "WAITING", WON: "OK", LOST: "FAILED" } as const;

const COLUMNS: readonly Column<PaymentDispute>[] = [
  { head: "Told", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Driver",
    cell: ({ driver }) =>
      driver ? (
        <Link to={`/drivers/${driver.id}`}>{driver.mobile_masked ?? "erased"}</Link>
      ) : (
        "nobody was credited"
      ),
  },
  {
    head: "State",
    cell: ({ state, status }) => (
      <span className="stack">
        <State of={TAGS[state]}>{STATES[state]}</State>
        <small>{status.replaceAll("_", " ")}</small>
      </span>
    ),
  },
  {
    head: "Evidence until",
    cell: ({ evidence_wanted, respond_by }) =>
      evidence_wanted ? <Deadline at={respond_by} /> : "–",
  },
  { head: "Payment", cell: ({ payment_id }) => <code>{payment_id}</code> },
  { head: "Amount", num: true, cell: ({ amount_minor }) => <Money minor={amount_minor} /> },
  { head: "Set aside", num: true, cell: ({ set_aside_minor: minor }) => <Money minor={minor} /> },
  { head: "Taken", num: true, cell: ({ loss_minor }) => <Money minor={loss_minor} /> },
  {
    head: "Evidence",
    cell: ({ id, driver }) =>
      driver ? (
        <Operation
          name="savePaymentEvidence"
          label="Save evidence"
          params={{ id }}
          saves={{ type: "application/pdf", fileName: `evidence-${id}.pdf` }}
          about="One PDF for the payment provider: the payment, the account with its number masked, its devices, and the charging sessions the money was spent on."
          done="Saved. Send it at the payment provider."
        />
      ) : (
        "–"
      ),
  },
];

/** With a mark where it has passed. */
function Deadline({ at }: { at: string | null }) {
  const now = useNow();
  return (
    <span className="stack">
      <At at={at} />
      {at && Date.parse(at) < now ? <State of="FAILED">Overdue</State> : null}
    </span>
  );
}

/** What banks dispute; finance answers it at the payment provider. */
export default function PaymentDisputes() {
  return (
    <ListPage
      name="listPaymentDisputes"
      title="Payment disputes"
      about="Payments that cardholders’ banks dispute. Answer at the payment provider before the day; the money is set aside until it is decided."
      live
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No payment is disputed."
      columns={COLUMNS}
    />
  );
}
