import type { Tx } from "../../platform/database/database.ts";
import type { ChargeNotice, ChargeSaid } from "./session-notice.ts";
import type { ChargingDeps } from "./change-session.ts";
import type { SessionRow } from "./session.store.ts";

/** Sends each kind of notice once for a session, in the caller's transaction. The caller saves `row`. */
export async function notifyOnce(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  notice: ChargeNotice,
  said: ChargeSaid,
): Promise<boolean> {
  if (row.told.includes(notice)) return false;
  row.told = [...row.told, notice];
  await deps.tellDriver(tx, row.user_id, said, { notice, sessionId: row.id });
  return true;
}
