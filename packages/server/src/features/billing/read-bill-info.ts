import type { BillInfo } from "@voltmarg/contract";
import { gstStateName } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { getUser } from "../accounts/index.ts";
import { taxesAt } from "../tariffs/index.ts";
import { findCompanyParty, findSeller } from "./invoice.store.ts";

/** Billing details of the provider, by `default` or its party id, or of the caller's company; otherwise null. */
export async function readBillInfo(
  on: Queryable,
  userId: string,
  id: string,
  partyId: string,
  now: Date,
): Promise<BillInfo | null> {
  if (id === "default" || id.toUpperCase() === partyId.toUpperCase()) {
    const { invoice_series: _i, credit_series: _c, example: _e, ...seller } = await findSeller(on);
    const { sac } = (await taxesAt(on, now))("ENERGY");
    return { id, ...seller, state: nameOf(seller.state_code), sac };
  }
  if ((await getUser(on, userId))?.company_id !== id) return null;
  const company = await findCompanyParty(on, id);
  return company && { id, ...company, state: nameOf(company.state_code), sac: null };
}

const nameOf = (code: string | null) => code && gstStateName(code, "en");
