import type { StaffOpenidRefusal } from "@voltmarg/contract";
import type { Tx } from "../../platform/database/database.ts";
import { faultOf, type OidcPerson } from "../../platform/http/oidc.ts";
import {
  NO_ATTEMPT,
  readAttempt,
  takeAttempt,
  type Attempt,
  type Wanted,
} from "./openid-attempt.ts";
import { STAFF_PROVIDER, type From, type StaffDeps } from "./staff-deps.ts";
import { FRESH_MS, freshAtOf, openSession, sessionOf } from "./staff-session.ts";
import {
  clearRefusals,
  dropWaysIn,
  findInvitation,
  freshenSession,
  insertAccount,
  lockAccounts,
  lockMember,
  lockMemberOf,
  takeInvitation,
} from "./staff.store.ts";

/** The redirect URI, below the console's origin: it is registered with the company's OpenID provider. */
export const OPENID_CALLBACK = "/provider/v1/session/openid/callback";

/** Where the browser goes from the callback, and the cookies it gets. */
type Return = { location: string; cookies: string[] };

/**
 * Handles the callback. What came to nothing leads back to where it began, with the reason as `openid` in the query. The
 * session's cookie is strict, which a browser keeps but does not send while it follows a link from another site: the page
 * that it is led to needs none, and its calls send it.
 */
export async function returnFromOpenid(
  deps: StaffDeps,
  { query, cookies }: { query: URLSearchParams; cookies: string | undefined },
  from: From,
): Promise<Return> {
  const { clock, database, metrics, openid, origin } = deps;
  const attempt =
    openid && readAttempt(openid.seal, cookies, query.get("state") ?? "", clock.now());
  if (!attempt || !(await takeAttempt(database, attempt, clock.now())))
    return { location: `${origin}/console/?openid=OPENID_EXPIRED`, cookies: [] };
  const person = await personOf(deps, query, attempt);
  const result: Result =
    typeof person === "string"
      ? { reason: person, name: null }
      : await settle(deps, attempt.wanted, person, from);
  if (result.reason !== "OPENID_CANCELLED" && result.reason !== "OPENID_UNAVAILABLE")
    metrics.staffSignIns.inc({ outcome: result.reason ? "refused" : "opened" });
  return {
    location: result.reason
      ? refusedAt(origin, attempt, result.reason)
      : `${origin}${attempt.returnTo}`,
    cookies: [NO_ATTEMPT, ...(result.cookie ? [result.cookie] : [])],
  };
}

async function personOf(
  { logger, openid }: StaffDeps,
  query: URLSearchParams,
  { checks }: Attempt,
): Promise<OidcPerson | StaffOpenidRefusal> {
  try {
    return await openid!.client.finish(STAFF_PROVIDER, query, checks);
  } catch (error) {
    const fault = faultOf(error);
    if (fault === "cancelled") return "OPENID_CANCELLED";
    const isAway = fault === "away";
    logger.warn(
      { err: error },
      `a sign-in with the company account ${isAway ? "broke off" : "did not hold"}`,
    );
    return isAway ? "OPENID_UNAVAILABLE" : "OPENID_REJECTED";
  }
}

/** `name`: whose sign-in it is, where that is known. */
type Result = { reason: StaffOpenidRefusal | null; name: string | null; cookie?: string };

const refused = (reason: StaffOpenidRefusal, name: string | null = null): Result => ({
  reason,
  name,
});

/** Does what was wanted, with its line in the audit log. */
async function settle(
  deps: StaffDeps,
  wanted: Wanted,
  person: OidcPerson,
  from: From,
): Promise<Result> {
  const { clock, database, logger, writeAct } = deps;
  const now = clock.now();
  const session = wanted.to === "CONFIRM" ? await sessionOf(deps, wanted.token) : null;
  return database.transact(async (tx) => {
    const result =
      wanted.to === "SIGN_IN"
        ? await signIn(tx, person, now)
        : wanted.to === "ACCEPT"
          ? await accept(tx, wanted.token, person, now)
          : await confirm(tx, session && { ...session, token: wanted.token }, person, now);
    const { name, reason } = result;
    if (reason)
      logger.warn({ reason, staff: name }, "a sign-in with the company account is refused");
    if (name)
      await writeAct(tx, {
        name,
        method: "GET",
        route: OPENID_CALLBACK,
        parameters: { to: wanted.to, address: from.address },
        outcome: reason ?? "OK",
        requestId: from.requestId,
      });
    return result;
  });
}

async function signIn(tx: Tx, person: OidcPerson, now: Date): Promise<Result> {
  const member = await lockMemberOf(tx, person);
  // Before 0.9 a member who was revoked kept the account.
  if (!member || member.revoked_at) return refused("OPENID_NOT_INVITED");
  const { cookie } = await openSession(tx, member, now, person);
  return { reason: null, name: member.name, cookie };
}

/** The account takes the place of what the member signed in with before. */
async function accept(tx: Tx, token: string, person: OidcPerson, now: Date): Promise<Result> {
  await lockAccounts(tx);
  const invited = await findInvitation(tx, token, now);
  const member = invited && (await lockMember(tx, invited.name));
  if (!member || member.revoked_at) return refused("OPENID_INVITATION_ENDED");
  const { name } = member;
  const owner = await lockMemberOf(tx, person);
  if (owner && owner.name !== name) return refused("OPENID_TAKEN", name);
  if (!(await takeInvitation(tx, token, now))) return refused("OPENID_INVITATION_ENDED", name);
  await dropWaysIn(tx, name, now);
  await clearRefusals(tx, name);
  await insertAccount(tx, person, name, now);
  const { cookie } = await openSession(tx, member, now, person);
  return { reason: null, name, cookie };
}

/** The account once more, of the same member: for the next minutes the session may do what needs it. */
async function confirm(
  tx: Tx,
  session: { name: string; token: string } | null,
  person: OidcPerson,
  now: Date,
): Promise<Result> {
  if (!session) return refused("OPENID_EXPIRED");
  const { name, token } = session;
  if ((await lockMemberOf(tx, person))?.name !== name) return refused("OPENID_OTHER_ACCOUNT", name);
  const at = person.authenticatedAt;
  if (!at) return refused("OPENID_NO_AUTH_TIME", name);
  // Also of a clock that is ahead.
  if (Math.abs(now.getTime() - at.getTime()) > FRESH_MS) return refused("OPENID_NOT_RECENT", name);
  await freshenSession(tx, token, freshAtOf(at, now), now);
  return { reason: null, name };
}

/** An invitation that was not used up is opened again, with its token behind the #. */
function refusedAt(origin: string, { wanted, returnTo }: Attempt, reason: StaffOpenidRefusal) {
  const isInvitation = wanted.to === "ACCEPT";
  const url = new URL(`${origin}${isInvitation ? "/console/invitation" : returnTo}`);
  url.searchParams.set("openid", reason);
  if (isInvitation) url.hash = wanted.token;
  return url.href;
}
