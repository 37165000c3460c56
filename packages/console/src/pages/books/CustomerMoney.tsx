import type { CustomerMoneyDay } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Money, State } from "../../ui/values.tsx";

const stateOf = ({ difference_minor }: CustomerMoneyDay) => {
  if (difference_minor === null) return <State of="WAITING">Not entered</State>;
  if (difference_minor === 0) return <State of="OK">Agrees</State>;
  return difference_minor < 0 ? (
    <State of="FAILED">Money is missing</State>
  ) : (
    <State of="WAITING">More than customers’ money</State>
  );
};

const COLUMNS: readonly Column<CustomerMoneyDay>[] = [
  { head: "Day", cell: ({ day }) => day },
  { head: "State", cell: stateOf },
  { head: "Wallets", num: true, cell: ({ wallets_minor: m }) => <Money minor={m} /> },
  { head: "Held", num: true, cell: ({ held_minor: m }) => <Money minor={m} /> },
  { head: "On the way back", num: true, cell: ({ returning_minor: m }) => <Money minor={m} /> },
  {
    head: "Disputed, without order",
    num: true,
    cell: ({ disputed_minor, unassigned_minor }) => (
      <Money minor={disputed_minor + unassigned_minor} />
    ),
  },
  { head: "Goodwill in it", num: true, cell: ({ goodwill_minor: m }) => <Money minor={m} /> },
  { head: "At the provider", num: true, cell: ({ at_provider_minor: m }) => <Money minor={m} /> },
  { head: "Should be there", num: true, cell: ({ expected_minor: m }) => <Money minor={m} /> },
  { head: "Bank", num: true, cell: ({ bank_minor: m }) => <Money minor={m} /> },
  { head: "Difference", num: true, cell: ({ difference_minor: m }) => <Money minor={m} /> },
  {
    head: "Statement",
    cell: ({ day, bank_minor, entered_by }) => (
      <span className="stack">
        <Operation
          name="enterBankBalance"
          label={bank_minor === null ? "Enter" : "Correct"}
          params={{ day }}
          labels={{ balance_minor: "Balance at the end of the day" }}
          about="What the bank’s statement says at the end of this day in India."
          done="The balance is entered."
        />
        {entered_by ? <small className="quiet">by {entered_by}</small> : null}
      </span>
    ),
  },
];

/** What is owed to customers, day by day, against the bank account it lies in. */
export default function CustomerMoney() {
  return (
    <ListPage
      name="listCustomerMoney"
      title="Customers’ money"
      about="What the provider owes to drivers at the end of each day in India, less goodwill and what the payment provider still has, should lie in the bank account for customers’ money. Enter the balance of the statement every day."
      rows={({ content }) => content}
      keyOf={({ day }) => day}
      labels={{ OPEN: "Not entered or with a difference" }}
      empty="The first day is here an hour after its end."
      columns={COLUMNS}
    />
  );
}
