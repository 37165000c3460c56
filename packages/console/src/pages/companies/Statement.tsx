import "../../styles/prices.css";
import type { CompanyStatement } from "@voltmarg/contract";
import { monthOf } from "@voltmarg/rules";
import { Link, useNavigate, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { count, kwh, monthWords, words } from "../../ui/format.ts";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, Facts, Money } from "../../ui/values.tsx";
import { useNow } from "../../ui/use-now.ts";
import { SaveStatement } from "./SaveStatement.tsx";

type Bill = CompanyStatement["bills"][number];
type Payment = CompanyStatement["payments"][number];

const BILLS: readonly Column<Bill>[] = [
  { head: "Bill", cell: ({ invoice_number, cdr_id }) => invoice_number ?? cdr_id },
  { head: "When", cell: ({ at }) => <At at={at} /> },
  {
    head: "Driver",
    cell: ({ driver_name, driver_mobile }) => (
      <span className="stack">
        {driver_name ?? "name not known"}
        <small className="num">{driver_mobile}</small>
      </span>
    ),
  },
  { head: "Vehicle", cell: ({ vehicle }) => vehicle ?? "none named" },
  { head: "Where", cell: ({ place }) => place },
  { head: "Energy", num: true, cell: ({ kwh: energy }) => kwh(energy) },
  { head: "Net", num: true, cell: ({ net_minor }) => <Money minor={net_minor} /> },
  { head: "GST", num: true, cell: ({ gst_minor }) => <Money minor={gst_minor} /> },
  { head: "Total", num: true, cell: ({ total_minor }) => <Money minor={total_minor} /> },
];
const PAYMENTS: readonly Column<Payment>[] = [
  { head: "Reference", cell: ({ reference }) => reference },
  { head: "When", cell: ({ at }) => <At at={at} /> },
  { head: "Kind", cell: ({ kind }) => words(kind) },
  { head: "Amount", num: true, cell: ({ amount_minor }) => <Money minor={amount_minor} /> },
];

/** A month of a company: what its drivers charged, what it paid, what it owes. The month is in the address. */
export default function Statement() {
  const { id = "", month = "" } = useParams();
  const statement = useOperation("getCompanyStatement", { params: { id, month } });
  const name = statement.data?.data.company.name;
  const addressOf = (of: string) => `/companies/${id}/statements/${of}`;
  return (
    <Page
      title={`Statement of ${monthWords(month)}`}
      back={{ to: `/companies/${id}`, label: name ?? "Company" }}
      actions={
        <>
          <Months month={month} addressOf={addressOf} />
          <SaveStatement id={id} month={month} />
        </>
      }
    >
      <Answered query={statement}>{({ data }) => <Parts of={data} />}</Answered>
    </Page>
  );
}

function Months({ month, addressOf }: { month: string; addressOf: (month: string) => string }) {
  const navigate = useNavigate();
  const now = monthOf(new Date(useNow()));
  return (
    <>
      <Link className="btn" to={addressOf(shifted(month, -1))}>
        Month before
      </Link>
      {month < now ? (
        <Link className="btn" to={addressOf(shifted(month, 1))}>
          Month after
        </Link>
      ) : null}
      <label className="sr-only" htmlFor="month">
        Month
      </label>
      <input
        id="month"
        className="btn"
        type="month"
        max={now}
        value={month}
        onChange={({ target }) => target.value && void navigate(addressOf(target.value))}
      />
    </>
  );
}

const Parts = ({ of }: { of: CompanyStatement }) => (
  <>
    <Section title="The month">
      <Facts
        of={[
          ["Owed when the month began", <Money key="o" minor={of.opening_minor} />],
          [
            `${count(of.sums.bills)} bills, ${kwh(of.sums.kwh)}`,
            <Money key="t" minor={of.sums.total_minor} />,
          ],
          ["Of it GST", <Money key="g" minor={of.sums.gst_minor} />],
          ["Paid and credited", <Money key="p" minor={of.paid_minor} />],
          ["Owed after it", <Money key="c" minor={of.closing_minor} />],
        ]}
      />
    </Section>
    <Section title="Bills">
      {of.bills.length === 0 ? (
        <Empty>Its drivers charged nothing in this month.</Empty>
      ) : (
        <Table caption="Bills" rows={of.bills} keyOf={({ cdr_id }) => cdr_id} columns={BILLS} />
      )}
    </Section>
    <Section title="Payments and credits">
      {of.payments.length === 0 ? (
        <Empty>It paid nothing in this month.</Empty>
      ) : (
        <Table
          caption="Payments and credits"
          rows={of.payments}
          keyOf={({ kind, reference, at }) => `${kind} ${reference} ${at}`}
          columns={PAYMENTS}
        />
      )}
    </Section>
  </>
);

const MONTHS = 12;
function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * MONTHS + number - 1 + by;
  return `${Math.floor(index / MONTHS)}-${String((index % MONTHS) + 1).padStart(2, "0")}`;
}
