import { compare, exact, isProviderCurrency } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  findReference,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { askForCredits } from "./ask-for-credits.ts";
import {
  idOf,
  keyOf,
  originalOf,
  quarantineCdr,
  type Arrival,
  type CdrTaken,
  type Original,
} from "./cdr-intake.ts";
import { billWaitingAfterCredit } from "./bill-quarantined.ts";
import { findCdr, quarantine, setReason, type CdrRow } from "./billing.store.ts";
import { closeDispute } from "./dispute.store.ts";
import { latestOf } from "./correct-buyer.ts";
import { creditBill } from "./credit-bill.ts";
import { closeWaiting, listWaiting, lockRecord, WAITS } from "./credit.store.ts";
import { findCost } from "./operator-cost.store.ts";
import { reverseOperatorCost } from "./operator-cost.ts";

type Reference = { user_id: string; session_id: string };

/**
 * Handles a credit CDR, which takes back one that was billed: the payer gets the money back and a credit note. One whose
 * original is not billed, as it has not come or was set aside, waits until it is. OCPI 2.2.1 mod_cdrs: all data as in the
 * original, the cost negated.
 */
export async function handleCreditCdr(deps: ChargingDeps, arrival: Arrival): Promise<CdrTaken> {
  const { cdr, operatorId, id } = arrival;
  const original = originalOf(cdr);
  if (original === null) return quarantineCdr(deps, arrival, "a credit of no record");
  const bill = `cdr:${idOf(keyOf(original))}`;
  const reference = await findReference(deps.database.db, bill);
  if (reference) {
    const { reason, isNew } = await takeBack(deps, arrival, original, reference);
    if (reason) return quarantineCdr(deps, arrival, reason);
    return { outcome: isNew ? "STORED" : "KNOWN", id };
  }
  // Nothing is wrong yet, so nobody is called.
  await deps.database.transact(async (tx) => {
    await lockRecord(original, tx);
    if (!(await arrival.claim(tx))) return;
    const at = deps.clock.now();
    await quarantine(tx, { id, operatorId, ocpiId: cdr.id, reason: WAITS, body: cdr, at });
    // The original may have been billed between the look and the lock.
    if (await findReference(tx, bill)) await askForCredits(deps, tx, original);
  });
  return { outcome: "STORED", id };
}

/** Applies the credit CDRs that waited until their original was billed; one that cannot be applied stays, with the reason. */
export async function takeWaitingCredits(deps: ChargingDeps, original: Original): Promise<void> {
  const { db } = deps.database;
  const waiting = await listWaiting(db, original);
  const reference =
    waiting.length > 0 ? await findReference(db, `cdr:${idOf(keyOf(original))}`) : null;
  if (!reference) return;
  for (const { id, operator_id: operatorId, body } of waiting) {
    const claim = (tx: Tx) => closeWaiting(tx, id, deps.clock.now());
    const { reason } = await takeBack(
      deps,
      { operatorId, cdr: body, id, claim },
      original,
      reference,
    );
    // It was billed, and cannot be taken back by this credit: staff see why.
    if (reason) await setReason(db, id, reason);
  }
}

/** Applies it once, or says why it cannot be applied. */
async function takeBack(
  deps: ChargingDeps,
  arrival: Arrival,
  original: Original,
  reference: Reference,
): Promise<{ reason: string | null; isNew: boolean }> {
  const { cdr, id } = arrival;
  const originalId = idOf(keyOf(original));
  let isNew = false;
  let reason: string | null = null;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    const first = await findCdr(tx, row.user_id, originalId);
    if (!first) throw new Error(`the bill ${originalId} is named but not there`);
    const bill = await latestOf(tx, first);
    if (bill.credited_by?.cdr_id === id) return false;
    const cost = await findCost(tx, originalId);
    if (cost?.reversed_by === id) return false;
    const corrected = await isCorrected(tx, bill);
    reason = whyNot(arrival, row, bill, { corrected, reversed: cost?.reversed_by !== null });
    if (reason) return false;
    if (!(await arrival.claim(tx))) return false;
    isNew = true;
    const at = deps.clock.now();
    await reverseOperatorCost(tx, {
      originalId,
      id,
      cdr,
      sessionId: row.id,
      corrected,
      at,
    });
    await closeDispute(tx, row.user_id, originalId);
    // Its payer has the money already.
    if (corrected) return false;
    await creditBill(tx, row, bill, { ...cdr, ocpi_id: cdr.id, id, body: cdr, at });
    await billWaitingAfterCredit(deps, tx, row);
    return true;
  });
  if (isNew) deps.metrics.cdrs.inc({ outcome: "credited" });
  return { reason, isNew };
}

/** Whether the back office took a bill back: its credit note is not based on a CDR of the operator. */
async function isCorrected(tx: Tx, bill: CdrRow): Promise<boolean> {
  const note = bill.credited_by && (await findCdr(tx, bill.user_id, bill.credited_by.cdr_id));
  return note !== null && note.body.credit !== true;
}

function whyNot(
  { operatorId, cdr }: Arrival,
  row: SessionRow,
  bill: CdrRow,
  so: { corrected: boolean; reversed: boolean },
): string | null {
  if (row.operator_id !== operatorId) return "the session belongs to another operator";
  if (bill.wire.invoice?.kind === "CREDIT_NOTE") return "it takes back a credit";
  if (so.corrected ? so.reversed : bill.credited_by) return "its record was taken back before";
  if (!bill.wire.invoice) return "its record was billed before there were invoices";
  const billed = bill.body.total_cost;
  if (!billed) return "it takes back no record of an operator";
  if (!isProviderCurrency(cdr.currency) || !sameSize(cdr.total_cost.excl_vat, billed.excl_vat)) {
    return `it takes back ${cdr.total_cost.excl_vat} of a record of ${billed.excl_vat}`;
  }
  return null;
}

const sameSize = (a: number, b: number) => compare(exact(Math.abs(a)), exact(Math.abs(b))) === 0;
