import * as z from "zod/mini";
import { GivenConsent } from "./given-consent.ts";
import { TypedMobile } from "./personal.ts";
import { DriverBusiness } from "./registered-buyer.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant } from "./shapes.ts";

/** Ten digits in the path; +91, spaces and a leading 0 are tolerated and normalised by the service. */
const MobileParams = z.object({ mobile: TypedMobile });

export const OtpType = z.enum(["SU", "LG", "CCS"]);
export const CustomerType = z.enum(["PERSONAL", "CORPORATE"]);
export const DeviceType = z.enum(["web", "android", "ios"]);

export const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("Bearer"),
  /** Seconds until the access token ends. */
  expires_in: z.int(),
  /** What the driver should know of this sign-in, such as that no company pays. */
  notice: z.optional(z.string()),
});

export const User = z.object({
  id: Id,
  name: z.nullable(z.string()),
  /** `id:suffix`, as in the access token's `user_name`. */
  username: z.string(),
  /** E.164. */
  mobile: z.string(),
  email: z.nullable(z.string()),
  gst_in: z.nullable(z.string()),
  ...DriverBusiness,
  user_type: z.literal("DRIVER"),
  customer_type: CustomerType,
  allow_multi_charging: z.boolean(),
  company_id: z.nullable(Id),
});

export const sendOtp = route({
  method: "GET",
  path: "/api/user/v1/otp/DRIVER/:mobile/send",
  access: { rule: "public" },
  params: MobileParams,
  query: z.object({
    otpType: OtpType,
    customer_type: z._default(CustomerType, "PERSONAL"),
    device_type: z._default(DeviceType, "web"),
  }),
  response: data(z.object({ expires_in: z.int(), resend_in: z.int(), code_length: z.int() })),
  errors: [
    "MOBILE_INVALID",
    "OTP_TOO_SOON",
    "OTP_LIMIT",
    "OTP_LOCKED",
    "SMS_BUDGET_SPENT",
    "FORBIDDEN",
    "UNAVAILABLE",
  ],
});

export const otpExpiryTime = route({
  method: "GET",
  path: "/api/user/v1/otp/DRIVER/:mobile/expiry-time",
  access: { rule: "public" },
  params: MobileParams,
  query: z.object({ otpType: z.optional(OtpType) }),
  /** Seconds the newest live code of the number still has; the full 300 for a number without one. */
  response: data(z.object({ expiry_time: z.int() })),
  errors: ["MOBILE_INVALID"],
});

export const verifyOtp = route({
  method: "POST",
  path: "/api/user/v1/otp/DRIVER/:mobile/verify",
  access: { rule: "public" },
  params: MobileParams,
  body: z.object({
    mobile: TypedMobile,
    otp: z.string().check(z.regex(/^\d{4,8}$/)),
    userType: z.literal("DRIVER"),
    type: OtpType,
    device_type: z._default(DeviceType, "web"),
    /** The link of a social sign-in, which belongs to this account from now on. */
    social_link: z.optional(z.string().check(z.maxLength(64))),
    /** Of whoever gets an account by this call. */
    consent: z.optional(GivenConsent),
  }),
  /** SU and CCS create the account, with consent to the privacy notice that holds; without it CONSENT_NEEDED, and the code stays valid for twenty minutes. LG with a right code for an unknown number answers SIGN_UP_NEEDED and keeps the code for SU. */
  response: Tokens,
  errors: [
    "MOBILE_INVALID",
    "OTP_WRONG",
    "OTP_EXPIRED",
    "OTP_LOCKED",
    "SIGN_UP_NEEDED",
    "CONSENT_NEEDED",
    "ACCOUNT_EXISTS",
    "ACCOUNT_DEACTIVATED",
  ],
});

export const refreshToken = route({
  method: "POST",
  path: "/auth/oauth/token",
  access: { rule: "public" },
  query: z.object({
    grant_type: z.literal("refresh_token"),
    refresh_token: z.optional(z.string()),
  }),
  body: z.optional(z.nullable(z.object({ refresh_token: z.optional(z.string()) }))),
  response: Tokens,
  errors: ["REFRESH_REJECTED"],
});

export const logout = route({
  method: "POST",
  path: "/auth/oauth/logout",
  access: { rule: "driver" },
  response: data(z.object({ signed_out: z.literal(true) })),
  errors: [],
});

export const getUser = route({
  method: "GET",
  path: "/api/user/v1/users/:id",
  access: { rule: "self", param: "id" },
  params: IdParams,
  response: data(User),
  errors: ["NOT_FOUND"],
});

export const findUserByUsername = route({
  method: "GET",
  path: "/api/user/v1/users/find-by-username/DRIVER/:name",
  access: { rule: "driver" },
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  /** Answers for oneself only. */
  response: data(User),
  errors: ["NOT_FOUND"],
});

export const updateUser = route({
  method: "PATCH",
  path: "/api/user/v1/users/:id",
  access: { rule: "self", param: "id" },
  params: IdParams,
  body: z.object({
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
    email: z.optional(z.nullable(z.email().check(z.maxLength(254)))),
    /** A GSTIN with the right check character; kept in capitals. */
    gst_in: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(15), z.toUpperCase()))),
    /** A new GSTIN needs all four; without one they are forgotten. */
    ...z.partial(z.object(DriverBusiness)).shape,
  }),
  response: data(User),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
});

/** What becomes of the money of an account that is closed. */
export const Closure = z.object({
  id: Id,
  deactivated_at: Instant,
  /** On its way back to the payments it came from. */
  refunding_minor: z.int(),
  /** Where it goes: `UPI`, `card ••1234`. */
  refunding_to: z.array(z.object({ amount_minor: z.int(), to: z.string() })),
  /** Still held for a charge whose bill has not come; the rest of it goes back by itself. */
  held_minor: z.int(),
  /** Money that did not come from a payment. It stays until the provider's support handles it. */
  not_covered_minor: z.int(),
});
/**
 * Closes the account: unused money goes back to the payments it came from, and every device is signed out. Refused
 * while a charge is open; `session_id` names it.
 */
export const deactivate = route({
  method: "PATCH",
  path: "/api/user/v1/users/:id/deactivate",
  access: { rule: "self", param: "id" },
  params: IdParams,
  response: data(Closure),
  errors: ["NOT_FOUND", "CHARGE_UNDER_WAY"],
});
