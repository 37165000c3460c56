import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { formatInr } from "@voltmarg/rules";
import { isBooked, KeyReused, move } from "../wallet/index.ts";
import { findCompany, findPayment, receivable } from "./companies.store.ts";

/** What a payment pays of a company's debt: what came to the bank, and the TDS that the company kept. */
const legs = (companyId: string, amount: bigint, tds: bigint) => {
  const debt = [companyId, "receivable"] as const;
  return [
    { source: ["system", "bank"] as const, destination: debt, amount },
    { source: ["system", "tds"] as const, destination: debt, amount: tds },
  ];
};

/** Posts a company's payment (paise) from bank to receivable, once for each reference. */
export async function recordCompanyPayment(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  payment: { companyId: string; amount: bigint; tds: bigint; reference: string },
): Promise<Outcome<{ booked: boolean; owed_minor: number }, "NOT_FOUND" | "REFERENCE_REUSED">> {
  const { companyId, amount, tds, reference } = payment;
  try {
    return await backoffice.transact(async (tx) => {
      if (!(await findCompany(tx, companyId))) return refuse("NOT_FOUND");
      const booked = await move(tx, {
        scope: companyId,
        idem: `payment:${reference}`,
        kind: "PAYMENT",
        reason: tds > 0n ? `${reference}, ${formatInr(Number(tds))} of it TDS` : reference,
        at: clock.now(),
        sessionId: null,
        cdrId: null,
        postings: legs(companyId, amount, tds),
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
    const paid = await findPayment(tx, companyId, reference);
    if (paid === null)
      return refuse("NOT_FOUND", {
        message: "The company has no payment of that reference.",
      });
    const idem = `payment-reversed:${reference}`;
    const owed = async () => Number(-(await receivable(tx, companyId)));
    if (await isBooked(tx, companyId, idem))
      return done({ booked: false, owed_minor: await owed() });
    const waits = await backoffice.second(
      tx,
      `it takes back a payment of ${formatInr(Number(paid.amount + paid.tds))}`,
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
      postings: legs(companyId, paid.amount, paid.tds).map(({ source, destination, amount }) => ({
        source: destination,
        destination: source,
        amount,
      })),
    });
    return done({ booked, owed_minor: await owed() });
  });
}
