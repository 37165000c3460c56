import type { ConsoleRefund } from "@voltmarg/contract";
import { Link } from "react-router";
import { ListPage } from "../../ui/ListPage.tsx";
import { ABOUT_BANK, BANK_FIELDS, BANK_LABELS } from "./bank-refund.ts";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Money, State } from "../../ui/values.tsx";

const STATES: Record<ConsoleRefund["status"], string> = {
  REQUESTED: "Asked for",
  SENT: "At the bank",
  DONE: "Paid out",
  FAILED: "Failed",
};

const COLUMNS: readonly Column<ConsoleRefund>[] = [
  { head: "Asked for", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Driver",
    cell: ({ driver }) => (
      <Link to={`/drivers/${driver.id}`}>{driver.mobile_masked ?? "erased"}</Link>
    ),
  },
  {
    head: "State",
    cell: ({ status, failure }) => (
      <span className="stack">
        <State of={status}>{STATES[status]}</State>
        {failure ? <small>{failure}</small> : null}
      </span>
    ),
  },
  { head: "Payment", cell: ({ payment_id }) => <code>{payment_id}</code> },
  {
    head: "At the provider",
    cell: ({ refund_id }) => (refund_id ? <code>{refund_id}</code> : "–"),
  },
  { head: "Settled", cell: ({ settled_at }) => <At at={settled_at} /> },
  { head: "Amount", num: true, cell: ({ amount_minor }) => <Money minor={amount_minor} /> },
  { head: "What next", cell: (row) => <Next of={row} /> },
];

/** What finance may do about a refund that failed: its money is in the wallet, or went to another payment. */
function Next({ of }: { of: ConsoleRefund }) {
  if (of.status !== "FAILED") return "–";
  if (of.retried_by) return "sent again";
  return (
    <span className="row">
      <Operation
        name="retryRefund"
        label="Send again"
        params={{ id: of.id }}
        about="What came back into the wallet goes to the same payment once more. The payment provider is asked first whether it has the refund after all."
        done="The refund is on its way."
      />
      <Operation
        name="refundByBank"
        label="By bank"
        params={{ id: of.driver.id }}
        now={{ amount_minor: of.amount_minor }}
        fields={BANK_FIELDS}
        labels={BANK_LABELS}
        about={ABOUT_BANK}
      />
    </span>
  );
}

export default function Refunds() {
  return (
    <ListPage
      name="listRefunds"
      title="Refunds"
      about={
        <>
          Money on its way back to the payments it came from.{" "}
          <Link to="/approvals?kind=BANK_REFUND">Refunds by bank transfer</Link> are among the
          approvals.
        </>
      }
      live
      actions={
        <Operation
          name="refundByBank"
          label="Record a bank transfer"
          fields={BANK_FIELDS}
          labels={BANK_LABELS}
          about={ABOUT_BANK}
        />
      }
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No money has gone back to a driver yet."
      columns={COLUMNS}
    />
  );
}
