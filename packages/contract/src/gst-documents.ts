import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Reason } from "./shapes.ts";

/**
 * Invoices a bill anew to its buyer as the driver's profile or the company names it now: a credit note to the old buyer, an
 * invoice of the same total to the new one, and no money is returned. CONFLICT: it is so named already, was taken back, is
 * provisional, or the account was erased.
 */
export const correctBuyer = route({
  method: "POST",
  path: "/provider/v1/bills/:id/buyer",
  access: { rule: "provider", effect: "UNBOOK" },
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  response: data(
    z.object({ credit_note: z.string(), number: z.string(), /** The new bill. */ cdr_id: Id }),
  ),
  errors: ["CDR_NOT_FOUND", "CONFLICT", "INVOICE_NOT_ISSUED", "SECOND_MEMBER_NEEDED"],
});
