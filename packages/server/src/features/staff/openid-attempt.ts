import { timingSafeEqual } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import type { Encryption } from "../../platform/encryption.ts";
import type { OidcChecks } from "../../platform/http/oidc.ts";
import { readCookie } from "../../platform/http/xsrf.ts";
import { takeChallenge } from "../../platform/passkeys/used-challenges.ts";
import { hashOf } from "./staff.store.ts";

/** What a person wants who is on the way to the company's OpenID provider. */
export type Wanted =
  | { to: "SIGN_IN" }
  /** `token`: of the invitation. */
  | { to: "ACCEPT"; token: string }
  /** `token`: of the session. */
  | { to: "CONFIRM"; token: string };

/**
 * A sign-in between its two steps. It travels in a cookie that only this service can read and write, so that it belongs
 * to one browser and strangers who begin fill no table.
 */
export type Attempt = {
  wanted: Wanted;
  checks: OidcChecks;
  /** The console's page to go on at: a path. */
  returnTo: string;
  /** In milliseconds. */
  until: number;
};

const OPENID_COOKIE = "__Host-staff-openid";
const AWAY_SECONDS = 10 * 60;
/** Lax: the provider's page leads back here, and a strict cookie would not be sent with that. */
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";
export const NO_ATTEMPT = `${OPENID_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

export function cookieOfAttempt(
  seal: Encryption,
  attempt: Omit<Attempt, "until">,
  now: Date,
): string {
  const until = now.getTime() + AWAY_SECONDS * 1000;
  const sealed = seal.encrypt(JSON.stringify({ ...attempt, until }));
  return `${OPENID_COOKIE}=${sealed}; ${ATTRIBUTES}; Max-Age=${AWAY_SECONDS}`;
}

/** The sign-in that this browser began with this state. Null: another browser did, or it is too long ago. */
export function readAttempt(
  seal: Encryption,
  cookies: string | undefined,
  state: string,
  now: Date,
): Attempt | null {
  const sealed = readCookie(cookies, OPENID_COOKIE);
  // What was never sealed would be read as it is: anybody could write it.
  if (!sealed || !seal.isEncrypted(sealed)) return null;
  try {
    const attempt = JSON.parse(seal.decrypt(sealed)) as Attempt;
    const [own, given] = [hashOf(attempt.checks.state), hashOf(state)];
    return timingSafeEqual(own, given) && attempt.until > now.getTime() ? attempt : null;
  } catch {
    return null;
  }
}

/** Uses a sign-in up, whatever becomes of it. False: it was used before. */
export const takeAttempt = (
  database: Database,
  { checks, until }: Attempt,
  now: Date,
): Promise<boolean> =>
  database.transact((tx) =>
    takeChallenge(
      tx,
      { hash: hashOf(`staff-openid:${checks.state}`), expiresAt: new Date(until) },
      now,
    ),
  );
