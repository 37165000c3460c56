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

/** The whole ledger, checked now. */
export default function Books() {
  const check = useOperation("checkBooks", {});
  const sound = check.data?.data.sound;
  return (
    <Page
      title="Books"
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
          </Section>
        )}
      </Answered>
    </Page>
  );
}
