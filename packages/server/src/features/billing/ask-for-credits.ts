import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import type { ChargingDeps } from "../charging/index.ts";
import { listWaiting, lockRecord } from "./credit.store.ts";

/** In the transaction that bills a record: the credit CDRs that waited for it are applied after it, whatever happens. */
export async function askForCredits(deps: ChargingDeps, tx: Tx, record: Cdr): Promise<void> {
  await lockRecord(record, tx);
  if ((await listWaiting(tx, record)).length === 0) return;
  const { country_code, party_id, id } = record;
  await deps.outbox.enqueue(tx, "billing.credits", { country_code, party_id, id });
}
