import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { changeSession, type ChargingDeps, type SessionRow } from "../charging/index.ts";
import { billQuarantined, HAS_BILL } from "./bill-quarantined.ts";
import { decideQuarantined, setReason } from "./billing.store.ts";
import { earlyOf, goesOn, type EarlyAt } from "./early-cdr.ts";
import { whyNotBilled } from "./find-bill-owner.ts";

const COVERED = "another record of the same time was billed";
/** A CDR is of a part if the meter saw this much more: kWh, and as a share. */
const MISSING = { kwh: 0.5, share: 0.05 };

/**
 * Bills the CDRs that came while their session went on, once it is over or nothing is heard of it. One of a part of it
 * waits for one of the whole; `last`: no longer. Each in a transaction of its own, as a bill stands at the end of one.
 */
export async function billEarly(
  deps: ChargingDeps,
  { userId, sessionId, last }: EarlyAt,
): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = false;
    await changeSession(deps, userId, sessionId, async (row, tx) => {
      if (goesOn(row, deps.clock.now())) return false;
      const waits = (cdr: Cdr) => !last && row.cdr_id === null && isPart(row, cdr);
      const next = (await earlyOf(tx, row)).find(({ cdr }) => !waits(cdr));
      isMore = next !== undefined;
      return next !== undefined && bill(deps, tx, row, next);
    });
  }
}

/** False: it cannot be billed, and waits for staff with the reason. */
async function bill(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { id, cdr }: { id: string; cdr: Cdr },
): Promise<boolean> {
  const at = deps.clock.now();
  const reason =
    whyNotBilled(row, cdr, at) ?? (await billQuarantined(deps, tx, row, { cdr, id, by: "RULE" }));
  if (reason) await setReason(tx, id, reason === HAS_BILL ? COVERED : reason);
  else
    await decideQuarantined(tx, { id, decision: "RELEASED", because: "the charge was over", at });
  return reason === null;
}

function isPart({ kwh }: SessionRow, { total_energy }: Cdr): boolean {
  const missing = (kwh ?? 0) - total_energy;
  return missing > MISSING.kwh && missing > (kwh ?? 0) * MISSING.share;
}
