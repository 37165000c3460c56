import { staff, type StaffSignedIn } from "@voltmarg/contract";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { takeChallenge } from "../../platform/passkeys/used-challenges.ts";
import {
  handleOf,
  optionsToSign,
  verifySigned,
  type SignedPasskey,
} from "../../platform/passkeys/webauthn.ts";
import { handleOfMember } from "./accept-invitation.ts";
import type { From, StaffDeps } from "./staff-deps.ts";
import { openSession } from "./staff-session.ts";
import {
  clearRefusals,
  endSession,
  freshenSession,
  hashOf,
  lockMember,
  lockPasskey,
  noteRefusal,
  noteUse,
  type MemberRow,
} from "./staff.store.ts";

const SIGN_IN = "staff-sign-in";
const toConfirm = (token: string) => `staff-again:${hashOf(token).toString("hex")}`;

/** So many refused passkeys of a member one after the other lock the sign-in for so long. */
const MOST_REFUSALS = 10;
const LOCKED_MS = 3_600_000;

/** Options with which any member can sign in: the same for everybody. */
export async function beginSignIn({
  clock,
  key,
  site,
}: StaffDeps): Promise<Outcome<{ challenge: string }, "NOT_FOUND">> {
  if (!site) return refuse("NOT_FOUND");
  return done(await optionsToSign({ site, key, purpose: SIGN_IN, now: clock.now() }));
}

type Refusals = "NOT_FOUND" | "PASSKEY_REJECTED" | "TOO_MANY_REQUESTS";

/** Opens a session by a passkey. Unknown passkeys, wrong signatures and revoked members are refused alike. */
export function signIn(
  deps: StaffDeps,
  signed: SignedPasskey,
  from: From,
): Promise<Outcome<StaffSignedIn, Refusals>> {
  return deps.database.transact<Outcome<StaffSignedIn, Refusals>>(async (tx) => {
    const proven = await prove(deps, tx, signed, SIGN_IN);
    const { method, path: route } = staff.signInStaff;
    if (proven.member) {
      await deps.writeAct(tx, {
        name: proven.member.name,
        method,
        route,
        parameters: { address: from.address },
        outcome: proven.ok ? "OK" : proven.reason,
        requestId: from.requestId,
      });
    }
    if (!proven.ok) return refuse(proven.reason);
    const { cookie, shown } = await openSession(tx, proven.member, deps.clock.now());
    return done(shown, { cookie });
  });
}

/** Options to show the passkey again with, in a session that is open. A token has no passkey. */
export async function beginAgain(
  { clock, key, site }: StaffDeps,
  { session }: BackofficeCall,
): Promise<Outcome<{ challenge: string }, "NOT_FOUND">> {
  if (!site || !session) return refuse("NOT_FOUND");
  return done(
    await optionsToSign({ site, key, purpose: toConfirm(session.token), now: clock.now() }),
  );
}

/** The passkey again, of the same member: for the next minutes the session may do what needs it. */
export function confirmAgain(
  deps: StaffDeps,
  backoffice: BackofficeCall,
  signed: SignedPasskey,
): Promise<Outcome<{ confirmed: true }, Refusals>> {
  const { session } = backoffice;
  return backoffice.transact<{ confirmed: true }, Refusals>(async (tx) => {
    if (!session) return refuse("NOT_FOUND");
    const proven = await prove(deps, tx, signed, toConfirm(session.token), backoffice.name);
    if (!proven.ok) return refuse(proven.reason);
    const now = deps.clock.now();
    await freshenSession(tx, session.token, now, now);
    return done({ confirmed: true as const });
  });
}

/** Ends the session: its cookie opens nothing from now on. */
export function signOut(
  deps: StaffDeps,
  backoffice: BackofficeCall,
): Promise<Outcome<{ signed_out: boolean }, never>> {
  const { session } = backoffice;
  return backoffice.transact(async (tx) => {
    if (session) await endSession(tx, session.token, deps.clock.now());
    return done({ signed_out: session !== null });
  });
}

type Proof =
  | { ok: true; member: MemberRow }
  /** `member`: whose passkey it is, where it is known. */
  | { ok: false; member: MemberRow | null; reason: Refusals };

/** Whose passkey has signed. `by`: it must be this member's. */
async function prove(
  { clock, logger, metrics, key, site }: StaffDeps,
  tx: Tx,
  signed: SignedPasskey,
  purpose: string,
  by?: string,
): Promise<Proof> {
  const refused = (
    reason: Refusals,
    member: MemberRow | null,
    outcome: "refused" | "locked",
  ): Proof => {
    metrics.staffSignIns.inc({ outcome });
    return { ok: false, member, reason };
  };
  if (!site) return { ok: false, member: null, reason: "NOT_FOUND" };
  const now = clock.now();
  const stored = await lockPasskey(tx, signed.id);
  const member = stored && (await lockMember(tx, stored.name));
  if (!stored || !member || member.revoked_at) return refused("PASSKEY_REJECTED", null, "refused");
  const since = new Date(now.getTime() - LOCKED_MS);
  if (member.refusals >= MOST_REFUSALS && member.refused_at! > since)
    return refused("TOO_MANY_REQUESTS", member, "locked");
  const asking = { site, key, purpose, now };
  const verified = await verifySigned(asking, signed, stored, (error) =>
    logger.warn({ err: error, staff: member.name }, "a passkey does not hold"),
  );
  const named = handleOf(signed);
  const isOwn =
    (named === null || named === handleOfMember(member.name)) &&
    (by === undefined || by === member.name);
  if (!verified || !isOwn || !(await takeChallenge(tx, verified.challenge, now))) {
    await noteRefusal(tx, member.name, now, since);
    return refused("PASSKEY_REJECTED", member, "refused");
  }
  await noteUse(tx, stored.id, verified.counter, now);
  await clearRefusals(tx, member.name);
  metrics.staffSignIns.inc({ outcome: "opened" });
  return { ok: true, member };
}
