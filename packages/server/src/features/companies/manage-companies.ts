import { buyerProblems, type CompanyAccount } from "@voltmarg/contract";
import { monthBounds, monthOf } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { printProblems } from "../../platform/print/printed-letters.ts";
import { newId } from "../../platform/ids.ts";
import { joinCompany } from "../accounts/index.ts";
import {
  companyOfNumber,
  findCompany,
  listCompanies,
  numbersOf,
  putCompany,
  putNumber,
  receivable,
  removeNumber,
  setBillingDetails,
  setDefaultLimit,
  setLimit,
  setNumberLimit,
  setState,
  type BillingDetails,
  type CompanyRow,
} from "./companies.store.ts";
import { spentSince } from "./company-charge.store.ts";

export type CompaniesDeps = {
  database: Database;
  clock: Clock;
  /** Closes a driver's wallet when a company begins to pay, and reopens it when it ends. */
  purse: {
    close(tx: Tx, userId: string): Promise<void>;
    reopen(tx: Tx, userId: string): Promise<void>;
    /** Paise that would go back to payments if it was closed now, and what would stay. */
    toReturn(on: Queryable, userId: string): Promise<{ refund: bigint; kept: bigint }>;
  };
};

type Named = { id: string; name: string; numbers: string[] };

const withNumbers = async (on: Queryable, { id, name }: CompanyRow): Promise<Named> => ({
  id,
  name,
  numbers: (await numbersOf(on, id)).map(({ mobile }) => mobile),
});

export const hasCompany = async (on: Queryable, id: string): Promise<boolean> =>
  (await findCompany(on, id)) !== null;

/** The company of that name, created if it is new. */
export function putCompanyNamed(
  { clock }: CompaniesDeps,
  backoffice: BackofficeCall,
  name: string,
): Promise<Outcome<Named, "INVALID_INPUT">> {
  return backoffice.transact(async (tx) => {
    const errors = printProblems({ name }, {});
    if (errors.length > 0) return refuse("INVALID_INPUT", { extra: { errors } });
    const row = await putCompany(tx, newId("com", clock.now()), name, clock.now());
    return done(await withNumbers(tx, row));
  });
}

/**
 * Lists an E.164 number. A driver who has a wallet is asked in the app (`acceptOffer`); one for whom a company pays
 * already changes to this one.
 */
export function listCompanyNumber(
  backoffice: BackofficeCall,
  companyId: string,
  mobile: string,
): Promise<Outcome<Named, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const company = await findCompany(tx, companyId);
    if (!company) return refuse("NOT_FOUND");
    // Locks the driver before the number, as unlisting does, so that the two cannot deadlock.
    await joinCompany(tx, mobile, companyId, { only: "CORPORATE" });
    await putNumber(tx, companyId, mobile);
    return done(await withNumbers(tx, company));
  });
}

/** Takes a number off the list. Its driver pays for the next charge from the wallet again. */
export function unlistCompanyNumber(
  deps: CompaniesDeps,
  backoffice: BackofficeCall,
  companyId: string,
  mobile: string,
): Promise<Outcome<CompanyAccount, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    // Locks the driver before the number, as listing does, so that the two cannot deadlock.
    if ((await companyOfNumber(tx, mobile)) !== companyId) return refuse("NOT_FOUND");
    const driver = await joinCompany(tx, mobile, null);
    if (!(await removeNumber(tx, companyId, mobile))) return refuse("NOT_FOUND");
    if (driver) await deps.purse.reopen(tx, driver.id);
    return readAccount(tx, companyId, deps.clock.now());
  });
}

export type CompanyChange = {
  state: CompanyRow["state"] | undefined;
  /** Paise a month; null: no limit. */
  limit: bigint | null | undefined;
  /** Of numbers without a limit of their own. */
  numberLimit: bigint | null | undefined;
  billing: Partial<BillingDetails>;
};

/** What an invoice says of a registered buyer besides the name. */
const BUYER = ["gst_in", "address", "city", "postal_code"] as const;

/** Changes the fields that are given; the others stay. A GSTIN needs its address once one of these fields is changed. */
export function changeCompany(
  deps: CompaniesDeps,
  backoffice: BackofficeCall,
  companyId: string,
  change: CompanyChange,
): Promise<Outcome<CompanyAccount, "NOT_FOUND" | "INVALID_INPUT">> {
  return backoffice.transact(async (tx) => {
    const before = await findCompany(tx, companyId);
    if (!before) return refuse("NOT_FOUND");
    const billing = { ...before, ...change.billing };
    const errors = [
      ...(BUYER.some((field) => billing[field] !== before[field])
        ? buyerProblems(Object.fromEntries(BUYER.map((field) => [field, billing[field]])))
        : []),
      ...printProblems(change.billing, before),
    ];
    if (errors.length > 0) return refuse("INVALID_INPUT", { extra: { errors } });
    await setBillingDetails(tx, companyId, billing);
    if (change.state !== undefined) await setState(tx, companyId, change.state);
    if (change.limit !== undefined) await setLimit(tx, companyId, change.limit);
    if (change.numberLimit !== undefined) await setDefaultLimit(tx, companyId, change.numberLimit);
    return readAccount(tx, companyId, deps.clock.now());
  });
}

export function limitNumber(
  deps: CompaniesDeps,
  backoffice: BackofficeCall,
  companyId: string,
  mobile: string,
  limit: bigint | null,
): Promise<Outcome<CompanyAccount, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    if (!(await setNumberLimit(tx, companyId, mobile, limit))) return refuse("NOT_FOUND");
    return readAccount(tx, companyId, deps.clock.now());
  });
}

/** A company with its numbers, limits, and how much of them this month has used. */
export async function readAccount(
  on: Queryable,
  companyId: string,
  now: Date,
): Promise<Outcome<CompanyAccount, "NOT_FOUND">> {
  const company = await findCompany(on, companyId);
  if (!company) return refuse("NOT_FOUND");
  const spent = await spentSince(on, companyId, null, monthBounds(monthOf(now)).from, null);
  const limit = company.monthly_limit;
  const left = limit === null ? null : limit - spent.billed - spent.open;
  return done({
    id: company.id,
    name: company.name,
    address: company.address,
    city: company.city,
    postal_code: company.postal_code,
    gst_in: company.gst_in,
    email: company.email,
    state: company.state,
    limit_minor: paise(limit),
    number_limit_minor: paise(company.number_limit),
    billed_minor: Number(spent.billed),
    open_minor: Number(spent.open),
    left_minor: left === null ? null : Number(left > 0n ? left : 0n),
    owed_minor: Number(-(await receivable(on, companyId))),
    numbers: (await numbersOf(on, companyId)).map((n) => ({
      mobile: n.mobile,
      limit_minor: paise(n.monthly_limit),
      own_limit: n.own_limit,
      driver_id: n.driver_id,
    })),
  });
}

const paise = (amount: bigint | null) => (amount === null ? null : Number(amount));

/** Every company, by name. */
export async function readCompanies(deps: CompaniesDeps) {
  return (await listCompanies(deps.database.db)).map(({ id, name, state, drivers, balance }) => ({
    id,
    name,
    state,
    drivers,
    owed_minor: Number(-balance),
  }));
}
