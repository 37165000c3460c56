import type { Books as Shown } from "@voltmarg/contract";
import { useNavigate, useParams } from "react-router";
import { openDocument } from "../../api/call.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { monthOf } from "@voltmarg/rules";
import { count, instant } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Facts, Money } from "../../ui/values.tsx";

const KINDS: Record<Shown["files"][number]["file"], readonly [label: string, type: string]> = {
  "sales-register.csv": ["Sales register (CSV)", "text/csv"],
  "gstr-1.json": ["GSTR-1 (JSON)", "application/json"],
  "gstr-1.csv": ["GSTR-1 (CSV)", "text/csv"],
  "tally.xml": ["Tally (XML)", "application/xml"],
  "ledger.journal": ["Journal (hledger)", "text/plain"],
};

const COLUMNS: readonly Column<Shown["accounts"][number]>[] = [
  { head: "Group", cell: ({ group }) => group },
  { head: "Account", cell: ({ name }) => name },
  { head: "Debit", num: true, cell: ({ debit_minor }) => <Money minor={debit_minor} /> },
  { head: "Credit", num: true, cell: ({ credit_minor }) => <Money minor={credit_minor} /> },
];

/** What an accountant needs of a month, which is in the address. */
export default function Books() {
  const now = useNow();
  const { month = monthOf(new Date(now)) } = useParams();
  const go = useNavigate();
  const books = useOperation("getBooks", { params: { month } });
  return (
    <Page
      title="Books"
      about="Invoices, credit notes and accounts of a month, and its exports for the accountant."
    >
      <search className="filters" aria-label="Month">
        <label>
          <span>Month</span>
          <input
            type="month"
            value={month}
            onChange={({ target }) => {
              if (target.value) void go(`/books/${target.value}`, { replace: true });
            }}
          />
        </label>
      </search>
      <Answered query={books}>
        {({ data }) => (
          <Month
            of={data}
            isOver={month < monthOf(new Date(now))}
            onFiled={() => void books.refetch()}
          />
        )}
      </Answered>
    </Page>
  );
}

function Month({ of, isOver, onFiled }: { of: Shown; isOver: boolean; onFiled: () => void }) {
  const { month, documents, sums, filed_at, filed_by } = of;
  const state = filed_at ? `Filed ${instant(filed_at)} by ${filed_by}` : "Open";
  return (
    <>
      {of.difference_minor === 0 ? null : (
        <div className="note note--bad" role="alert">
          Ledger and documents differ by <Money minor={of.difference_minor} />.
        </div>
      )}
      <Section
        title={state}
        actions={of.files.map(({ file }) => (
          <SaveButton
            key={file}
            label={KINDS[file][0]}
            fileName={`${month}-${file}`}
            open={() => openDocument("exportBooks", { params: { month, file } }, KINDS[file][1])}
          />
        ))}
      >
        <Facts
          of={[
            ["Invoices", count(documents.invoices)],
            ["Credit notes", count(documents.credit_notes)],
            ["Financial credit notes", count(documents.financial_credit_notes)],
            ["Taxable value", <Money key="t" minor={sums.taxable_minor} />],
            ["CGST", <Money key="c" minor={sums.cgst_minor} />],
            ["SGST", <Money key="s" minor={sums.sgst_minor} />],
            ["IGST", <Money key="i" minor={sums.igst_minor} />],
            ["Total", <Money key="a" minor={sums.total_minor} />],
          ]}
        />
      </Section>
      <Section title="Accounts">
        {of.accounts.length === 0 ? (
          <p>Nothing was booked in this month.</p>
        ) : (
          <Table
            caption="What moved on each account"
            rows={of.accounts}
            keyOf={({ name }) => name}
            columns={COLUMNS}
          />
        )}
      </Section>
      {filed_at || !isOver ? null : (
        <Section title="File the month">
          <Operation
            name="fileBooks"
            label="Mark as filed"
            params={{ month }}
            about="For good: the exports of this month never change from then on, and a correction is dated in the open month."
            done="The month is filed."
            onDone={onFiled}
          />
        </Section>
      )}
    </>
  );
}
