import type { BillParty } from "@voltmarg/contract";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, Queryable } from "../../../platform/database/database.ts";
import type { Outbox, OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import { findCdr, type CdrRow } from "../billing.store.ts";
import { findPayer } from "../credit.store.ts";
import { findCompanyParty, findDriverParty, findSeller } from "../invoice.store.ts";
import {
  findGstDocument,
  gstDocumentOf,
  listPending,
  markNotDue,
  setRegistration,
  type GstDocumentRow,
} from "./gst-document.store.ts";
import { inv01 } from "./inv-01.ts";
import type { Portal, PortalAnswer } from "./portal.ts";

export type RegisterDeps = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  /** Null: the seller need not register its invoices. */
  portal: Portal | null;
};

export const REGISTER = "invoice.register";
type At = { userId: string; number: string };

/** So many are handed to the outbox at once. */
const MOST = 500;
const LONGEST_WAIT_S = 900;
const WAIT_FOR_INVOICE_S = 300;

/**
 * Hands what waits to be registered to the outbox, each document once; every minute. It reads what there is, so that nothing
 * is lost by a restart. While registration is off, documents are marked as not due.
 */
export async function registerDocuments({
  database,
  clock,
  outbox,
  portal,
}: RegisterDeps): Promise<void> {
  if (!portal) {
    await markNotDue(database.db);
    return;
  }
  const waiting = await listPending(database.db, MOST);
  const only = waiting.map(({ user_id: userId, number }) => ({
    id: `register ${number}`,
    payload: { userId, number } satisfies At,
  }));
  await database.transact((tx) =>
    outbox.enqueueOnce(tx, REGISTER, only, { at: clock.now(), sooner: false }),
  );
}

/**
 * Sends one document to the portal. It may be sent twice and is registered once: the portal knows a document by seller,
 * type, number and financial year, and what it calls a duplicate is asked for. A credit note waits for its invoice.
 */
export async function registerDocument(
  deps: RegisterDeps,
  { userId, number }: At,
  tries: number,
): Promise<OutboxOutcome> {
  const { database, clock, portal } = deps;
  const { db } = database;
  const document = await findGstDocument(db, userId, number);
  if (!portal || document?.state !== "PENDING") return;
  const original =
    document.original_cdr_id === null
      ? null
      : await gstDocumentOf(db, userId, document.original_cdr_id);
  const at = clock.now();
  if (original?.state === "PENDING") return { retryAfterSeconds: WAIT_FOR_INVOICE_S };
  if (original?.state === "REFUSED" || original?.state === "WITHDRAWN") {
    const reason = "The portal never took the invoice; its credit note takes it back.";
    for (const each of [original, document])
      await setRegistration(db, each, { state: "WITHDRAWN", reason, at });
    return;
  }
  const bill = (await findCdr(db, userId, document.cdr_id))!;
  const answer = await send(portal, bill, await partiesOf(db, bill, document));
  if (answer.outcome === "REGISTERED") {
    await setRegistration(db, document, {
      state: "REGISTERED",
      reason: null,
      at,
      registered: answer,
    });
    return;
  }
  if (answer.outcome === "REFUSED") {
    await setRegistration(db, document, { state: "REFUSED", reason: answer.reason, at });
    return;
  }
  const reason =
    answer.outcome === "LATER" ? answer.reason : "The portal has it, and does not show it.";
  await setRegistration(db, document, { state: "PENDING", reason, at });
  return { retryAfterSeconds: Math.min(15 * 2 ** tries, LONGEST_WAIT_S) };
}

type Parties = { seller: BillParty; buyer: BillParty };

async function send(portal: Portal, bill: CdrRow, parties: Parties): Promise<PortalAnswer> {
  if (parties.buyer.address === null || parties.buyer.postal_code === null)
    return { outcome: "REFUSED", reason: "The buyer's address is not known." };
  const document = inv01(bill.wire, bill.wire.invoice!, parties);
  const answer = await portal.register(document);
  return answer.outcome === "DUPLICATE" ? portal.find(document) : answer;
}

/**
 * Seller and buyer as they were invoiced. What lacked an address, or is sent again after a correction, has the addresses
 * of today, if the GSTIN is still the same.
 */
async function partiesOf(
  on: Queryable,
  { user_id, session_id, wire }: CdrRow,
  { corrected, lacks_address, cdr_id, original_cdr_id }: GstDocumentRow,
): Promise<Parties> {
  const { seller, buyer } = wire.invoice!;
  if (!corrected && !lacks_address) return { seller, buyer };
  const company =
    wire.paid_by === "COMPANY" && session_id
      ? await findPayer(on, original_cdr_id ?? cdr_id, session_id)
      : null;
  const now = company ? await findCompanyParty(on, company) : await findDriverParty(on, user_id);
  return { seller: newer(seller, await findSeller(on)), buyer: newer(buyer, now) };
}

const newer = (was: BillParty, now: BillParty | null): BillParty =>
  now?.gst_in === was.gst_in && now.address !== null ? now : was;
