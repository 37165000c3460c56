import { staff, type StaffMember, type StaffRole } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { moment, table, Usage, type Subcommand, whole } from "./backoffice-command.ts";
import { required } from "./driver-command.ts";

const ROLES: readonly StaffRole[] = ["read", "support", "finance", "admin"];

export function roleIn(options: Parameters<Subcommand["run"]>[1]): StaffRole {
  const role = ROLES.find((each) => each === required(options, "role"));
  if (!role) throw new Usage(`--role is one of ${ROLES.join(", ")}`);
  return role;
}

/** Members of the staff, who sign in to the console by passkey or company account. */
export const staffCommands: readonly Subcommand[] = [
  {
    usage: "staff invite <name> --role read|support|finance|admin",
    does: "invite a person to the console; the link opens once, within 24 hours, and is shown once",
    run: async ([name], options, { url, token }) => {
      const body = { name: name!, role: roleIn(options) };
      return whole((await callRoute(url, staff.inviteStaff, { token, body })).data);
    },
  },
  {
    usage: "staff invite-again <name>",
    does: "a new link, for a lost passkey or a link that was not used in time",
    run: async ([name], _options, { url, token }) => {
      const params = { name: name! };
      return whole((await callRoute(url, staff.inviteStaffAgain, { token, params })).data);
    },
  },
  {
    usage: "staff list",
    does: "list all members, revoked ones included",
    run: async (_args, _options, { url, token }) => {
      const { data: answer } = await callRoute(url, staff.listStaff, { token });
      const head = ["Name", "Role", "Since (IST)", "By", "Last seen (IST)", "State"];
      return {
        answer,
        text: answer.staff.length > 0 ? table(head, answer.staff.map(rowOf)) : "Nobody.",
      };
    },
  },
  {
    usage: "staff role <name> --role read|support|finance|admin",
    does: "change a member's role; it holds at once, also in open sessions",
    run: async ([name], options, { url, token }) => {
      const call = { token, params: { name: name! }, body: { role: roleIn(options) } };
      return whole((await callRoute(url, staff.changeStaff, call)).data);
    },
  },
  {
    usage: "staff revoke <name>",
    does: "end a member's sessions, passkeys and links; the name cannot be used again",
    run: async ([name], _options, { url, token }) => {
      const params = { name: name! };
      return whole((await callRoute(url, staff.revokeStaff, { token, params })).data);
    },
  },
];

const rowOf = (member: StaffMember): string[] => [
  member.name,
  member.role,
  moment(member.created_at),
  member.created_by,
  member.last_seen_at ? moment(member.last_seen_at) : "-",
  stateOf(member),
];

function stateOf({ revoked_at, invited_until, passkeys, openid }: StaffMember): string {
  if (revoked_at) return `revoked ${moment(revoked_at)}`;
  if (invited_until) return `invited until ${moment(invited_until)}`;
  if (openid) return "active, by company account";
  return passkeys > 0 ? "active" : "the link has expired";
}
