import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { count } from "../../ui/format.ts";
import { Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { State } from "../../ui/values.tsx";

/** What each kind of fault means; the service names them. */
const MEANINGS: Record<string, string> = {
  unbalanced: "Transfers whose postings are not whole",
  drifted: "Balances that differ from their postings",
  misheld: "Drivers whose held money differs from their holds",
  overdrawn: "Wallets below zero",
  below_bound: "Drivers who owe more than their charging sessions may cost",
  miscredited: "Payments that were not credited exactly once",
  misbilled: "Bills that were not booked exactly once",
  misrefunded: "Refunds that differ from the money set aside",
  stranded: "Holds of charging sessions that need none",
  bills: "Bills that differ from their tax, the books or their number",
  numbers: "Documents that were changed or taken out after they were issued",
  series: "Series whose last number has no document",
  costs: "Operators' costs that differ from the books or the bill",
  transfers: "Bookings of bills or costs that are gone",
  holds: "Holds that differ from what was taken from them",
  payments: "Payments that were credited with another amount",
  refunds: "Refunds of another amount than left",
  settlements: "Settlements of the payment gateway that differ from the books or their lines",
  bank_refunds: "Bank transfers of another amount than was set aside",
  audit_log: "Rows of the audit log that were changed or taken out",
};

type Fault = { kind: string; found: number };
const COLUMNS: readonly Column<Fault>[] = [
  { head: "What was checked", cell: ({ kind }) => MEANINGS[kind] ?? kind },
  { head: "Name", cell: ({ kind }) => <code>{kind}</code> },
  {
    head: "State",
    cell: ({ found }) =>
      found === 0 ? <State of="OK">In order</State> : <State of="FAILED">Faults</State>,
  },
  { head: "Found", num: true, cell: ({ found }) => count(found) },
];

type Row = { kind: string; row: string; wrong: string[] };
const ROWS: readonly Column<Row>[] = [
  { head: "Kind", cell: ({ kind }) => <code>{kind}</code> },
  { head: "Row", cell: ({ row }) => <code>{row}</code> },
  { head: "What is wrong", cell: ({ wrong }) => wrong.join("; ") },
];

/** The whole ledger, checked now. */
export default function LedgerCheck() {
  const check = useOperation("checkBooks", {});
  const sound = check.data?.data.sound;
  return (
    <Page
      title="Ledger check"
      about="The whole ledger is checked anew each time this page is opened. Every figure has to be zero."
      actions={
        <button
          type="button"
          className="btn"
          aria-busy={check.isFetching || undefined}
          onClick={() => void check.refetch()}
        >
          Check again
        </button>
      }
    >
      <Answered query={check}>
        {({ data }) => (
          <Section title={sound ? "The books are in order" : "There are faults in the books"}>
            <Table
              caption="Kinds of faults"
              rows={Object.entries(data.faults)
                .map(([kind, found]) => ({ kind, found }))
                .toSorted((a, b) => b.found - a.found)}
              keyOf={({ kind }) => kind}
              columns={COLUMNS}
            />
            {data.rows.length > 0 && (
              <Table
                caption="Rows that are wrong, the first hundred"
                rows={data.rows}
                keyOf={({ kind, row }) => `${kind} ${row}`}
                columns={ROWS}
              />
            )}
          </Section>
        )}
      </Answered>
    </Page>
  );
}
