import type { User } from "@voltmarg/contract";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import { findUserByMobile, setCompany } from "./accounts.store.ts";
import { lockNumber } from "./otp.store.ts";
import { toWire } from "./user.ts";

/**
 * Makes the driver of an E.164 number, if there is one, CORPORATE for a company or (null) PERSONAL again. A concurrent
 * sign-up with the number waits for this transaction. `only`: a driver for whom a company pays already, or whose number
 * this company has listed.
 */
export async function joinCompany(
  tx: Tx,
  mobile: string,
  companyId: string | null,
  { only }: { only?: "CORPORATE" | "LISTED" } = {},
): Promise<User | null> {
  await lockNumber(tx, mobile);
  const row = await setCompany(tx, mobile, companyId, only ?? null);
  return row && toWire(row);
}

/** The driver of an E.164 number, closed accounts left out. */
export async function getUserByMobile(on: Queryable, mobile: string): Promise<User | null> {
  const row = await findUserByMobile(on, mobile);
  return row && !row.deactivated_at ? toWire(row) : null;
}
