import type { StaffMember, StaffInvitation, StaffRole } from "@voltmarg/contract";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newSecret } from "../../platform/ids.ts";
import type { StaffDeps } from "./staff-deps.ts";
import {
  dropInvitations,
  endMember,
  insertInvitation,
  insertMember,
  listMembers,
  lockMember,
  lockNames,
  setRole,
  type ShownMember,
} from "./staff.store.ts";

const INVITED_MS = 24 * 3_600_000;
const BOOTSTRAP = "bootstrap";

/** All members, also revoked ones, oldest first. */
export async function readStaff({ database, clock }: StaffDeps): Promise<StaffMember[]> {
  return (await listMembers(database.db, clock.now())).map(toWire);
}

/** Makes a member and their invitation, whose link is in this answer and nowhere else. */
export function inviteMember(
  deps: StaffDeps,
  backoffice: BackofficeCall,
  { name, role }: { name: string; role: StaffRole },
): Promise<Outcome<StaffInvitation, "CONFLICT">> {
  return backoffice.transact(async (tx) => {
    await lockNames(tx);
    const isTaken = name === BOOTSTRAP || (await deps.isCredential(tx, name));
    const member =
      !isTaken &&
      (await insertMember(tx, { name, role, by: backoffice.name, at: deps.clock.now() }));
    if (!member) {
      return refuse("CONFLICT", {
        message: "There is or was a member or a credential of this name.",
      });
    }
    return done(await invite(deps, tx, backoffice, member));
  });
}

/** A new invitation for a member: for a lost passkey, another way to sign in, or a link that was not used in time. Earlier links end. */
export function inviteAgain(
  deps: StaffDeps,
  backoffice: BackofficeCall,
  name: string,
): Promise<Outcome<StaffInvitation, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const member = await lockMember(tx, name);
    if (!member || member.revoked_at) return refuse("NOT_FOUND");
    return done(await invite(deps, tx, backoffice, member));
  });
}

/** The role holds from the next call on, also in sessions that are open. */
export function changeRole(
  deps: StaffDeps,
  backoffice: BackofficeCall,
  name: string,
  role: StaffRole,
): Promise<Outcome<StaffMember, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const member = await lockMember(tx, name);
    if (!member || member.revoked_at) return refuse("NOT_FOUND");
    await setRole(tx, name, role);
    return done(await shown(deps, tx, name));
  });
}

/** Ends a member's sessions, invitations and every way to sign in. */
export function revokeMember(
  deps: StaffDeps,
  backoffice: BackofficeCall,
  name: string,
): Promise<Outcome<StaffMember, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    if (!(await lockMember(tx, name))) return refuse("NOT_FOUND");
    await endMember(tx, name, deps.clock.now());
    return done(await shown(deps, tx, name));
  });
}

async function invite(
  { clock, origin }: StaffDeps,
  tx: Tx,
  backoffice: BackofficeCall,
  { name, role }: { name: string; role: StaffRole },
): Promise<StaffInvitation> {
  const at = clock.now();
  const token = newSecret();
  const expiresAt = new Date(at.getTime() + INVITED_MS);
  await dropInvitations(tx, name);
  await insertInvitation(tx, { token, name, at, by: backoffice.name, expiresAt });
  // Behind the #, so that it is in no server's log.
  const link = `${origin}/console/invitation#${token}`;
  return { name, role, token, link, expires_at: expiresAt.toISOString() };
}

const shown = async ({ clock }: StaffDeps, tx: Tx, name: string): Promise<StaffMember> =>
  toWire((await listMembers(tx, clock.now())).find((each) => each.name === name)!);

const toWire = (row: ShownMember): StaffMember => ({
  name: row.name,
  role: row.role,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  passkeys: row.passkeys,
  openid: row.openid,
  invited_until: row.invited_until?.toISOString() ?? null,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});
