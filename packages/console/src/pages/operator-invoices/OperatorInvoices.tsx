import type { OperatorInvoice } from "@voltmarg/contract";
import { Link, useSearchParams } from "react-router";
import { count } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

/** None is as it should be. */
const Bad = ({ n, as }: { n: number; as: "MISSING" | "SET_ASIDE" }) =>
  n === 0 ? "0" : <State of={as}>{count(n)}</State>;

const COLUMNS: readonly Column<OperatorInvoice>[] = [
  { head: "Issued", cell: ({ last_updated }) => <At at={last_updated} /> },
  { head: "Operator", cell: ({ operator }) => operator.name ?? operator.id },
  { head: "Invoice", cell: ({ invoice_id, ocpi_id }) => <code>{invoice_id ?? ocpi_id}</code> },
  { head: "CDRs", num: true, cell: ({ cdrs }) => count(cdrs) },
  { head: "Matched", num: true, cell: ({ matched }) => count(matched) },
  { head: "Set aside", num: true, cell: ({ set_aside }) => <Bad n={set_aside} as="SET_ASIDE" /> },
  { head: "Missing", num: true, cell: ({ missing }) => <Bad n={missing} as="MISSING" /> },
  { head: "Double", num: true, cell: ({ double }) => <Bad n={double} as="MISSING" /> },
];

export default function OperatorInvoices() {
  const [search] = useSearchParams();
  const operator = search.get("operator");
  return (
    <ListPage
      name="listOperatorInvoices"
      title="Operator invoices"
      about="What operators on OCPI 2.3.0 say stands on their invoices, matched against the CDRs that we have."
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/operator-invoices/${encodeURIComponent(id)}`}
      empty="No operator has sent what stands on an invoice. Only operators on OCPI 2.3.0 can."
      actions={
        <Link
          className="btn"
          to={`/not-invoiced-cdrs${operator ? `?operator=${encodeURIComponent(operator)}` : ""}`}
        >
          Not invoiced
        </Link>
      }
      columns={COLUMNS}
    />
  );
}
