import type { OperatorInvoiceCdr, OperatorInvoiceSum } from "@voltmarg/contract";
import type { AnswerOf } from "../../api/call.ts";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Download } from "../../ui/Download.tsx";
import { count, kwh } from "../../ui/format.ts";
import { List } from "../../ui/ListPage.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Decimal, Facts, State } from "../../ui/values.tsx";

type Shown = AnswerOf<"getOperatorInvoice">["data"];

const COLUMNS: readonly Column<OperatorInvoiceCdr>[] = [
  { head: "The operator’s id", cell: ({ ocpi_id }) => <code>{ocpi_id}</code> },
  { head: "State", cell: ({ state }) => <State of={state} /> },
  { head: "Ended", cell: ({ ended_at }) => <At at={ended_at} /> },
  { head: "Energy", num: true, cell: (cdr) => (cdr.kwh === null ? "–" : kwh(cdr.kwh)) },
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
  { head: "To note", cell: (cdr) => <Notes of={cdr} /> },
];

function Notes({ of: { aside, credit, times, also_on } }: { of: OperatorInvoiceCdr }) {
  const notes = [
    credit ? "A credit" : null,
    times > 1 ? `Listed ${times} times` : null,
    also_on.length > 0 ? `Also on ${also_on.join(", ")}` : null,
    aside?.decision === "REJECTED" ? "Rejected by us" : null,
  ].filter((note) => note !== null);
  if (notes.length === 0 && !aside) return "–";
  return (
    <span className="stack">
      {aside ? <Link to={`/quarantined-cdrs/${aside.id}`}>{aside.reason}</Link> : null}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </span>
  );
}

/** An operator's invoice: what we have of it, to compare with the paper, and its CDRs. */
export default function OperatorInvoice() {
  const { id = "" } = useParams();
  const invoice = useOperation("getOperatorInvoice", { params: { id } });
  const of = invoice.data?.data;
  return (
    <Page
      title={of ? `Invoice ${of.invoice_id ?? of.ocpi_id}` : "Invoice"}
      back={{ to: "/operator-invoices", label: "Operator invoices" }}
      actions={<Download name="listOperatorInvoiceCdrs" params={{ id }} />}
    >
      <Answered query={invoice}>{({ data }) => <Parts of={data} />}</Answered>
      <Section title="CDRs on it">
        <List
          name="listOperatorInvoiceCdrs"
          title="CDRs on the invoice"
          params={{ id }}
          rows={({ content }) => content}
          keyOf={(cdr) => cdr.id}
          empty="No CDR stands on it."
          columns={COLUMNS}
        />
      </Section>
    </Page>
  );
}

const Parts = ({ of }: { of: Shown }) => (
  <div className="columns">
    <Section title="What it is">
      <Facts
        of={[
          [
            "Operator",
            <Link key="o" to={`/partners/${of.operator.id}`}>
              {of.operator.name ?? of.operator.id}
            </Link>,
          ],
          ["Party", <code key="p">{`${of.country_code}-${of.party_id}`}</code>],
          ["Number on the paper", of.invoice_id],
          ["Issued", <At key="i" at={of.last_updated} precise />],
          ["Received", <At key="r" at={of.received_at} precise />],
          ["CDRs", count(of.cdrs)],
          ["Matched", count(of.matched)],
          ["Set aside", count(of.set_aside)],
          ["Missing", count(of.missing)],
          ["Double", count(of.double)],
        ]}
      />
    </Section>
    <Section title="What we have of it">
      {of.sums.length === 0 ? (
        <Empty>We have no CDR of this invoice.</Empty>
      ) : (
        of.sums.map((sum) => <Sum key={`${sum.state} ${sum.currency}`} of={sum} />)
      )}
    </Section>
  </div>
);

/** The operator's own figures, each CDR once. */
const Sum = ({ of: { currency, ...of } }: { of: OperatorInvoiceSum }) => (
  <Facts
    of={[
      [
        "CDRs",
        <span key="n" className="row">
          <State of={of.state} />
          {count(of.cdrs)}
        </span>,
      ],
      ["Before taxes", <Decimal key="b" of={of.before_taxes} in={currency} />],
      ...of.taxes.map(
        ({ name, amount }) =>
          [
            name ?? "Taxes without a name",
            <Decimal key={name} of={amount} in={currency} />,
          ] as const,
      ),
      ["With taxes", <Decimal key="a" of={of.after_taxes} in={currency} />],
      ...(of.without_taxes > 0
        ? [["CDRs that state no taxes", count(of.without_taxes)] as const]
        : []),
    ]}
  />
);
