import type { StaffInvitation, StaffMember } from "@voltmarg/contract";
import { useMember } from "../../api/member.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Once } from "../../ui/Once.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

const COLUMNS: readonly Column<StaffMember>[] = [
  { head: "Name", cell: ({ name }) => name },
  { head: "Role", cell: ({ role }) => role },
  { head: "State", cell: (member) => <StateOf member={member} /> },
  {
    head: "Last seen",
    cell: ({ last_seen_at }) => (last_seen_at ? <At at={last_seen_at} /> : "never"),
  },
  { head: "Since", cell: ({ created_at }) => <At at={created_at} /> },
  { head: "By", cell: ({ created_by }) => created_by },
  { head: "Change", cell: (member) => <Actions of={member} /> },
];

/** Who of the provider's staff signs in to the console. */
export default function Staff() {
  return (
    <ListPage
      name="listStaff"
      title="Staff"
      about="Members sign in by passkey, or with the company account where there is one. A name is never given to another person."
      rows={({ data }) => data.staff}
      keyOf={({ name }) => name}
      empty="Nobody is invited yet."
      columns={COLUMNS}
      actions={
        <Operation
          name="inviteStaff"
          label="Invite"
          primary
          about="The link opens once, within 24 hours. Who opens it chooses how they sign in."
          result={linkOf}
        />
      }
    />
  );
}

function StateOf({ member }: { member: StaffMember }) {
  if (member.revoked_at)
    return (
      <span className="stack">
        <State of="REMOVED">Ended</State>
        <small>
          <At at={member.revoked_at} />
        </small>
      </span>
    );
  if (member.invited_until)
    return (
      <span className="stack">
        <State of="INVITED" />
        <small>
          until <At at={member.invited_until} />
        </small>
      </span>
    );
  if (member.openid)
    return (
      <span className="stack">
        <State of="ACTIVE" />
        <small>by company account</small>
      </span>
    );
  return member.passkeys > 0 ? <State of="ACTIVE" /> : <State of="EXPIRED">Link expired</State>;
}

function Actions({ of }: { of: StaffMember }) {
  const { name: own } = useMember();
  if (of.revoked_at) return <span className="quiet">–</span>;
  const params = { name: of.name };
  return (
    <span className="actions">
      <Operation
        name="changeStaff"
        label="Role"
        params={params}
        now={{ role: of.role }}
        about={`The role of ${of.name} holds at once, also where they are signed in.`}
      />
      <Operation
        name="inviteStaffAgain"
        label="New link"
        params={params}
        about={`For a lost passkey of ${of.name}, or another way to sign in. When the link is used, what was before and all sessions end.`}
        result={linkOf}
      />
      {of.name === own ? null : (
        <Operation
          name="revokeStaff"
          label="End"
          danger
          params={params}
          about={`Sessions and links of ${of.name} and every way to sign in end at once. This cannot be undone.`}
        />
      )}
    </span>
  );
}

const linkOf = ({ data: of }: { data: StaffInvitation }) => (
  <>
    <p>
      For {of.name}, as {of.role}. It opens once, until <At at={of.expires_at} />.
    </p>
    <Once what="the link" value={of.link} />
  </>
);
