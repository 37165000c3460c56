import type { StaffSignedIn } from "@voltmarg/contract";
import { staff } from "@voltmarg/contract";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { takeChallenge } from "../../platform/passkeys/used-challenges.ts";
import { optionsToMake, verifyMade, type MadePasskey } from "../../platform/passkeys/webauthn.ts";
import type { From, StaffDeps } from "./staff-deps.ts";
import { openSession } from "./staff-session.ts";
import {
  clearRefusals,
  dropWaysIn,
  findInvitation,
  hashOf,
  insertPasskey,
  lockMember,
  takeInvitation,
} from "./staff.store.ts";

const toAccept = (token: string) => `staff-invitation:${hashOf(token).toString("hex")}`;

/** Whom a link invites, and what their passkey is made with. Used, expired and unknown links look alike. */
export async function beginAcceptance(
  { database, clock, key, site }: StaffDeps,
  token: string,
): Promise<
  Outcome<
    { name: string; role: StaffSignedIn["role"]; options: { challenge: string } },
    "NOT_FOUND"
  >
> {
  const now = clock.now();
  const invited = site && (await findInvitation(database.db, token, now));
  if (!site || !invited) return refuse("NOT_FOUND", { message: ENDED });
  const options = await optionsToMake(
    { site, key, purpose: toAccept(token), now },
    {
      handle: handleOfMember(invited.name),
      name: invited.name,
      displayName: invited.name,
      known: [],
    },
  );
  return done({ ...invited, options });
}

/** Uses an invitation up: its passkey takes the place of what the member signed in with before, and signs in. */
export async function acceptInvitation(
  deps: StaffDeps,
  { token, passkey: made }: { token: string; passkey: MadePasskey },
  from: From,
): Promise<Outcome<StaffSignedIn, "NOT_FOUND" | "PASSKEY_REJECTED">> {
  const { database, clock, logger, key, site } = deps;
  const now = clock.now();
  const invited = site && (await findInvitation(database.db, token, now));
  if (!site || !invited) return refuse("NOT_FOUND", { message: ENDED });
  const { name } = invited;
  const verified = await verifyMade({ site, key, purpose: toAccept(token), now }, made, (error) =>
    logger.warn({ err: error, staff: name }, "a passkey that was made does not hold"),
  );
  if (!verified) return refuse("PASSKEY_REJECTED");
  return database.transact(async (tx) => {
    const member = await lockMember(tx, name);
    if (!member || member.revoked_at || !(await takeInvitation(tx, token, now)))
      return refuse("NOT_FOUND", { message: ENDED });
    if (!(await takeChallenge(tx, verified.challenge, now))) return refuse("PASSKEY_REJECTED");
    await dropWaysIn(tx, name, now);
    await clearRefusals(tx, name);
    if (!(await insertPasskey(tx, { ...verified.credential, name }, now)))
      throw new Error("a passkey of this id exists already");
    const opened = await openSession(tx, member, now);
    const { method, path: route } = staff.acceptInvitation;
    await deps.writeAct(tx, {
      name,
      method,
      route,
      parameters: { address: from.address },
      outcome: "OK",
      requestId: from.requestId,
    });
    return done(opened.shown, { cookie: opened.cookie });
  });
}

/** What a passkey names as its owner; drivers' passkeys name a driver's id. */
export const handleOfMember = (name: string) => `staff:${name}`;

export const ENDED = "This link has been used or has expired. Ask an admin for a new one.";
