import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { changeSession, type ChargingDeps, type SessionRow } from "../charging/index.ts";
import {
  decideQuarantined,
  findQuarantined,
  lockQuarantined,
  lockWaitingQuarantined,
} from "./billing.store.ts";
import { checkCdr } from "./check-cdr.ts";
import { ENDS_LATE } from "./implausible.ts";
import { makeBill } from "./make-bill.ts";
import { takeBackOwnBill } from "./provisional.ts";
import { standing, TAKEN_BACK, whose, whyNotBilled } from "./find-bill-owner.ts";

/** Why a record that could be billed is set aside; a credit of the bill it found lets it in after all. */
export const HAS_BILL = "the session has a bill already";

/**
 * Bills a record that was set aside under its session's lock, in the place of a bill of our own making. `by` says who lets
 * it in: a person may bill a charge without an agreed price. Answers why not.
 */
export async function billRecord(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { cdr, id, by }: { cdr: Cdr; id: string; by: "PERSON" | "RULE" },
): Promise<string | null> {
  const has = await standing(tx, row);
  if (has === "STANDS") return HAS_BILL;
  if (has === "CORRECTED" && by !== "PERSON") return TAKEN_BACK;
  const checked = checkCdr(cdr, row.snapshot, by === "PERSON");
  if (!checked.ok) return checked.reason;
  if (has === "OWN") await takeBackOwnBill(tx, row, { id, at: deps.clock.now() });
  await makeBill(deps, tx, row, { id, figures: cdr, settled: checked.settled, record: cdr });
  row.provisional_since = null;
  return null;
}

/**
 * A bill was taken back. The corrected record may have overtaken the credit and been set aside: it is billed now, in
 * the same transaction, so that the order in which they came changes nothing.
 */
export async function billOvertaken(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  for (const { id, body } of await lockWaitingQuarantined(tx, row.operator_id, HAS_BILL)) {
    const cdr = body;
    const reference = await whose(tx, row.operator_id, cdr);
    if (reference?.session_id !== row.id) continue;
    if (whyNotBilled(row, cdr, deps.clock.now())) continue;
    if ((await billRecord(deps, tx, row, { cdr, id, by: "RULE" })) !== null) continue;
    const because = "the bill in its way was taken back";
    await decideQuarantined(tx, { id, decision: "RELEASED", because, at: deps.clock.now() });
    return;
  }
}

/**
 * A record that was set aside for its end comes once more. Where the operator has told meanwhile that the charge went on
 * until then, it is billed: the order in which they came changes nothing.
 */
export async function billAgain(
  deps: ChargingDeps,
  operatorId: string,
  cdr: Cdr,
  id: string,
): Promise<void> {
  const { db } = deps.database;
  const aside = await findQuarantined(db, operatorId, id);
  if (!aside?.reason.startsWith(ENDS_LATE)) return;
  const reference = await whose(db, operatorId, cdr);
  if (!reference) return;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    const at = deps.clock.now();
    const waits = (await lockQuarantined(tx, id))?.decision === null;
    if (!waits || row.operator_id !== operatorId || whyNotBilled(row, cdr, at)) return false;
    if ((await billRecord(deps, tx, row, { cdr, id, by: "RULE" })) !== null) return false;
    const because = "the charge was seen until its end";
    await decideQuarantined(tx, { id, decision: "RELEASED", because, at });
    return true;
  });
}
