import type { GstDocument } from "@voltmarg/contract";
import type { Queryable } from "../../../platform/database/database.ts";
import type { BackofficeCall } from "../../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../../platform/http/problem.ts";
import {
  countGstDocuments,
  gstDocumentNumbered,
  gstDocumentOf,
  listGstDocuments,
  sendAgain,
  type GstDocumentFilter,
  type GstDocumentRow,
} from "./gst-document.store.ts";
import type { Registered } from "./portal.ts";

const toWire = (row: GstDocumentRow): GstDocument => ({
  number: row.number,
  kind: row.kind,
  cdr_id: row.cdr_id,
  gst_in: row.gst_in,
  issued_at: row.issued_at.toISOString(),
  lacks_address: row.lacks_address,
  state: row.state,
  reason: row.reason,
  tried_at: row.tried_at && row.tried_at.toISOString(),
  irn: row.irn,
});

/** Newest first. */
export async function searchGstDocuments(
  on: Queryable,
  filter: GstDocumentFilter,
  pageNo: number,
  pageSize: number,
): Promise<Page<GstDocument>> {
  const found = await listGstDocuments(on, filter, pageNo * pageSize, pageSize);
  return page(found.map(toWire), pageNo, pageSize, await countGstDocuments(on, filter));
}

/** Has a document sent to the portal again: one that it refused, or that was issued while registration was off. */
export const registerAgain = (
  isOn: boolean,
  backoffice: BackofficeCall,
  number: string,
): Promise<Outcome<GstDocument, "NOT_FOUND" | "CONFLICT">> =>
  backoffice.transact<GstDocument, "NOT_FOUND" | "CONFLICT">(async (tx) => {
    const row = await gstDocumentNumbered(tx, number);
    if (!row) return refuse("NOT_FOUND");
    if (!isOn)
      return refuse("CONFLICT", { message: "Registration is off: EINVOICE_URL is not set." });
    const sent = await sendAgain(tx, row);
    return sent ? done(toWire(sent)) : refuse("CONFLICT", { message: `It is ${row.state}.` });
  });

/** What the PDF of a bill says of its registration; null: it need not be registered. */
export async function registrationOf(
  on: Queryable,
  userId: string,
  cdrId: string,
  isOn: boolean,
): Promise<Registered | "PENDING" | null> {
  const row = await gstDocumentOf(on, userId, cdrId);
  if (row?.state === "REGISTERED")
    return {
      irn: row.irn!,
      ackNumber: row.ack_number!,
      ackAt: row.ack_at!,
      signedQr: row.signed_qr!,
    };
  return isOn && (row?.state === "PENDING" || row?.state === "REFUSED") ? "PENDING" : null;
}
