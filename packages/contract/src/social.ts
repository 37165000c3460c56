import * as z from "zod/mini";
import { DeviceType, Tokens } from "./accounts.ts";
import { route } from "./route.ts";
import { data } from "./shapes.ts";

/** 32 random bytes in base64url, or the SHA-256 of that text. */
const Secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/**
 * Where to send the driver to sign in with a provider of the configuration. The provider sends them back to `/login`
 * with `#social=<ticket>`, or `#social_error=<code>` when it came to nothing.
 */
export const socialAuthorize = route({
  method: "GET",
  path: "/api/user/v1/social/:provider/authorize",
  access: { rule: "public" },
  params: z.object({ provider: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)) }),
  query: z.object({
    /** SHA-256 of a verifier that only this device knows: a ticket is worth nothing elsewhere. */
    challenge: Secret,
    device_type: z._default(DeviceType, "web"),
  }),
  response: data(z.object({ url: z.string() })),
  errors: ["NOT_FOUND", "UNAVAILABLE", "TOO_MANY_REQUESTS"],
});

/**
 * Trades a ticket for tokens. An account belongs to a mobile number: whoever is not linked to one yet gets
 * MOBILE_NEEDED with `link`, `name` and `email`, proves a number by code, and hands the link to that call.
 */
export const socialFinish = route({
  method: "POST",
  path: "/auth/oauth/social/finish",
  access: { rule: "public" },
  body: z.object({ ticket: z.string().check(z.maxLength(64)), verifier: Secret }),
  response: Tokens,
  errors: ["SOCIAL_REJECTED", "MOBILE_NEEDED", "ACCOUNT_DEACTIVATED"],
});
