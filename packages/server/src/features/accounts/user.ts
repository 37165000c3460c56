import { buyerProblems, type User } from "@voltmarg/contract";
import type { Database, Queryable } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { printProblems } from "../../platform/print/printed-letters.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { changeUser, findUser, type UserChange, type UserRow } from "./accounts.store.ts";

export function toWire(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    username: `${row.id}:DRIVER`,
    mobile: row.mobile,
    email: row.email,
    gst_in: row.gst_in,
    business_name: row.business_name,
    business_address: row.business_address,
    business_city: row.business_city,
    business_postal_code: row.business_postal_code,
    user_type: "DRIVER",
    customer_type: row.customer_type,
    allow_multi_charging: row.allow_multi_charging,
    company_id: row.company_id,
  };
}

export async function getUser(on: Queryable, id: string): Promise<User | null> {
  const row = await findUser(on, id);
  return row && toWire(row);
}

/**
 * Changes a driver's name, e-mail, GSTIN, or the business of it. A GSTIN from before its address was asked for stays as it
 * is until one of its fields is changed. E-mail and GSTIN are written to the audit log.
 */
export async function updateUser(
  { database, writeAudit }: { database: Database; writeAudit: WriteAudit },
  id: string,
  named: UserChange,
): Promise<Outcome<User, "NOT_FOUND" | "INVALID_INPUT">> {
  return database.transact<Outcome<User, "NOT_FOUND" | "INVALID_INPUT">>(async (tx) => {
    const change = named.gst_in === null ? { ...named, ...NO_BUSINESS } : named;
    const before = await findUser(tx, id);
    if (!before) return refuse("NOT_FOUND");
    const buyer = Object.fromEntries(
      BUYER.map((field) => [field, change[field] === undefined ? before[field] : change[field]]),
    );
    const errors = [
      ...(BUYER.some((field) => buyer[field] !== before[field]) ? buyerProblems(buyer) : []),
      ...printProblems(change, before),
    ];
    if (errors.length > 0) return refuse("INVALID_INPUT", { extra: { errors } });
    const after = await changeUser(tx, id, change);
    if (!after) return refuse("NOT_FOUND");
    if (after.email !== before.email) await writeAudit(tx, id, "EMAIL_CHANGED");
    if (after.gst_in !== before.gst_in) await writeAudit(tx, id, "GSTIN_CHANGED");
    return done(toWire(after));
  });
}

const NO_BUSINESS = {
  business_name: null,
  business_address: null,
  business_city: null,
  business_postal_code: null,
};
/** What an invoice says of a registered buyer. */
const BUYER = [
  "gst_in",
  "business_name",
  "business_address",
  "business_city",
  "business_postal_code",
] as const;
