import { provider } from "@voltmarg/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import { done } from "../../../platform/http/problem.ts";
import type { BillingDeps } from "../billing.routes.ts";
import { correctBuyer } from "../correct-buyer.ts";
import { registerAgain, searchGstDocuments } from "./gst-documents.ts";

/** Invoices and credit notes to buyers with a GSTIN. */
export function gstDocumentsRoutes({ mount }: Mount, deps: BillingDeps): void {
  mount(provider.correctBuyer, async ({ params, body, backoffice }) => {
    const asked = { billId: params.id, reason: body.reason };
    const corrected = await correctBuyer(deps.charging, backoffice, asked);
    return corrected.ok ? done({ data: corrected.value }) : corrected;
  });
  mount(provider.listGstDocuments, async ({ query }) => {
    const { state, lacks_address, page_no, page_size } = query;
    const filter = { state: state ?? null, lacksAddress: lacks_address === "yes" };
    return done(await searchGstDocuments(deps.database.db, filter, page_no, page_size));
  });
  mount(provider.registerAgain, async ({ body, backoffice }) => {
    const again = await registerAgain(deps.portal !== null, backoffice, body.number);
    return again.ok ? done({ data: again.value }) : again;
  });
}
