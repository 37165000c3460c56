import type { ConsolePayment } from "@voltmarg/contract";
import { Link } from "react-router";
import type { AnswerOf } from "../../api/call.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Money, State } from "../../ui/values.tsx";

const STATES: Record<ConsolePayment["status"], string> = {
  CREATED: "Not paid yet",
  PROCESSING: "Authorised",
  CREDITED: "Credited",
  FAILED: "Failed",
};

const COLUMNS: readonly Column<ConsolePayment>[] = [
  { head: "Begun", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Driver",
    cell: ({ driver }) => (
      <Link to={`/drivers/${driver.id}`}>{driver.mobile_masked ?? "erased"}</Link>
    ),
  },
  { head: "State", cell: ({ status }) => <State of={status}>{STATES[status]}</State> },
  { head: "Order", cell: ({ order_id }) => (order_id ? <code>{order_id}</code> : "none") },
  { head: "Payment", cell: ({ payment_id }) => (payment_id ? <code>{payment_id}</code> : "–") },
  { head: "Settled", cell: ({ settled_at }) => <At at={settled_at} /> },
  { head: "Amount", num: true, cell: ({ amount_minor }) => <Money minor={amount_minor} /> },
  { head: "What next", cell: (row) => <Next of={row} /> },
];

const told = ({ data }: AnswerOf<"askAboutPayment">) =>
  data.payments === 0
    ? "The payment provider knows of no payment for this order."
    : `It is now: ${STATES[data.status].toLowerCase()}.`;

const Next = ({ of }: { of: ConsolePayment }) =>
  of.status === "CREDITED" || !of.order_id ? (
    "–"
  ) : (
    <Operation
      name="askAboutPayment"
      label="Ask again"
      params={{ id: of.id }}
      about="The payment provider is asked what became of it. What it has captured is credited once."
      done="The payment provider has answered."
      result={told}
    />
  );

export default function Payments() {
  return (
    <ListPage
      name="listPayments"
      title="Payments"
      about="What drivers wanted to add to their wallets, and what became of it."
      live
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No driver has added money yet."
      columns={COLUMNS}
    />
  );
}
