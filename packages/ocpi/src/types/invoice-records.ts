import * as z from "zod/mini";
import { asItsWhole } from "./older-shapes.ts";
import type { Leaf } from "./scalars.ts";

/** OCPI 2.3.0 mod_invoice_reconciliation: the CDRs that stand on an invoice. */
export const invoiceRecordSchemas = (leaf: Leaf) => ({
  invoiceRecord: z.object({
    country_code: leaf.code(2),
    party_id: leaf.code(3),
    id: leaf.id(36),
    invoice_id: leaf.wanted(leaf.id(255)),
    // The module says 36; a CDR's own id has up to 39 characters.
    cdrs: leaf.many(leaf.id(39), 1),
    last_updated: leaf.assumed(leaf.dateTime(), asItsWhole),
  }),
});
