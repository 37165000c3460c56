import type { CustomerType } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, planKept } from "../../platform/database/database.ts";

/** One entry: a driver or a company may use a location, or all locations of an operator. */
export type WhitelistEntry = {
  user_id: string | null;
  company_id: string | null;
  location_id: string | null;
  operator_id: string | null;
};
export const readWhitelist = (on: Queryable) =>
  rows(
    on,
    sql<WhitelistEntry>`select user_id, company_id, location_id, operator_id from whitelist_entry ${planKept}`,
  );

export type DriverRow = { customer_type: CustomerType; company_id: string | null };
export const readDriver = (on: Queryable, userId: string) =>
  one(
    on,
    sql<DriverRow>`select customer_type, company_id from app_user where id = ${userId} ${planKept}`,
  );
