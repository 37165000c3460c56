import type { AccountEntry } from "@voltmarg/contract";
import { Link } from "react-router";
import { words } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";
import { Details } from "./Details.tsx";

const COLUMNS: readonly Column<AccountEntry>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  {
    head: "Whose",
    cell: ({ user_id, mobile_masked }) => (
      <Link to={`/drivers/${user_id}`}>{mobile_masked ?? "erased"}</Link>
    ),
  },
  { head: "What", cell: ({ act }) => words(act) },
  { head: "With", cell: ({ details }) => <Details of={details} /> },
];

/** What drivers' accounts went through. */
export default function AccountAudit() {
  return (
    <ListPage
      name="listAccountAudit"
      title="Drivers’ audit log"
      labels={{ mobile: "Whole number or account id", act: "What" }}
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No account has done anything yet."
      columns={COLUMNS}
    />
  );
}
