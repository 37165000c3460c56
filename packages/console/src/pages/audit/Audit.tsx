import type { BackofficeEntry } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";
import { Details } from "./Details.tsx";

const COLUMNS: readonly Column<BackofficeEntry>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "Who", cell: ({ credential }) => credential },
  {
    head: "What",
    cell: ({ method, route }) => <code>{`${method} ${route.replace("/provider/v1", "")}`}</code>,
  },
  { head: "With", cell: ({ parameters }) => <Details of={parameters} /> },
  {
    head: "Outcome",
    cell: ({ outcome }) =>
      outcome === "OK" ? <State of="OK">Done</State> : <code>{outcome}</code>,
  },
  { head: "Request", cell: ({ request_id }) => <code>{request_id}</code> },
];

/** Every call of the back office. */
export default function Audit() {
  return (
    <ListPage
      name="listAudit"
      title="Audit log"
      about="What the staff and credentials did and whom they looked at, newest first. Reading lists is only counted."
      labels={{
        credential: "Member or credential",
        effect: "What it can do",
        object: "Id, or a driver’s whole number",
      }}
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="Nobody has done anything yet."
      columns={COLUMNS}
    />
  );
}
