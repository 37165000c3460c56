import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { newId } from "../../platform/ids.ts";
import {
  findCompany,
  findUserByMobile,
  listNumber,
  putCompany,
  setMultiCharging,
  type CompanyRow,
  type UserRow,
} from "./accounts.store.ts";

type Deps = { database: Database; clock: Clock };

/** The company of that name, made if it is new. */
export function putCompanyNamed(deps: Deps, name: string): Promise<CompanyRow> {
  const now = deps.clock.now();
  return deps.database.transact((tx) => putCompany(tx, newId("com", now), name, now));
}

/** Lists an E.164 number for a company; null when there is no such company. */
export function listCompanyNumber(
  deps: Deps,
  companyId: string,
  mobile: string,
): Promise<CompanyRow | null> {
  return deps.database.transact(async (tx) => {
    if (!(await findCompany(tx, companyId))) return null;
    await listNumber(tx, companyId, mobile);
    return findCompany(tx, companyId);
  });
}

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

export async function readDriver(deps: Deps, mobile: string) {
  const user = await findUserByMobile(deps.database.db, mobile);
  return user && toDriver(user);
}

export async function setDriverFlags(
  deps: Deps,
  mobile: string,
  flags: { allow_multi_charging?: boolean | undefined },
) {
  if (flags.allow_multi_charging === undefined) return readDriver(deps, mobile);
  const user = await setMultiCharging(deps.database.db, mobile, flags.allow_multi_charging);
  return user && toDriver(user);
}
