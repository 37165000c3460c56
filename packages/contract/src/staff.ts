import * as z from "zod/mini";
import { StaffName, StaffRoles } from "./administration.ts";
import { route } from "./route.ts";
import { data, Instant } from "./shapes.ts";
import { MadePasskey, PasskeyOptions, SignedPasskey } from "./sign-ins.ts";

export * from "./staff-openid.ts";

/** Of one address, where nobody is signed in yet. */
const budget = { perMinute: 30, burst: 30 };

const NameParams = z.object({ name: z.string().check(z.maxLength(40)) });
const LinkToken = z.string().check(z.minLength(16), z.maxLength(64));

/** A member of the provider's staff, who signs in to the console by passkey or with the company account. */
export const StaffMember = z.object({
  name: z.string(),
  role: StaffRoles,
  created_at: Instant,
  created_by: z.string(),
  revoked_at: z.nullable(Instant),
  passkeys: z.int(),
  /** Signs in with the company account. */
  openid: z.boolean(),
  /** Until when their invitation opens; null: there is none. */
  invited_until: z.nullable(Instant),
  /** To a minute; null: never. */
  last_seen_at: z.nullable(Instant),
});
export const listStaff = route({
  method: "GET",
  path: "/provider/v1/staff",
  access: { rule: "provider", effect: "SEE_ACCESS" },
  response: data(z.object({ staff: z.array(StaffMember) })),
  documents: ["text/csv"],
  errors: [],
});

/** A one-time link, good for 24 hours. It is in this answer and nowhere else. */
export const StaffInvitation = z.object({
  name: z.string(),
  role: StaffRoles,
  /** Where the invited person chooses how they sign in; the token is behind its #. */
  link: z.string(),
  token: z.string(),
  expires_at: Instant,
});
export const inviteStaff = route({
  method: "POST",
  path: "/provider/v1/staff",
  access: { rule: "provider", effect: "ACCESS" },
  body: z.object({ name: StaffName, role: StaffRoles }),
  response: data(StaffInvitation),
  errors: ["CONFLICT"],
});
/** For a lost passkey, or another way to sign in. When it is accepted, what was before and all sessions end. */
export const inviteStaffAgain = route({
  method: "POST",
  path: "/provider/v1/staff/:name/invitation",
  access: { rule: "provider", effect: "ACCESS" },
  params: NameParams,
  response: data(StaffInvitation),
  errors: ["NOT_FOUND"],
});
export const changeStaff = route({
  method: "PATCH",
  path: "/provider/v1/staff/:name",
  access: { rule: "provider", effect: "ACCESS" },
  params: NameParams,
  body: z.object({ role: StaffRoles }),
  response: data(StaffMember),
  errors: ["NOT_FOUND"],
});
export const revokeStaff = route({
  method: "DELETE",
  path: "/provider/v1/staff/:name",
  access: { rule: "provider", effect: "ACCESS" },
  params: NameParams,
  response: data(StaffMember),
  errors: ["NOT_FOUND"],
});

/** Who is signed in, and until when. */
const signedIn = {
  name: z.string(),
  role: StaffRoles,
};
const Session = z.object({
  signed_in_at: Instant,
  /** When it ends, whatever is done. */
  ends_at: Instant,
  /** It also ends when it is not used for so long. */
  idle_minutes: z.int(),
  signed_in_by: z.enum(["PASSKEY", "OPENID"]),
  /** Until when money, erasures and credentials may be touched without the passkey, or the company account, again. */
  passkey_fresh_until: Instant,
});
/** `session` is null for a credential's token. */
export const StaffSignedIn = z.object({ ...signedIn, session: z.nullable(Session) });

export const invitationOptions = route({
  method: "POST",
  path: "/provider/v1/invitation/options",
  access: { rule: "public" },
  budget,
  body: z.object({ token: LinkToken }),
  response: data(z.object({ ...signedIn, options: PasskeyOptions })),
  errors: ["NOT_FOUND", "TOO_MANY_REQUESTS"],
});
/** Keeps the passkey that was made, uses the invitation up and signs in: the session's cookie comes with the answer. */
export const acceptInvitation = route({
  method: "POST",
  path: "/provider/v1/invitation",
  access: { rule: "public" },
  budget,
  body: z.object({ token: LinkToken, passkey: MadePasskey }),
  response: data(StaffSignedIn),
  errors: ["NOT_FOUND", "PASSKEY_REJECTED", "TOO_MANY_REQUESTS"],
});

/** The same for everybody, so that the answer says nothing of who works here. */
export const staffSignInOptions = route({
  method: "POST",
  path: "/provider/v1/session/options",
  access: { rule: "public" },
  budget,
  response: data(PasskeyOptions),
  errors: ["NOT_FOUND", "TOO_MANY_REQUESTS"],
});
/** Signs in by passkey: the session's cookie comes with the answer. */
export const signInStaff = route({
  method: "POST",
  path: "/provider/v1/session",
  access: { rule: "public" },
  budget,
  body: z.object({ passkey: SignedPasskey }),
  response: data(StaffSignedIn),
  errors: ["NOT_FOUND", "PASSKEY_REJECTED", "TOO_MANY_REQUESTS"],
});
export const getStaffSession = route({
  method: "GET",
  path: "/provider/v1/session",
  access: { rule: "provider", effect: "READ" },
  response: data(StaffSignedIn),
  errors: [],
});
/** Ends the session: its cookie opens nothing from now on. */
export const signOutStaff = route({
  method: "DELETE",
  path: "/provider/v1/session",
  access: { rule: "provider", effect: "OWN_SESSION" },
  response: data(z.object({ signed_out: z.boolean() })),
  errors: [],
});
export const passkeyAgainOptions = route({
  method: "POST",
  path: "/provider/v1/session/passkey/options",
  access: { rule: "provider", effect: "OWN_SESSION" },
  response: data(PasskeyOptions),
  errors: ["NOT_FOUND"],
});
/** The passkey once more: for five minutes the session may touch money, erasures and credentials. */
export const passkeyAgain = route({
  method: "POST",
  path: "/provider/v1/session/passkey",
  access: { rule: "provider", effect: "OWN_SESSION" },
  body: z.object({ passkey: SignedPasskey }),
  response: data(z.object({ confirmed: z.literal(true) })),
  errors: ["NOT_FOUND", "PASSKEY_REJECTED", "TOO_MANY_REQUESTS"],
});
