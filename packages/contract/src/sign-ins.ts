import * as z from "zod/mini";
import { DeviceType, Tokens } from "./accounts.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant } from "./shapes.ts";

/** What kind of device it is, as far as its browser says: `Chrome`, `Android`; null: not known. */
const DeviceKind = {
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
};

/** A device on which the driver is signed in. */
export const SignIn = z.object({
  id: Id,
  device_type: DeviceType,
  ...DeviceKind,
  signed_in_at: Instant,
  /** To ten minutes: when the device last asked for new tokens. */
  last_seen_at: Instant,
  this_device: z.boolean(),
});
/** This device first, then the one seen last. */
export const listSignIns = route({
  method: "GET",
  path: "/api/user/v1/users/:id/sign-ins",
  access: { rule: "self", param: "id" },
  params: IdParams,
  response: data(z.object({ sign_ins: z.array(SignIn) })),
  errors: [],
});
/** Signs one device out: what it holds opens nothing from now on. */
export const endSignIn = route({
  method: "DELETE",
  path: "/api/user/v1/users/:id/sign-ins/:signIn",
  access: { rule: "self", param: "id" },
  params: z.object({ id: Id, signIn: Id }),
  response: data(z.object({ signed_out: z.int() })),
  errors: ["NOT_FOUND"],
});
/** Signs out every device but the one that asks. */
export const endOtherSignIns = route({
  method: "DELETE",
  path: "/api/user/v1/users/:id/sign-ins",
  access: { rule: "self", param: "id" },
  params: IdParams,
  response: data(z.object({ signed_out: z.int() })),
  errors: [],
});

/** A passkey of the driver's: a key pair that never leaves its device, or its maker's safe. */
export const Passkey = z.object({
  id: z.string(),
  /** Where it was made. */
  ...DeviceKind,
  created_at: Instant,
  last_used_at: z.nullable(Instant),
});
export const listPasskeys = route({
  method: "GET",
  path: "/api/user/v1/users/:id/passkeys",
  access: { rule: "self", param: "id" },
  params: IdParams,
  response: data(z.object({ passkeys: z.array(Passkey) })),
  errors: [],
});

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
/** What the browser's WebAuthn call is given, in its JSON form (WebAuthn level 3, §5.1). */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
/** What a browser made with such options. */
export const MadePasskey = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text(4000),
    attestationObject: text(16_000),
    transports: z.optional(z.array(text(32)).check(z.maxLength(8))),
  }),
});
/** What a passkey signed. */
export const SignedPasskey = z.object({
  id: text(1400),
  rawId: text(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: z.optional(text(128)),
  }),
});

/** What to make a passkey with; its challenge is good once, for five minutes. */
export const passkeyOptions = route({
  method: "POST",
  path: "/api/user/v1/users/:id/passkeys/options",
  access: { rule: "self", param: "id" },
  budget: { perMinute: 20, burst: 20 },
  params: IdParams,
  response: data(PasskeyOptions),
  errors: ["NOT_FOUND", "TOO_MANY_PASSKEYS"],
});
/** Keeps the passkey that was made. */
export const addPasskey = route({
  method: "POST",
  path: "/api/user/v1/users/:id/passkeys",
  access: { rule: "self", param: "id" },
  budget: { perMinute: 20, burst: 20 },
  params: IdParams,
  body: MadePasskey,
  response: data(Passkey),
  errors: ["NOT_FOUND", "PASSKEY_REJECTED", "TOO_MANY_PASSKEYS"],
});
export const removePasskey = route({
  method: "DELETE",
  path: "/api/user/v1/users/:id/passkeys/:passkey",
  access: { rule: "self", param: "id" },
  params: z.object({ id: Id, passkey: text(1400) }),
  response: data(z.object({ removed: z.literal(true) })),
  errors: ["NOT_FOUND"],
});

/** What to sign in with: the same for everybody, so that it tells nothing of anybody. */
export const passkeySignInOptions = route({
  method: "POST",
  path: "/auth/oauth/passkey/options",
  access: { rule: "public" },
  response: data(PasskeyOptions),
  errors: ["NOT_FOUND"],
});
/** Trades what a passkey has signed for tokens. */
export const passkeySignIn = route({
  method: "POST",
  path: "/auth/oauth/passkey",
  access: { rule: "public" },
  body: z.object({
    device_type: z._default(DeviceType, "web"),
    credential: SignedPasskey,
  }),
  response: Tokens,
  errors: ["NOT_FOUND", "PASSKEY_REJECTED", "ACCOUNT_DEACTIVATED"],
});
