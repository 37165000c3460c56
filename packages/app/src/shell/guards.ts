import type { Account } from "../api/account/account.ts";
import { paths } from "../paths.ts";

/** What a guard does with a visit. */
export type Verdict =
  | { show: "screen" }
  | { show: "waiting" }
  | { show: "unreachable" }
  | { go: string };

const signedOutOnly = [paths.login, paths.signup, paths.phoneNumberEnter, paths.consent];

/** login, signup, phone-number-enter and any address that starts with otp. */
export const isSignedOutOnly = (pathname: string): boolean =>
  signedOutOnly.some((path) => pathname === path || pathname === `${path}/`) ||
  pathname.startsWith("/otp");

/** Who cannot sign in finds help all the same: answers to questions, and how to reach a person; a ticket is a driver's. */
export const isForStrangersToo = (address: string): boolean => /^\/(faq|support)$/.test(address);

/**
 * G-1: a signed-in driver goes to where they were going, else to the tabs. One whose account cannot be reached is signed
 * in all the same, and is told so there.
 */
export function guardSignedOut(account: Account, destination: string | null): Verdict {
  if (account.state === "signed-in" || account.state === "unreachable")
    return { go: destination ?? paths.tabs };
  return account.state === "looking" ? { show: "waiting" } : { show: "screen" };
}

/** G-2: nobody signed in goes to login. A service that does not answer signs nobody out. */
export function guardSignedIn(account: Account): Verdict {
  if (account.state === "signed-in") return { show: "screen" };
  if (account.state === "signed-out") return { go: paths.login };
  return { show: account.state === "looking" ? "waiting" : "unreachable" };
}

/** G-4: an estimate needs a plug to estimate. */
export const guardEstimate = (search: string): Verdict =>
  new URLSearchParams(search).get("location") ? { show: "screen" } : { go: paths.tabs };
