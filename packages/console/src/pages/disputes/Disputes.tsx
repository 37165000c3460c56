import type { Dispute } from "@voltmarg/contract";
import { Link } from "react-router";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Decimal, Money, Raw, State } from "../../ui/values.tsx";

const COLUMNS: readonly Column<Dispute>[] = [
  { head: "Since", cell: ({ created_at }) => <At at={created_at} /> },
  { head: "Operator", cell: ({ operator }) => operator.name ?? operator.id },
  {
    head: "Charging session",
    cell: ({ session_id, ocpi_id }) => (
      <span className="stack">
        <Link to={`/charges/${session_id}`}>{session_id}</Link>
        <small>{`CDR ${ocpi_id}`}</small>
      </span>
    ),
  },
  { head: "State", cell: ({ state }) => <State of={state} /> },
  {
    head: "Asked, without GST",
    num: true,
    cell: ({ asked, currency }) => <Decimal of={asked.excl_vat} in={currency} />,
  },
  {
    head: "Our figure",
    num: true,
    cell: ({ checked, currency }) => <Decimal of={checked.excl_vat} in={currency} />,
  },
  { head: "The driver paid", num: true, cell: ({ paid_minor }) => <Money minor={paid_minor} /> },
  {
    head: "At most agreed",
    num: true,
    cell: ({ agreed_minor }) => (agreed_minor === null ? "–" : <Money minor={agreed_minor} />),
  },
  {
    head: "Our computation",
    cell: ({ lines }) => (
      <details>
        <summary>Line by line</summary>
        <Raw>{lines}</Raw>
      </details>
    ),
  },
  { head: "What next", cell: (row) => <Decide of={row} /> },
];

const Decide = ({ of }: { of: Dispute }) =>
  of.state === "CLOSED" ? (
    "–"
  ) : (
    <Operation
      name="decideDispute"
      label="Decide"
      params={{ id: of.cdr_id }}
      about="So much of what is disputed the operator is owed after all, with GST. The rest is owed to nobody, and the driver’s bill stays."
    />
  );

export default function Disputes() {
  return (
    <ListPage
      name="listDisputes"
      title="Disputes"
      about="CDRs whose price differs from our own computation on the operator’s tariff, or is above what was agreed."
      live
      rows={({ content }) => content}
      keyOf={({ cdr_id }) => cdr_id}
      empty="No CDR is in dispute."
      columns={COLUMNS}
    />
  );
}
