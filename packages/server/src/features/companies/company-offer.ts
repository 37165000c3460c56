import type { companies as routes, RouteOutput, User } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUser, joinCompany } from "../accounts/index.ts";
import { companyOfNumber, findCompany } from "./companies.store.ts";
import type { CompaniesDeps } from "./manage-companies.ts";

type Offer = RouteOutput<typeof routes.getCompanyOffer>["data"];

/** What the company that has listed a driver's number offers; null: none has, it is suspended, or one pays already. */
export async function readOffer(
  { purse }: CompaniesDeps,
  on: Queryable,
  userId: string,
): Promise<Offer> {
  const driver = await getUser(on, userId);
  if (driver?.customer_type !== "PERSONAL") return null;
  const id = await companyOfNumber(on, driver.mobile);
  const company = id === null ? null : await findCompany(on, id);
  // Its drivers start nothing new: nobody gives up a wallet for that.
  if (company?.state !== "ACTIVE") return null;
  const { refund, kept } = await purse.toReturn(on, userId);
  return {
    company: { id: company.id, name: company.name },
    refund_minor: Number(refund),
    kept_minor: Number(kept),
  };
}

/** Makes the driver CORPORATE and gives back what the wallet has, in one transaction. */
export function acceptOffer(
  { database, purse }: CompaniesDeps,
  userId: string,
  companyId: string,
): Promise<Outcome<User, "NOT_FOUND">> {
  return database.transact<Outcome<User, "NOT_FOUND">>(async (tx) => {
    const driver = await getUser(tx, userId);
    if (!driver) return refuse("NOT_FOUND");
    if ((await findCompany(tx, companyId))?.state !== "ACTIVE") return refuse("NOT_FOUND", GONE);
    // Nobody lists or takes off the number until this is through.
    const joined = await joinCompany(tx, driver.mobile, companyId, { only: "LISTED" });
    if (!joined) return refuse("NOT_FOUND", GONE);
    await purse.close(tx, userId);
    return done(joined);
  });
}

/** Ends it: the driver pays for the next charge, and the company sees nothing of it. Its list keeps the number. */
export function leaveCompany(
  { database, purse }: CompaniesDeps,
  userId: string,
): Promise<Outcome<User, "NOT_FOUND">> {
  return database.transact<Outcome<User, "NOT_FOUND">>(async (tx) => {
    const driver = await getUser(tx, userId);
    const left = driver && (await joinCompany(tx, driver.mobile, null, { only: "CORPORATE" }));
    if (!left) return refuse("NOT_FOUND", { message: "No company pays for you." });
    await purse.reopen(tx, userId);
    return done(left);
  });
}

const GONE = { message: "This company does not offer that any more." };
