import type { Seller } from "@voltmarg/contract";
import { isValidGstin } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { printProblems } from "../../platform/print/printed-letters.ts";
import { lockSeller, usedSeries, writeSeller } from "./seller.store.ts";

export { readSeller } from "./seller.store.ts";

type Named = { [Name in keyof Seller]?: Seller[Name] | undefined };

/** Who answers for complaints; null: not all of it is given. */
export function officerOf(seller: Seller) {
  const { officer_name: name, officer_designation: designation } = seller;
  const { officer_phone: phone, officer_email: email } = seller;
  return name && designation && phone && email ? { name, designation, phone, email } : null;
}

/**
 * Changes the fields that are given. The GSTIN decides the state; with a GSTIN of its own the seller is no longer the
 * example, and needs series that no document of the example has used: the numbers of its own must have no gap.
 */
export function changeSeller(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  named: Named,
): Promise<Outcome<Seller, "INVALID_INPUT">> {
  return backoffice.transact(async (tx) => {
    const before = await lockSeller(tx);
    const given = Object.entries(named).filter(([, value]) => value !== undefined);
    const after: Seller = { ...before, ...Object.fromEntries(given) };
    const errors = printProblems(named, before);
    if (errors.length > 0) return refuse("INVALID_INPUT", { extra: { errors } });
    if (!isValidGstin(after.gst_in))
      return refuse("INVALID_INPUT", { message: "This is not a GSTIN." });
    if (after.invoice_series === after.credit_series) {
      return refuse("INVALID_INPUT", {
        message: "Invoices and credit notes need series of their own.",
      });
    }
    const example = before.example && after.gst_in === before.gst_in;
    if (before.example && !example) {
      const used = await usedSeries(tx, [after.invoice_series, after.credit_series]);
      if (used.length > 0)
        return refuse("INVALID_INPUT", {
          message: `Documents of the example have used the series ${used.join(" and ")}: give the seller other ones, so that its own begin at 1.`,
        });
    }
    const seller = { ...after, state_code: after.gst_in.slice(0, 2), example };
    await writeSeller(tx, seller, clock.now());
    return done(seller);
  });
}
