import type { StaffCredential } from "@voltmarg/contract";
import type { AnswerOf } from "../../api/call.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Once } from "../../ui/Once.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

const COLUMNS: readonly Column<StaffCredential>[] = [
  { head: "Name", cell: ({ name }) => name },
  { head: "Role", cell: ({ role }) => role },
  {
    head: "State",
    cell: ({ revoked_at }) =>
      revoked_at ? (
        <span className="stack">
          <State of="REMOVED">Revoked</State>
          <small>
            <At at={revoked_at} />
          </small>
        </span>
      ) : (
        <State of="ACTIVE" />
      ),
  },
  { head: "Made", cell: ({ created_at }) => <At at={created_at} /> },
  { head: "By", cell: ({ created_by }) => created_by },
  {
    head: "Change",
    cell: ({ name, revoked_at }) =>
      revoked_at ? (
        <span className="quiet">–</span>
      ) : (
        <Operation
          name="revokeCredential"
          label="Revoke"
          danger
          params={{ name }}
          about={`Whatever uses ${name} is refused from now on. This cannot be undone.`}
        />
      ),
  },
];

const shown = ({ data }: AnswerOf<"createCredential">) => (
  <Once what={`the token of ${data.name}`} value={data.token} />
);

/** Tokens of scripts. Persons sign in by passkey. */
export default function Credentials() {
  return (
    <ListPage
      name="listCredentials"
      title="Credentials"
      about="Tokens of scripts and of the command line. Persons are invited as staff."
      rows={({ data }) => data.credentials}
      keyOf={({ name }) => name}
      empty="There is no credential but the one of the configuration."
      columns={COLUMNS}
      actions={<Operation name="createCredential" label="Create" primary result={shown} />}
    />
  );
}
