import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  QUIET_MS,
  silenceOf,
  tokenUidsOf,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { billQuarantined, HAS_BILL } from "./bill-quarantined.ts";
import { decideQuarantined, lockWaitingQuarantined, setReason } from "./billing.store.ts";
import { findSessionOfCdr, whyNotBilled } from "./find-bill-owner.ts";

export type EarlyAt = { userId: string; sessionId: string; last: boolean };

/** Why a CDR is set aside while its session goes on: it may be of a part of it. */
export const GOES_ON = "the charge goes on";
const COVERED = "another record of the same time was billed";
/** A CDR is of a part if the meter saw this much more: kWh, and as a share. */
const MISSING = { kwh: 0.5, share: 0.05 };

/** Whether an operator has sent of a running session lately: a CDR of it is not its end. */
export const goesOn = (row: SessionRow, now: Date): boolean =>
  (row.step === "STARTED" || row.step === "FLOWING") && silenceOf(row, now) < QUIET_MS;

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

/** A CDR was billed under the session's lock: what came before it is of another part, or of the same time. */
export async function askForEarly(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if ((await earlyOf(tx, row)).length === 0) return;
  const at: EarlyAt = { userId: row.user_id, sessionId: row.id, last: true };
  await deps.outbox.enqueue(tx, "billing.early", at);
}

async function earlyOf(tx: Tx, row: SessionRow): Promise<{ id: string; cdr: Cdr }[]> {
  const uids = await tokenUidsOf(tx, row.operator_id, row.user_id);
  const early: { id: string; cdr: Cdr }[] = [];
  for (const { id, body: cdr } of await lockWaitingQuarantined(tx, row, uids, GOES_ON)) {
    const reference = await findSessionOfCdr(tx, row.operator_id, cdr);
    if (reference?.session_id === row.id) early.push({ id, cdr });
  }
  return early;
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
