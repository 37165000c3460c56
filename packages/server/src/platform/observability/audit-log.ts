import type { Queryable } from "../database/database.ts";

/** An act that an attacker who has taken over an account would do. */
export type Act =
  | "SIGN_IN"
  | "SIGN_OUT"
  | "SIGN_OUT_OF_ONE"
  | "SIGN_OUT_OF_OTHERS"
  | "SIGN_OUT_BY_DESK"
  | "REFRESH_REUSED"
  | "CODES_LOCKED"
  | "PASSKEY_ADDED"
  | "PASSKEY_REMOVED"
  | "PASSKEY_REJECTED"
  | "EMAIL_CHANGED"
  | "GSTIN_CHANGED"
  | "NOMINEE_CHANGED"
  | "DEACTIVATED"
  | "WITHDRAWAL"
  | "EXPORT"
  | "ERASED";

/**
 * Writes an audit entry, in the transaction of the act where there is one. `details` are for a human reader: never a
 * secret, never the new address or number.
 */
export type WriteAudit = (
  on: Queryable,
  userId: string,
  act: Act,
  details?: Readonly<Record<string, string | number | null>>,
) => Promise<void>;
