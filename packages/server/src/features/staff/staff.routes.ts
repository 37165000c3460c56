import { staff } from "@voltmarg/contract";
import type { Mount, RequestFacts } from "../../platform/http/mount.ts";
import { done } from "../../platform/http/problem.ts";
import { acceptInvitation, beginAcceptance } from "./accept-invitation.ts";
import { changeRole, inviteAgain, inviteMember, readStaff, revokeMember } from "./manage-staff.ts";
import { NO_COOKIE, sessionToWire } from "./staff-session.ts";
import { beginAgain, beginSignIn, confirmAgain, signIn, signOut } from "./staff-sign-in.ts";
import type { From, StaffDeps } from "./staff-deps.ts";

/** The provider's staff: who they are, and how they sign in. */
export function staffRoutes({ mount }: Mount, deps: StaffDeps): void {
  mount(staff.listStaff, async () => done({ data: { staff: await readStaff(deps) } }));
  mount(staff.inviteStaff, async ({ body, backoffice }) => {
    const invited = await inviteMember(deps, backoffice, body);
    return invited.ok ? done({ data: invited.value }) : invited;
  });
  mount(staff.inviteStaffAgain, async ({ params, backoffice }) => {
    const invited = await inviteAgain(deps, backoffice, params.name);
    return invited.ok ? done({ data: invited.value }) : invited;
  });
  mount(staff.changeStaff, async ({ params, body, backoffice }) => {
    const changed = await changeRole(deps, backoffice, params.name, body.role);
    return changed.ok ? done({ data: changed.value }) : changed;
  });
  mount(staff.revokeStaff, async ({ params, backoffice }) => {
    const revoked = await revokeMember(deps, backoffice, params.name);
    return revoked.ok ? done({ data: revoked.value }) : revoked;
  });

  mount(staff.invitationOptions, async ({ body }) => {
    const begun = await beginAcceptance(deps, body.token);
    return begun.ok ? done({ data: begun.value }) : begun;
  });
  mount(staff.acceptInvitation, async ({ body, request }) => {
    const accepted = await acceptInvitation(deps, body, fromOf(request));
    return accepted.ok ? { ...accepted, value: { data: accepted.value } } : accepted;
  });

  mount(staff.staffSignInOptions, async () => {
    const begun = await beginSignIn(deps);
    return begun.ok ? done({ data: begun.value }) : begun;
  });
  mount(staff.signInStaff, async ({ body, request }) => {
    const opened = await signIn(deps, body.passkey, fromOf(request));
    return opened.ok ? { ...opened, value: { data: opened.value } } : opened;
  });
  mount(staff.getStaffSession, async ({ backoffice }) => done({ data: sessionToWire(backoffice) }));
  mount(staff.signOutStaff, async ({ backoffice }) => {
    const ended = await signOut(deps, backoffice);
    return ended.ok ? done({ data: ended.value }, { cookie: NO_COOKIE }) : ended;
  });
  mount(staff.passkeyAgainOptions, async ({ backoffice }) => {
    const begun = await beginAgain(deps, backoffice);
    return begun.ok ? done({ data: begun.value }) : begun;
  });
  mount(staff.passkeyAgain, async ({ body, backoffice }) => {
    const confirmed = await confirmAgain(deps, backoffice, body.passkey);
    return confirmed.ok ? done({ data: confirmed.value }) : confirmed;
  });
}

const fromOf = ({ address, id }: RequestFacts): From => ({ address, requestId: id });
