import type { User } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database.ts";
import { changeUser, findUser, type UserChange, type UserRow } from "./accounts.store.ts";

export function toWire(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    username: `${row.id}:DRIVER`,
    mobile: row.mobile,
    email: row.email,
    gst_in: row.gst_in,
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

/** Changes what a driver may change of themselves: name, e-mail, GSTIN. */
export async function updateUser(
  on: Queryable,
  id: string,
  change: UserChange,
): Promise<User | null> {
  const row = await changeUser(on, id, change);
  return row && toWire(row);
}
