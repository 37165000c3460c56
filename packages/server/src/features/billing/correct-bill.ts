import type { Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findReference, lockSession, requestHash, type SessionRow } from "../charging/index.ts";
import { findCdr, type CdrRow } from "./billing.store.ts";
import { bookedAs } from "./correct-buyer.ts";
import { creditBill } from "./credit-bill.ts";
import { bookCorrection } from "./operator-cost.ts";

type Refusals = "CDR_NOT_FOUND" | "CONFLICT" | "INVOICE_NOT_ISSUED";
type Correctable = {
  session: SessionRow;
  bill: CdrRow;
  /** The credit note of this very correction, where it was booked before. */
  booked: string | null;
};
/** `reference` makes repeated calls one correction. */
type Named = { billId: string; reference: string };

const idOf = ({ billId, reference }: Named) =>
  `cdr_${requestHash(`correction/${billId}/${reference}`).slice(0, 32)}`;

/** The driver of a bill, without a lock. */
export const ownerOfBill = async (tx: Tx, billId: string): Promise<string | null> =>
  (await findReference(tx, `cdr:${billId}`))?.user_id ?? null;

/** The bill that a correction takes back, with its charging session locked. */
export async function billToCorrect(tx: Tx, named: Named): Promise<Outcome<Correctable, Refusals>> {
  const at = await findReference(tx, `cdr:${named.billId}`);
  const session = at && (await lockSession(tx, at.user_id, at.session_id));
  const bill = session && (await findCdr(tx, session.user_id, named.billId));
  if (!bill || bill.wire.invoice?.kind === "CREDIT_NOTE") return refuse("CDR_NOT_FOUND");
  if (!bill.wire.invoice) return refuse("INVOICE_NOT_ISSUED");
  const by = bill.credited_by;
  if (by && by.cdr_id !== idOf(named))
    return refuse("CONFLICT", { message: `Credit note ${by.number} took it back.` });
  return done({ session, bill, booked: by?.number ?? null });
}

/**
 * The provider credits a whole bill, with a reason: the payer gets the money back and a credit note. What we owe the
 * operator does not change until it credits its CDR itself. Returns the credit note's number.
 */
export async function correctBill(
  tx: Tx,
  { session, bill }: Correctable,
  correction: {
    reference: string;
    reason: string;
    by: string;
    party: { countryCode: string; partyId: string };
    at: Date;
  },
): Promise<string> {
  const { reference, reason, by, party, at } = correction;
  const id = idOf({ billId: bill.id, reference });
  await creditBill(tx, session, bill, {
    id,
    country_code: party.countryCode,
    party_id: party.partyId,
    ocpi_id: reference,
    body: { reason, reference, by },
    at,
  });
  await bookCorrection(tx, { originalId: bookedAs(bill), id, at });
  const after = await findCdr(tx, session.user_id, bill.id);
  return after!.credited_by!.number;
}
