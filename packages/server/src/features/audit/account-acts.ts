import { maskedMobile } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { page } from "../../platform/http/paging.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { countActs, insertAct, listActs, type ActsWanted } from "./audit.store.ts";

/** Writes acts to the audit log as they happen. */
export const createAuditLog =
  ({ clock }: { clock: Clock }): WriteAudit =>
  (on, userId, act, details = {}) =>
    insertAct(on, { at: clock.now(), userId, act, details });

/** A page of what was written down, newest first; of one driver, of one kind of act, or of all. */
export async function readActs(
  { database }: { database: Database },
  of: ActsWanted,
  pageNo: number,
  pageSize: number,
) {
  const found = await listActs(database.db, of, pageNo * pageSize, pageSize);
  const entries = found.map(({ id, at, mobile, user_id, act, details }) => ({
    id: String(id),
    at: at.toISOString(),
    mobile_masked: maskedMobile(mobile),
    user_id,
    act,
    details,
  }));
  return page(entries, pageNo, pageSize, await countActs(database.db, of));
}
