import { monthBounds, monthOf } from "@voltmarg/rules";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  billCharge,
  creditCharge,
  dropCharge,
  expectCost,
  findExpected,
  insertCharge,
  readmitCharge,
  spentSince,
} from "./company-charge.store.ts";
import { driverLimit, findCompany, lockCompany } from "./companies.store.ts";

export type CompanyCharge = {
  companyId: string;
  userId: string;
  sessionId: string;
  /** Expected highest cost in paise. */
  mayCost: bigint;
  at: Date;
};

/**
 * Decides whether a session may begin on a company's account: the company is active, and the month's bills, the expected
 * cost of its other open sessions and of this one are within both limits. Runs in the transaction of the start.
 */
export async function admitCompanyCharge(
  tx: Tx,
  c: CompanyCharge,
): Promise<Outcome<true, "COMPANY_SUSPENDED" | "COMPANY_LIMIT_REACHED">> {
  const company = await lockCompany(tx, c.companyId);
  if (!company || company.state === "SUSPENDED") return refuse("COMPANY_SUSPENDED");
  const left = await leftFor(tx, c, null);
  if (left !== null && left < c.mayCost) {
    return refuse("COMPANY_LIMIT_REACHED", {
      extra: { left_minor: Number(left > 0n ? left : 0n), needed_minor: Number(c.mayCost) },
    });
  }
  await insertCharge(tx, c);
  return done(true);
}

/** Takes up a company's session again that had been given up, if the company and its limits allow it; else changes nothing. */
export async function readmitCompanyCharge(
  tx: Tx,
  { sessionId, at }: { sessionId: string; at: Date },
): Promise<boolean> {
  const charge = await findExpected(tx, sessionId);
  if (!charge) return false;
  const { company_id: companyId, user_id: userId, expected } = charge;
  const company = await lockCompany(tx, companyId);
  if (!company || company.state === "SUSPENDED") return false;
  const left = await leftFor(tx, { companyId, userId, at }, sessionId);
  if (left !== null && left < expected) return false;
  await readmitCharge(tx, sessionId);
  return true;
}

/**
 * Paise a running session may cost in all before a limit of its company or its driver is used up; null: no limit, or
 * no company pays. `cost` is the expected cost at the next check. It counts against the company's other sessions, which
 * are checked at other times and must include what this one may have spent by then.
 */
export async function companyAllowance(
  tx: Tx,
  charge: { sessionId: string; cost: bigint; at: Date },
): Promise<bigint | null> {
  const found = await findExpected(tx, charge.sessionId);
  if (!found) return null;
  const { company_id: companyId, user_id: userId } = found;
  // Serialised: two sessions that are checked at once would each miss the other's cost.
  await lockCompany(tx, companyId);
  await expectCost(tx, charge.sessionId, charge.cost);
  return leftFor(tx, { companyId, userId, at: charge.at }, charge.sessionId);
}

/** Releases the allowance of a session that failed or was withdrawn. */
export { creditCharge as creditCompanyCharge, dropCharge as dropCompanyCharge };

/** Posts the bill to the company that pays for the session. Null: no company pays. */
export async function billCompanyCharge(
  tx: Tx,
  bill: { sessionId: string; cdrId: string; amount: bigint; at: Date },
): Promise<string | null> {
  return (await billCharge(tx, bill))?.company_id ?? null;
}

/** What both limits leave in the month of an instant, not counting one session; null: neither is set. */
async function leftFor(
  on: Queryable,
  { companyId, userId, at }: { companyId: string; userId: string; at: Date },
  butSession: string | null,
): Promise<bigint | null> {
  const company = (await findCompany(on, companyId))?.monthly_limit ?? null;
  const driver = await driverLimit(on, companyId, userId);
  if (company === null && driver === null) return null;
  const { from } = monthBounds(monthOf(at));
  const spent = await spentSince(on, companyId, userId, from, butSession);
  const left = [
    company === null ? null : company - spent.billed - spent.open,
    driver === null ? null : driver - spent.driver_billed - spent.driver_open,
  ].filter((each) => each !== null);
  return left.reduce((least, each) => (each < least ? each : least));
}
