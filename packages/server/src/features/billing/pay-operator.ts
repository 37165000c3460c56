import type { Settlement } from "@voltmarg/contract";
import { formatInr, indianDayOf } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { isBooked, KeyReused, move } from "../wallet/index.ts";
import {
  amountOfPayment,
  lockOperator,
  payableTo,
  paymentsOf,
  TAKEN_BACK,
} from "./operator-payments.store.ts";

export type PaidToOperator = {
  operatorId: string;
  month: string;
  amount: bigint;
  utr: string;
  /** Of India's calendar. */
  paidOn: string;
};
const ownerOf = (operatorId: string) => `operator:${operatorId}`;
const keyOf = (month: string) => `payment:${month}:`;

/** The key under which a payment stands or is booked next: one that was taken back is followed by one with a number. */
async function standingKey(tx: Tx, owner: string, first: string): Promise<string> {
  let key = first;
  for (let times = 1; await isBooked(tx, owner, key + TAKEN_BACK); times++)
    key = `${first}:${times}`;
  return key;
}

/**
 * Books what was paid to an operator for a month, whole or in part, from payable to bank: once for each month and UTR.
 * CONFLICT: more than is owed, or a day that has not come.
 */
export async function payOperator(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  { operatorId, month, amount, utr, paidOn }: PaidToOperator,
): Promise<Outcome<{ booked: boolean; owed_minor: number }, "CONFLICT" | "REFERENCE_REUSED">> {
  const owner = ownerOf(operatorId);
  const at = clock.now();
  if (paidOn > indianDayOf(at)) return refuse("CONFLICT", { message: "That day has not come." });
  try {
    return await backoffice.transact(async (tx) => {
      await lockOperator(tx, operatorId);
      const idem = await standingKey(tx, owner, `${keyOf(month)}${utr}`);
      const owed = await payableTo(tx, owner);
      if (owed < amount && !(await isBooked(tx, owner, idem)))
        return refuse("CONFLICT", { message: `The operator is owed ${formatInr(Number(owed))}.` });
      const booked = await move(tx, {
        scope: owner,
        idem,
        kind: "PAYMENT",
        reason: `to an operator for ${month}, ${utr}, on ${paidOn}`,
        at,
        sessionId: null,
        cdrId: null,
        postings: [{ source: [owner, "payable"], destination: ["system", "bank"], amount }],
      });
      return done({ booked, owed_minor: Number(await payableTo(tx, owner)) });
    });
  } catch (error) {
    if (!(error instanceof KeyReused)) throw error;
    return refuse("REFERENCE_REUSED");
  }
}

/**
 * Takes back a payment that was booked by mistake, after a second member confirmed it. The right one may have the same UTR.
 * NOT_FOUND: no payment of that UTR stands.
 */
export function reverseOperatorPayment(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  { operatorId, month, utr }: Pick<PaidToOperator, "operatorId" | "month" | "utr">,
): Promise<Outcome<{ booked: boolean; owed_minor: number }, "NOT_FOUND" | "SECOND_MEMBER_NEEDED">> {
  const owner = ownerOf(operatorId);
  return backoffice.transact(async (tx) => {
    await lockOperator(tx, operatorId);
    const key = await standingKey(tx, owner, `${keyOf(month)}${utr}`);
    const amount = await amountOfPayment(tx, owner, key);
    if (amount === null)
      return refuse("NOT_FOUND", { message: "No payment of that month and UTR stands." });
    const what = `it takes back a payment of ${formatInr(Number(amount))} to an operator`;
    const waits = await backoffice.second(tx, what);
    if (waits) return waits;
    const booked = await move(tx, {
      scope: owner,
      idem: key + TAKEN_BACK,
      kind: "PAYMENT",
      reason: `to an operator for ${month}, ${utr}, taken back`,
      at: clock.now(),
      sessionId: null,
      cdrId: null,
      postings: [{ source: ["system", "bank"], destination: [owner, "payable"], amount }],
    });
    return done({ booked, owed_minor: Number(await payableTo(tx, owner)) });
  });
}

/** What was paid to an operator for a month. */
export async function paidFor(
  on: Queryable,
  operatorId: string,
  month: string,
): Promise<Settlement["payments"]> {
  const found = await paymentsOf(on, ownerOf(operatorId), keyOf(month));
  return found.map(({ utr, paid_on, amount, at }) => ({
    utr,
    paid_on,
    amount_minor: Number(amount),
    booked_at: at.toISOString(),
  }));
}
