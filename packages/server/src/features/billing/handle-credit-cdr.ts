import { compare, exact, isProviderCurrency } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import {
  changeSession,
  findReference,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { idOf, originalKeyOf, quarantineCdr, type Arrival, type CdrTaken } from "./cdr-intake.ts";
import { billWaitingAfterCredit } from "./bill-quarantined.ts";
import { findCdr, findQuarantined, type CdrRow } from "./billing.store.ts";
import { closeDispute } from "./dispute.store.ts";
import { creditBill } from "./credit-bill.ts";
import { listParked, park, removeParked } from "./credit.store.ts";
import { findCost } from "./operator-cost.store.ts";
import { reverseOperatorCost } from "./operator-cost.ts";

type Reference = { user_id: string; session_id: string };

/**
 * Handles a credit CDR, which takes back one that was billed: the payer gets the money back and a credit note. One that
 * comes before its original is parked until then. OCPI 2.2.1 mod_cdrs: all data as in the original, the cost negated.
 */
export async function handleCreditCdr(deps: ChargingDeps, arrival: Arrival): Promise<CdrTaken> {
  const { cdr, operatorId, id } = arrival;
  const { db } = deps.database;
  const original = originalKeyOf(cdr);
  if (original === null) return quarantineCdr(deps, arrival, "a credit of no record");
  const reference = await findReference(db, `cdr:${idOf(original)}`);
  if (reference) return takeBack(deps, arrival, idOf(original), reference);
  if (await findQuarantined(db, operatorId, idOf(original))) {
    return quarantineCdr(deps, arrival, "the record it takes back was set aside");
  }
  await deps.database.transact(async (tx) => {
    if (!(await arrival.claim(tx))) return;
    await park(tx, { original, id, operatorId, body: cdr, at: deps.clock.now() });
  });
  // The original may have been billed between the check and the parking.
  await takeParkedCredits(deps, original);
  return { outcome: "STORED", id };
}

/** Applies the credit CDRs that were parked until their original is billed. */
export async function takeParkedCredits(deps: ChargingDeps, original: string): Promise<void> {
  const { db } = deps.database;
  const waiting = await listParked(db, original);
  const reference = waiting.length > 0 ? await findReference(db, `cdr:${idOf(original)}`) : null;
  if (!reference) return;
  for (const { id, operator_id: operatorId, body } of waiting) {
    const claim = (tx: Tx) => removeParked(tx, id);
    await takeBack(deps, { operatorId, cdr: body, id, claim }, idOf(original), reference);
  }
}

async function takeBack(
  deps: ChargingDeps,
  arrival: Arrival,
  originalId: string,
  reference: Reference,
): Promise<CdrTaken> {
  const { cdr, id } = arrival;
  let outcome: CdrTaken = { outcome: "STORED", id };
  let reason: string | null = null;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    const bill = await findCdr(tx, row.user_id, originalId);
    if (!bill) throw new Error(`the bill ${originalId} is named but not there`);
    if (bill.credited_by?.cdr_id === id) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    const cost = await findCost(tx, originalId);
    if (cost?.reversed_by === id) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    const corrected = await isCorrected(tx, bill);
    reason = whyNot(arrival, row, bill, { corrected, reversed: cost?.reversed_by !== null });
    if (reason) return false;
    if (!(await arrival.claim(tx))) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    const at = deps.clock.now();
    await reverseOperatorCost(tx, {
      originalId: bill.id,
      id,
      ocpiId: cdr.id,
      sessionId: row.id,
      corrected,
      at,
    });
    await closeDispute(tx, row.user_id, bill.id);
    // Its payer has the money already.
    if (corrected) return false;
    await creditBill(tx, row, bill, { ...cdr, ocpi_id: cdr.id, id, body: cdr, at });
    await billWaitingAfterCredit(deps, tx, row);
    return true;
  });
  if (reason) return quarantineCdr(deps, arrival, reason);
  deps.metrics.cdrs.inc({ outcome: "credited" });
  return outcome;
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
