import type { AnswerOf } from "../../api/call.ts";
import { count } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Money, State } from "../../ui/values.tsx";

type Company = AnswerOf<"listCompanies">["data"]["companies"][number];

const COLUMNS: readonly Column<Company>[] = [
  { head: "Company", cell: ({ name }) => name },
  { head: "State", cell: ({ state }) => <State of={state} /> },
  { head: "Drivers", num: true, cell: ({ drivers }) => count(drivers) },
  { head: "Owes", num: true, cell: ({ owed_minor }) => <Money minor={owed_minor} /> },
];

export default function Companies() {
  return (
    <ListPage
      name="listCompanies"
      title="Companies"
      about="Employers who pay for the charging sessions of their drivers."
      rows={({ data }) => data.companies}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/companies/${id}`}
      empty="No company pays for its drivers yet."
      columns={COLUMNS}
      actions={
        <Operation name="putCompany" label="Add a company" primary done="The company is added." />
      }
    />
  );
}
