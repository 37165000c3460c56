import type { NotInvoicedCdr } from "@voltmarg/contract";
import { useSearchParams } from "react-router";
import { factsOf } from "../../api/operations.ts";
import { Download } from "../../ui/Download.tsx";
import { Filters } from "../../ui/Filters.tsx";
import { kwh } from "../../ui/format.ts";
import { List } from "../../ui/ListPage.tsx";
import { Empty, Page } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Decimal } from "../../ui/values.tsx";

const COLUMNS: readonly Column<NotInvoicedCdr>[] = [
  { head: "Ended", cell: ({ ended_at }) => <At at={ended_at} /> },
  { head: "The operator’s id", cell: ({ ocpi_id }) => <code>{ocpi_id}</code> },
  { head: "Energy", num: true, cell: (cdr) => kwh(cdr.kwh) },
  {
    head: "Before taxes",
    num: true,
    cell: ({ before_taxes, currency }) => <Decimal of={before_taxes} in={currency} />,
  },
  {
    head: "With taxes",
    num: true,
    cell: ({ after_taxes, currency }) => <Decimal of={after_taxes} in={currency} />,
  },
  { head: "To note", cell: ({ credit }) => (credit ? "A credit" : "–") },
];

/** An operator's CDRs that it has invoiced nowhere. Which operator is in the address. */
export default function NotInvoiced() {
  const [search] = useSearchParams();
  const operator = search.get("operator");
  const fields = factsOf("listNotInvoicedCdrs").query ?? [];
  return (
    <Page
      title="CDRs not invoiced"
      back={{ to: "/operator-invoices", label: "Operator invoices" }}
      about="CDRs of one operator that we billed and that stand on none of its invoices, from the month of the first that it has invoiced until the last one."
      actions={operator ? <Download name="listNotInvoicedCdrs" /> : null}
    >
      <Filters fields={fields.filter(({ name }) => name === "operator")} />
      {operator ? (
        <List
          name="listNotInvoicedCdrs"
          title="CDRs not invoiced"
          given={{ operator }}
          rows={({ content }) => content}
          keyOf={({ id }) => id}
          empty="Every CDR is on an invoice, or the operator has sent none yet."
          columns={COLUMNS}
        />
      ) : (
        <Empty>Name an operator.</Empty>
      )}
    </Page>
  );
}
