import * as z from "zod/mini";
import { route } from "./route.ts";
import { DriverParams, Id, Instant, list, queryInt } from "./shapes.ts";

/** Events in the audit log of drivers' accounts. */
export const AccountAct = z.enum([
  "SIGN_IN",
  "SIGN_OUT",
  "SIGN_OUT_OF_ONE",
  "SIGN_OUT_OF_OTHERS",
  "SIGN_OUT_BY_DESK",
  "REFRESH_REUSED",
  "CODES_LOCKED",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "PASSKEY_REJECTED",
  "EMAIL_CHANGED",
  "GSTIN_CHANGED",
  "NOMINEE_CHANGED",
  "DEACTIVATED",
  "WITHDRAWAL",
  "EXPORT",
  "ERASED",
]);

export const AccountEntry = z.object({
  id: Id,
  at: Instant,
  /** The last five digits of the number; null: the account is gone. */
  mobile_masked: z.nullable(z.string()),
  user_id: Id,
  act: AccountAct,
  /** How, from where, how much; never a secret. */
  details: z.looseObject({}),
});
/** Newest first. */
export const listAccountAudit = route({
  method: "GET",
  path: "/provider/v1/account-audit",
  access: { rule: "provider", effect: "READ" },
  budget: { perMinute: 120, burst: 60 },
  query: z.object({
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
    /** A driver's number, or the account's id. */
    mobile: z.optional(DriverParams.shape.mobile),
    act: z.optional(AccountAct),
  }),
  response: list(AccountEntry),
  documents: ["text/csv"],
  errors: ["MOBILE_INVALID"],
});
