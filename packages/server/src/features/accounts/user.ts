import type { User } from "@voltmarg/contract";
import type { Database, Queryable } from "../../platform/database/database.ts";
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

/** Changes a driver's name, e-mail or GSTIN. The last two are written to the audit log. */
export async function updateUser(
  { database, writeAudit }: { database: Database; writeAudit: WriteAudit },
  id: string,
  change: UserChange,
): Promise<User | null> {
  return database.transact(async (tx) => {
    const before = await findUser(tx, id);
    const after = await changeUser(tx, id, change);
    if (!before || !after) return null;
    if (after.email !== before.email) await writeAudit(tx, id, "EMAIL_CHANGED");
    if (after.gst_in !== before.gst_in) await writeAudit(tx, id, "GSTIN_CHANGED");
    return toWire(after);
  });
}
