import type { Database } from "../../platform/database.ts";
import type { DeskCall } from "../../platform/http/desk-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findUserByMobile, setMultiCharging, type UserRow } from "./accounts.store.ts";

type Driver = ReturnType<typeof toDriver>;

const toDriver = ({
  id,
  mobile,
  name,
  customer_type,
  allow_multi_charging,
  company_id,
}: UserRow) => ({
  id,
  mobile,
  name,
  customer_type,
  allow_multi_charging,
  company_id,
});

/** The driver of an E.164 number. */
export async function readDriver(
  deps: { database: Database },
  mobile: string,
): Promise<Outcome<Driver, "NOT_FOUND">> {
  const user = await findUserByMobile(deps.database.db, mobile);
  return user ? done(toDriver(user)) : refuse("NOT_FOUND");
}

/** Sets what is named; what is not stays. */
export function setDriverFlags(
  desk: DeskCall,
  mobile: string,
  flags: { allow_multi_charging?: boolean | undefined },
): Promise<Outcome<Driver, "NOT_FOUND">> {
  return desk.transact(async (tx) => {
    const user =
      flags.allow_multi_charging === undefined
        ? await findUserByMobile(tx, mobile)
        : await setMultiCharging(tx, mobile, flags.allow_multi_charging);
    return user ? done(toDriver(user)) : refuse("NOT_FOUND");
  });
}
