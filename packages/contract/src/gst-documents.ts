import * as z from "zod/mini";
import { route } from "./route.ts";
import { data, Id, Instant, list, queryInt, Reason } from "./shapes.ts";

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

/** An invoice or credit note to a buyer with a GSTIN, and its registration with the invoice registration portal. */
export const GstDocument = z.object({
  number: z.string(),
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  cdr_id: Id,
  /** The buyer's. */
  gst_in: z.string(),
  issued_at: Instant,
  /** It was issued without the buyer's address. */
  lacks_address: z.boolean(),
  /**
   * NOT_DUE: it was issued while registration was off. PENDING: it waits for the portal, a credit note also for its
   * invoice. REFUSED: it waits for a correction. WITHDRAWN: an invoice that was never registered, and its credit note.
   */
  state: z.enum(["NOT_DUE", "PENDING", "REGISTERED", "REFUSED", "WITHDRAWN"]),
  /** Why it is not registered yet, as the portal says. */
  reason: z.nullable(z.string()),
  tried_at: z.nullable(Instant),
  /** Its Invoice Reference Number. */
  irn: z.nullable(z.string()),
});
/** The newest first. */
export const listGstDocuments = route({
  method: "GET",
  path: "/provider/v1/gst-documents",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z.optional(GstDocument.shape.state),
    /** Only those without the buyer's address. */
    lacks_address: z.optional(z.enum(["yes"])),
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
  }),
  response: list(GstDocument),
  documents: ["text/csv"],
  errors: [],
});
/** CONFLICT: it was not refused, or registration is off. */
export const registerAgain = route({
  method: "POST",
  path: "/provider/v1/gst-documents/again",
  access: { rule: "provider", effect: "BOOKS" },
  body: z.object({ number: z.string().check(z.trim(), z.maxLength(16)) }),
  response: data(GstDocument),
  errors: ["NOT_FOUND", "CONFLICT"],
});
