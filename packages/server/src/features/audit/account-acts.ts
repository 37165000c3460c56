import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { page } from "../../platform/http/paging.ts";
import type { Act, WriteAudit } from "../../platform/observability/audit-log.ts";
import { countActs, insertAct, listActs } from "./audit.store.ts";

/** Writes acts to the audit log as they happen. */
export const createAuditLog =
  ({ clock }: { clock: Clock }): WriteAudit =>
  (on, userId, act, details = {}) =>
    insertAct(on, { at: clock.now(), userId, act, details });

/** A page of what was written down, newest first; of one E.164 number, of one kind of act, or of all. */
export async function readActs(
  { database }: { database: Database },
  of: { mobile: string | null; act: Act | null },
  pageNo: number,
  pageSize: number,
) {
  const found = await listActs(database.db, of, pageNo * pageSize, pageSize);
  const entries = found.map(({ id, at, mobile, user_id, act, details }) => ({
    id: String(id),
    at: at.toISOString(),
    mobile,
    user_id,
    act,
    details,
  }));
  return page(entries, pageNo, pageSize, await countActs(database.db, of));
}
