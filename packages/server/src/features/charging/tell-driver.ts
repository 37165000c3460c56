import type { Tx } from "../../platform/database.ts";
import type { ChargingDeps } from "./change-session.ts";
import type { SessionRow } from "./session.store.ts";

/** What a driver is told of a charge although they may not look at the app. */
export type Notice =
  | "NO_ANSWER"
  | "BEGAN_LATE"
  | "STOPPED_LATE"
  | "SILENT"
  | "GIVEN_UP"
  | "PARKING_FEE";

/** Tells the driver once of each kind, in the caller's transaction; `row` is saved by the caller. */
export async function tellOnce(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  notice: Notice,
  text: string,
): Promise<boolean> {
  if (row.told.includes(notice)) return false;
  row.told = [...row.told, notice];
  await deps.tellDriver(tx, row.user_id, text);
  return true;
}
