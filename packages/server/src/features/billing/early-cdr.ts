import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import {
  QUIET_MS,
  silenceOf,
  tokenUidsOf,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { lockWaitingQuarantined } from "./billing.store.ts";
import { findSessionOfCdr } from "./find-bill-owner.ts";

export type EarlyAt = { userId: string; sessionId: string; last: boolean };

/** Why a CDR is set aside while its session goes on: it may be of a part of it. */
export const GOES_ON = "the charge goes on";

/** Whether an operator has sent of a running session lately: a CDR of it is not its end. */
export const goesOn = (row: SessionRow, now: Date): boolean =>
  (row.step === "STARTED" || row.step === "FLOWING") && silenceOf(row, now) < QUIET_MS;

/** A CDR is billed under the session's lock: what came before it is of another part, or of the same time. */
export async function askForEarly(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  billed: string,
): Promise<void> {
  if ((await earlyOf(tx, row)).every(({ id }) => id === billed)) return;
  const at: EarlyAt = { userId: row.user_id, sessionId: row.id, last: true };
  await deps.outbox.enqueue(tx, "billing.early", at);
}

/** The CDRs of a session that wait for its end, oldest first. */
export async function earlyOf(tx: Tx, row: SessionRow): Promise<{ id: string; cdr: Cdr }[]> {
  const uids = await tokenUidsOf(tx, row.operator_id, row.user_id);
  const early: { id: string; cdr: Cdr }[] = [];
  for (const { id, body: cdr } of await lockWaitingQuarantined(tx, row, uids, GOES_ON)) {
    const reference = await findSessionOfCdr(tx, row.operator_id, cdr);
    if (reference?.session_id === row.id) early.push({ id, cdr });
  }
  return early;
}
