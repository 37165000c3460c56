import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { ENDED } from "./accept-invitation.ts";
import { cookieOfAttempt, type Wanted } from "./openid-attempt.ts";
import { STAFF_PROVIDER, type StaffDeps } from "./staff-deps.ts";
import { findInvitation } from "./staff.store.ts";

type Begun = Promise<Outcome<{ url: string }, "NOT_FOUND" | "UNAVAILABLE">>;

/** Leads to the company's OpenID provider, to sign in. */
export const beginOpenid = (deps: StaffDeps, returnTo: string): Begun =>
  begin(deps, { to: "SIGN_IN" }, returnTo);

/** Leads there to accept an invitation with the company account, which the member signs in with from then on. */
export async function beginAcceptanceByOpenid(deps: StaffDeps, token: string): Begun {
  const invited = await findInvitation(deps.database.db, token, deps.clock.now());
  if (!invited) return refuse("NOT_FOUND", { message: ENDED });
  return begin(deps, { to: "ACCEPT", token }, "/console/");
}

/** Leads there to sign in anew, in a session that the company account opened. */
export async function beginOpenidAgain(
  deps: StaffDeps,
  { session }: BackofficeCall,
  returnTo: string,
): Begun {
  if (!session?.byOpenid) return refuse("NOT_FOUND");
  return begin(deps, { to: "CONFIRM", token: session.token }, returnTo);
}

async function begin(
  { clock, logger, openid }: StaffDeps,
  wanted: Wanted,
  returnTo: string,
): Begun {
  if (!openid) return refuse("NOT_FOUND");
  const { name, client, seal } = openid;
  const begun = await client
    .begin(STAFF_PROVIDER, { again: wanted.to === "CONFIRM" })
    .catch((error: unknown) => {
      logger.error({ err: error }, "the staff's OpenID provider cannot be reached");
      return null;
    });
  if (!begun) {
    return refuse("UNAVAILABLE", {
      message: `The sign-in of ${name} cannot be reached. Try again in a moment.`,
    });
  }
  const attempt = { wanted, checks: begun.checks, returnTo };
  return done({ url: begun.url }, { cookie: cookieOfAttempt(seal, attempt, clock.now()) });
}
