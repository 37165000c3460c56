import type { Tx } from "../../platform/database/database.ts";
import type { ChargingDeps } from "../charging/index.ts";
import type { Original } from "./cdr-intake.ts";
import { listWaiting, lockRecord } from "./credit.store.ts";

/**
 * In the transaction that bills a record, or stores a credit CDR of a record that is billed: what waits for the record is
 * booked after it, also when the service stops in between.
 */
export async function askForCredits(deps: ChargingDeps, tx: Tx, record: Original): Promise<void> {
  await lockRecord(record, tx);
  if ((await listWaiting(tx, record)).length === 0) return;
  const { country_code, party_id, id } = record;
  await deps.outbox.enqueue(tx, "billing.credits", { country_code, party_id, id });
}
