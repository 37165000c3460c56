import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findReference, lockSession, requestHash } from "../charging/index.ts";
import { findCdr } from "./billing.store.ts";
import { creditBill } from "./credit-bill.ts";
import { bookCorrection } from "./operator-cost.ts";

type Refusals = "CDR_NOT_FOUND" | "CONFLICT" | "INVOICE_NOT_ISSUED";
type Corrected = { booked: boolean; number: string; amount_minor: number };

/**
 * The provider credits a whole bill, with a reason, and a reference that makes repeated calls one correction:
 * the payer gets the money back and a credit note. What we owe the operator does not change until it
 * credits its CDR itself.
 */
export function correctBill(
  deps: { clock: Clock; party: { countryCode: string; partyId: string } },
  backoffice: BackofficeCall,
  correction: { billId: string; reason: string; reference: string },
): Promise<Outcome<Corrected, Refusals>> {
  const { billId, reason, reference } = correction;
  const id = `cdr_${requestHash(`correction/${billId}/${reference}`).slice(0, 32)}`;
  return backoffice.transact<Corrected, Refusals>(async (tx) => {
    const named = await findReference(tx, `cdr:${billId}`);
    const row = named && (await lockSession(tx, named.user_id, named.session_id));
    const bill = row && (await findCdr(tx, row.user_id, billId));
    if (!bill || bill.wire.invoice?.kind === "CREDIT_NOTE") return refuse("CDR_NOT_FOUND");
    if (!bill.wire.invoice) return refuse("INVOICE_NOT_ISSUED");
    const amount_minor = bill.wire.amount_minor;
    if (bill.credited_by) {
      return bill.credited_by.cdr_id === id
        ? done({ booked: false, number: bill.credited_by.number, amount_minor })
        : refuse("CONFLICT", { message: `Credit note ${bill.credited_by.number} took it back.` });
    }
    await creditBill(tx, row, bill, {
      id,
      country_code: deps.party.countryCode,
      party_id: deps.party.partyId,
      ocpi_id: reference,
      body: { reason, reference, by: backoffice.name },
      at: deps.clock.now(),
    });
    await bookCorrection(tx, { originalId: billId, id, at: deps.clock.now() });
    const after = await findCdr(tx, row.user_id, billId);
    return done({ booked: true, number: after!.credited_by!.number, amount_minor });
  });
}
