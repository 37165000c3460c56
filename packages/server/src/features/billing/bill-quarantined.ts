import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  tokenUidsOf,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import {
  decideQuarantined,
  findQuarantined,
  lockQuarantined,
  lockWaitingQuarantined,
} from "./billing.store.ts";
import { checkCdr } from "./check-cdr.ts";
import { ENDS_LATE } from "./cdr-plausibility.ts";
import { taxesOf } from "./issue-invoice.ts";
import { makeBill } from "./make-bill.ts";
import { takeBackOwnBill } from "./provisional.ts";
import { billStateOf, findSessionOfCdr, TAKEN_BACK, whyNotBilled } from "./find-bill-owner.ts";

/** Why a CDR that could be billed is quarantined; it is billed once the bill in its way is credited. */
export const HAS_BILL = "the session has a bill already";

/**
 * Bills a quarantined CDR under its session's lock; it replaces a bill of our own making. `by`: a person may also bill a
 * charge without an agreed price. Returns why it cannot be billed, or null.
 */
export async function billQuarantined(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { cdr, id, by }: { cdr: Cdr; id: string; by: "PERSON" | "RULE" },
): Promise<string | null> {
  const has = await billStateOf(tx, row, cdr);
  if (has === "STANDS") return HAS_BILL;
  if (has === "CORRECTED" && by !== "PERSON") return TAKEN_BACK;
  const unpriced =
    by === "PERSON"
      ? { as: deps.unpricedTotal, percent: (await taxesOf(tx, row))("ENERGY").percent }
      : null;
  const checked = checkCdr(cdr, row.snapshot, unpriced);
  if (!checked.ok) return checked.reason;
  if (has === "OWN" || has === "CORRECTED")
    await takeBackOwnBill(tx, row, { id, at: deps.clock.now() });
  await makeBill(deps, tx, row, { id, figures: cdr, settled: checked.settled, record: cdr });
  row.provisional_since = null;
  return null;
}

/**
 * After a bill was credited: the corrected CDR may have arrived before the credit and been quarantined. It is billed in
 * the same transaction, so that the order of arrival changes nothing.
 */
export async function billWaitingAfterCredit(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
): Promise<void> {
  const uids = await tokenUidsOf(tx, row.operator_id, row.user_id);
  for (const { id, body } of await lockWaitingQuarantined(tx, row, uids, HAS_BILL)) {
    const cdr = body;
    const reference = await findSessionOfCdr(tx, row.operator_id, cdr);
    if (reference?.session_id !== row.id) continue;
    if (whyNotBilled(row, cdr, deps.clock.now())) continue;
    if ((await billQuarantined(deps, tx, row, { cdr, id, by: "RULE" })) !== null) continue;
    const because = "the bill in its way was taken back";
    await decideQuarantined(tx, { id, decision: "RELEASED", because, at: deps.clock.now() });
    return;
  }
}

/**
 * A CDR that was quarantined because it ends too late arrives again. It is billed if session updates have since confirmed
 * that the charge lasted until then, so that the order of arrival changes nothing.
 */
export async function billConfirmedEnd(
  deps: ChargingDeps,
  operatorId: string,
  cdr: Cdr,
  id: string,
): Promise<void> {
  const { db } = deps.database;
  const aside = await findQuarantined(db, operatorId, id);
  if (!aside?.reason.startsWith(ENDS_LATE)) return;
  const reference = await findSessionOfCdr(db, operatorId, cdr);
  if (!reference) return;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    const at = deps.clock.now();
    const waits = (await lockQuarantined(tx, id))?.decision === null;
    if (!waits || row.operator_id !== operatorId || whyNotBilled(row, cdr, at)) return false;
    if ((await billQuarantined(deps, tx, row, { cdr, id, by: "RULE" })) !== null) return false;
    const because = "the charge was seen until its end";
    await decideQuarantined(tx, { id, decision: "RELEASED", because, at });
    return true;
  });
}
