import * as z from "zod/mini";
import { route } from "./route.ts";
import { data } from "./shapes.ts";

/** Of one address, where nobody is signed in yet. */
const budget = { perMinute: 30, burst: 30 };

/**
 * Why a sign-in with the company account came to nothing: the browser comes back to the console with it as `openid` in
 * the query.
 * - `OPENID_EXPIRED`: begun in another browser, used before, or older than ten minutes.
 * - `OPENID_REJECTED`: what the OpenID provider sent cannot be trusted.
 * - `OPENID_NOT_INVITED`: no member of the staff signs in with this account.
 * - `OPENID_TAKEN`: another member signs in with this account.
 * - `OPENID_OTHER_ACCOUNT`: a session was to be confirmed with the account of somebody else.
 * - `OPENID_NOT_RECENT`, `OPENID_NO_AUTH_TIME`: to confirm a session, the provider must say that the person signed in to
 *   the account within five minutes.
 */
export const StaffOpenidRefusal = z.enum([
  "OPENID_CANCELLED",
  "OPENID_EXPIRED",
  "OPENID_REJECTED",
  "OPENID_UNAVAILABLE",
  "OPENID_NOT_INVITED",
  "OPENID_INVITATION_ENDED",
  "OPENID_TAKEN",
  "OPENID_OTHER_ACCOUNT",
  "OPENID_NOT_RECENT",
  "OPENID_NO_AUTH_TIME",
]);

/** A page of the console: a path of this origin below /console/, never another host. */
const ConsolePath = z.string().check(
  z.maxLength(400),
  // Printable, without `#`, and without the backslash that browsers read as a slash.
  z.regex(/^\/console\/[!"$-[\]-~]*$/),
  z.refine(
    (path) => URL.parse(path, "http://localhost")?.pathname.startsWith("/console/") === true,
    { error: "The console has no such page." },
  ),
);

/** `url`: where to send the browser, which gets a cookie of ten minutes with the answer. */
const Begun = data(z.object({ url: z.string() }));
const BeginBody = z.object({ return_to: z._default(ConsolePath, "/console/") });

/** `name`: whose accounts open the console, as a button says it; null: members sign in by passkey only. */
export const getStaffOpenid = route({
  method: "GET",
  path: "/provider/v1/session/openid",
  access: { rule: "public" },
  budget: { perMinute: 120, burst: 120 },
  response: data(z.object({ name: z.nullable(z.string()) })),
  errors: ["TOO_MANY_REQUESTS"],
});
/** Signs in with the company account. */
export const beginStaffOpenid = route({
  method: "POST",
  path: "/provider/v1/session/openid",
  access: { rule: "public" },
  budget,
  body: BeginBody,
  response: Begun,
  errors: ["NOT_FOUND", "UNAVAILABLE", "TOO_MANY_REQUESTS"],
});
/** Accepts an invitation with the company account instead of a passkey. */
export const acceptByOpenid = route({
  method: "POST",
  path: "/provider/v1/invitation/openid",
  access: { rule: "public" },
  budget,
  body: z.object({ token: z.string().check(z.minLength(16), z.maxLength(64)) }),
  response: Begun,
  errors: ["NOT_FOUND", "UNAVAILABLE", "TOO_MANY_REQUESTS"],
});
/** What the passkey again is for other members: the company account once more. */
export const openidAgain = route({
  method: "POST",
  path: "/provider/v1/session/openid/again",
  access: { rule: "provider", effect: "OWN_SESSION" },
  budget,
  body: BeginBody,
  response: Begun,
  errors: ["NOT_FOUND", "UNAVAILABLE"],
});
