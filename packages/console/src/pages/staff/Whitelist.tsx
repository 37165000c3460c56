import type { WhitelistEntry } from "@voltmarg/contract";
import { Link } from "react-router";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

const COLUMNS: readonly Column<WhitelistEntry>[] = [
  {
    head: "Who",
    cell: ({ driver, company }) => driver?.mobile ?? company?.name ?? "not known",
  },
  {
    head: "Where",
    cell: ({ location_id, operator_id }) =>
      location_id ? (
        <Link to={`/locations/${location_id}`}>{location_id}</Link>
      ) : (
        <Link to={`/partners/${operator_id}`}>all stations of {operator_id}</Link>
      ),
  },
  { head: "Since", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Change",
    cell: ({ id }) => (
      <Operation
        name="removeFromWhitelist"
        label="Remove"
        danger
        params={{ id }}
        about="They may not charge there any more, as long as somebody else is on the list of that place. Without anybody on it, everybody may."
      />
    ),
  },
];

/** Who may charge where not everybody may. */
export default function Whitelist() {
  return (
    <ListPage
      name="listWhitelist"
      title="Whitelist"
      about="A station, or all of an operator’s, is only for those who are listed for it here."
      rows={({ data }) => data.entries}
      keyOf={({ id }) => id}
      empty="Everybody may charge everywhere."
      columns={COLUMNS}
      actions={
        <Operation
          name="addToWhitelist"
          label="Add"
          primary
          about="A driver by number or a company, and a station or an operator: one of each pair."
          labels={{ company_id: "Company’s id", location_id: "Station’s id" }}
        />
      }
    />
  );
}
