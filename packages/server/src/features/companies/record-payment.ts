import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { KeyReused, move } from "../wallet/index.ts";
import { findCompany, receivable } from "./companies.store.ts";

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
