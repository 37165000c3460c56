import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import { move } from "../wallet/index.ts";
import { askedMinor } from "./check-cdr.ts";
import { findCost, insertCost, markReversed } from "./operator-cost.store.ts";
import type { Due } from "./limit-to-agreed.ts";

/**
 * Books what a billed CDR costs us, in the bill's transaction: what we owe
 * for certain, and separately what is disputed. We owe what our check found, or what the operator asks if that
 * is less, and never more than the operator's share of the agreed maximum.
 */
export async function bookOperatorCost(
  tx: Tx,
  cost: {
    operatorId: string;
    userId: string;
    sessionId: string;
    cdrId: string;
    cdr: Cdr;
    due: Due;
    at: Date;
  },
): Promise<void> {
  const { operatorId, cdrId, cdr, due, at } = cost;
  const { audit, priced, above } = due;
  const asked = askedMinor(cdr, audit);
  const checked = audit ? audit.checked.inclMinor : asked;
  const owed = audit && !audit.agreed && checked < asked ? checked : asked;
  const payable = above === null ? owed : (owed * above) / priced;
  const disputed = asked - payable;
  await insertCost(tx, {
    operator_id: operatorId,
    at,
    cdr_id: cdrId,
    user_id: cost.userId,
    ocpi_id: cdr.id,
    ended_at: new Date(cdr.end_date_time),
    kwh: cdr.total_energy,
    asked,
    checked,
    payable,
    disputed,
    paid: due.total,
    total_cost: totalOf(cdr),
  });
  const owner = `operator:${operatorId}`;
  await move(tx, {
    scope: owner,
    idem: `cost:${cdrId}`,
    kind: "COST",
    reason: cdr.id,
    at,
    sessionId: cost.sessionId,
    cdrId,
    postings: [
      { source: ["system", "purchases"], destination: [owner, "payable"], amount: payable },
      { source: ["system", "purchases"], destination: [owner, "disputed"], amount: disputed },
    ],
  });
}

/**
 * The back office credited a bill and we still owe the operator: the settlement gets a line without a payer.
 */
export async function bookCorrection(
  tx: Tx,
  correction: { originalId: string; id: string; at: Date },
): Promise<void> {
  const cost = await findCost(tx, correction.originalId);
  if (!cost) return;
  const nothing = { ...NONE_OF_THEIRS, payable: 0n, disputed: 0n };
  const { id: cdr_id, at } = correction;
  await insertCost(tx, { ...cost, ...nothing, at, cdr_id, paid: -cost.paid });
}

/**
 * Books the back office's decision on a disputed cost: how much of it we owe. Null: done. Otherwise the most that
 * can be owed, and nothing is booked.
 */
export async function settleDisputedCost(
  tx: Tx,
  of: { dispute: { cdr_id: string; session_id: string }; owed: bigint; at: Date },
): Promise<bigint | null> {
  const { dispute, owed, at } = of;
  const cost = await findCost(tx, dispute.cdr_id);
  const disputed = cost?.disputed ?? 0n;
  if (owed > disputed) return disputed;
  if (!cost || disputed === 0n) return null;
  const id = `${cost.cdr_id}:decided`;
  const nothing = { ...NONE_OF_THEIRS, paid: 0n };
  await insertCost(tx, { ...cost, ...nothing, at, cdr_id: id, payable: owed, disputed: -disputed });
  const owner = `operator:${cost.operator_id}`;
  await move(tx, {
    scope: owner,
    idem: `decided:${cost.cdr_id}`,
    kind: "COST",
    reason: cost.ocpi_id,
    at,
    sessionId: dispute.session_id,
    cdrId: cost.cdr_id,
    postings: [
      { source: [owner, "disputed"], destination: [owner, "payable"], amount: owed },
      {
        source: [owner, "disputed"],
        destination: ["system", "purchases"],
        amount: disputed - owed,
      },
    ],
  });
  return null;
}

/**
 * Reverses the cost of a credited CDR: a negative line, and the reversed transfer. If the back office credited
 * the bill before, the payer's refund is counted already.
 */
export async function reverseOperatorCost(
  tx: Tx,
  credit: {
    originalId: string;
    id: string;
    cdr: Cdr;
    sessionId: string;
    corrected: boolean;
    at: Date;
  },
): Promise<void> {
  const cost = await findCost(tx, credit.originalId);
  // Billed before there were operators' books.
  if (!cost) return;
  const { at } = credit;
  // The back office's decision on a dispute is reversed with it.
  const decided = await findCost(tx, `${credit.originalId}:decided`);
  const payable = cost.payable + (decided?.payable ?? 0n);
  const disputed = cost.disputed + (decided?.disputed ?? 0n);
  await markReversed(tx, credit.originalId, credit.id);
  await insertCost(tx, {
    ...cost,
    at,
    cdr_id: credit.id,
    ocpi_id: credit.cdr.id,
    kwh: -cost.kwh,
    asked: -cost.asked,
    checked: -cost.checked,
    payable: -payable,
    disputed: -disputed,
    paid: credit.corrected ? 0n : -cost.paid,
    total_cost: totalOf(credit.cdr),
  });
  const owner = `operator:${cost.operator_id}`;
  await move(tx, {
    scope: owner,
    idem: `cost:${credit.id}`,
    kind: "COST",
    reason: credit.cdr.id,
    at,
    sessionId: credit.sessionId,
    cdrId: credit.id,
    postings: [
      { source: [owner, "payable"], destination: ["system", "purchases"], amount: payable },
      { source: [owner, "disputed"], destination: ["system", "purchases"], amount: disputed },
    ],
  });
}

/** Of a line that is no CDR of the operator's. */
const NONE_OF_THEIRS = { kwh: 0, asked: 0n, checked: 0n, total_cost: null };
const totalOf = ({ currency, total_cost }: Cdr) => ({ ...total_cost, currency });
