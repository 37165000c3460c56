import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { formatInr } from "@voltmarg/rules";
import { isBooked, KeyReused, move } from "../wallet/index.ts";
import { findCompany, findPayment, receivable } from "./companies.store.ts";

/** Posts a company's payment (paise) from bank to receivable, once for each reference. */
export async function recordCompanyPayment(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  payment: { companyId: string; amount: bigint; reference: string },
): Promise<Outcome<{ booked: boolean; owed_minor: number }, "NOT_FOUND" | "REFERENCE_REUSED">> {
  const { companyId, amount, reference } = payment;
  try {
    return await backoffice.transact(async (tx) => {
      if (!(await findCompany(tx, companyId))) return refuse("NOT_FOUND");
      const booked = await move(tx, {
        scope: companyId,
        idem: `payment:${reference}`,
        kind: "PAYMENT",
        reason: reference,
        at: clock.now(),
        sessionId: null,
        cdrId: null,
        postings: [{ source: ["system", "bank"], destination: [companyId, "receivable"], amount }],
      });
      return done({ booked, owed_minor: Number(-(await receivable(tx, companyId))) });
    });
  } catch (error) {
    if (!(error instanceof KeyReused)) throw error;
    return refuse("REFERENCE_REUSED");
  }
}

/** Takes back a payment that was booked by mistake, after a second member confirmed it. Once for each reference. */
export function reverseCompanyPayment(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  { companyId, reference }: { companyId: string; reference: string },
): Promise<Outcome<{ booked: boolean; owed_minor: number }, "NOT_FOUND" | "SECOND_MEMBER_NEEDED">> {
  return backoffice.transact(async (tx) => {
    const amount = await findPayment(tx, companyId, reference);
    if (amount === null)
      return refuse("NOT_FOUND", {
        message: "The company has no payment of that reference.",
      });
    const idem = `payment-reversed:${reference}`;
    const owed = async () => Number(-(await receivable(tx, companyId)));
    if (await isBooked(tx, companyId, idem))
      return done({ booked: false, owed_minor: await owed() });
    const waits = await backoffice.second(
      tx,
      `it takes back a payment of ${formatInr(Number(amount))}`,
    );
    if (waits) return waits;
    const booked = await move(tx, {
      scope: companyId,
      idem,
      kind: "PAYMENT",
      reason: `${reference}, taken back`,
      at: clock.now(),
      sessionId: null,
      cdrId: null,
      postings: [{ source: [companyId, "receivable"], destination: ["system", "bank"], amount }],
    });
    return done({ booked, owed_minor: await owed() });
  });
}
