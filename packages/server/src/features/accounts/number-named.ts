import { mobileToE164 } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { mobileOf } from "./deactivation.store.ts";

/** Whether a driver is named by the account's id and not by the number. */
export const isAccountId = (named: string): boolean => named.startsWith("usr_");

/** The E.164 number of a driver whom the back office names by number or by the account's id. */
export async function numberNamed(
  on: Queryable,
  named: string,
): Promise<Outcome<string, "NOT_FOUND" | "MOBILE_INVALID">> {
  const mobile = isAccountId(named) ? await mobileOf(on, named) : mobileToE164(named);
  if (mobile) return done(mobile);
  return refuse(isAccountId(named) ? "NOT_FOUND" : "MOBILE_INVALID");
}
