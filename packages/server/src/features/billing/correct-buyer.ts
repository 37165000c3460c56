import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { mobileOf } from "../accounts/index.ts";
import {
  addReference,
  changeSessionIn,
  findReference,
  requestHash,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { billCompanyCharge } from "../companies/index.ts";
import { lockWallet, move, readBalances } from "../wallet/index.ts";
import { findCdr, insertCdr, type CdrRow, type StoredBill } from "./billing.store.ts";
import { creditBill } from "./credit-bill.ts";
import { findPayer } from "./credit.store.ts";
import { insertInvoice } from "./invoice.store.ts";
import { draftInvoice, issueInvoice, taxesOf, type InvoiceDraft } from "./issue-invoice.ts";

type Corrected = { credit_note: string; number: string; cdr_id: string };
type Refusals = "CDR_NOT_FOUND" | "CONFLICT" | "INVOICE_NOT_ISSUED" | "SECOND_MEMBER_NEEDED";
type Asked = { billId: string; reason: string };

/** The id of the bill that takes a bill's place when its buyer is corrected. */
const nextId = (billId: string) => `cdr_${requestHash(`buyer/${billId}`).slice(0, 32)}`;

/** The bill that is valid now for one whose buyer was corrected, or the bill itself. */
export async function latestOf(tx: Tx, bill: CdrRow): Promise<CdrRow> {
  const next = bill.credited_by && (await findCdr(tx, bill.user_id, nextId(bill.id)));
  return next ? latestOf(tx, next) : bill;
}

/** The bill with which the cost of a bill was booked: the one before its buyer was corrected. */
export const bookedAs = ({ id, body }: CdrRow): string =>
  (body as { first_bill?: string }).first_bill ?? id;

/**
 * Invoices a bill anew to its buyer as the profile, or the company, names it now: a credit note to the old one, and an
 * invoice of the same total, whose place of supply and kind of tax are the new buyer's. In the ledger the bill is paid
 * back and paid again in one transaction: what the payer has does not change. A second member confirms it.
 */
export const correctBuyer = (
  deps: ChargingDeps,
  backoffice: BackofficeCall,
  asked: Asked,
): Promise<Outcome<Corrected, Refusals>> =>
  backoffice.transact<Corrected, Refusals>(async (tx) => {
    let outcome: Outcome<Corrected, Refusals> = refuse("CDR_NOT_FOUND");
    const at = await findReference(tx, `cdr:${asked.billId}`);
    if (!at) return outcome;
    await changeSessionIn(deps, tx, at.user_id, at.session_id, async (row) => {
      outcome = await correct(deps, tx, row, backoffice, asked);
      return outcome.ok;
    });
    return outcome;
  });

async function correct(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  backoffice: BackofficeCall,
  { billId, reason }: Asked,
): Promise<Outcome<Corrected, Refusals>> {
  const bill = await findCdr(tx, row.user_id, billId);
  if (!bill || bill.wire.invoice?.kind === "CREDIT_NOTE") return refuse("CDR_NOT_FOUND");
  if (!bill.wire.invoice) return refuse("INVOICE_NOT_ISSUED");
  const companyId = await findPayer(tx, bill.id, row.id);
  const draft = await draftInvoice(tx, {
    userId: row.user_id,
    companyId,
    locationId: row.snapshot.location.id,
    bill: bill.wire,
    taxes: await taxesOf(tx, row),
  });
  const message = await whyNot(tx, bill, draft);
  if (message) return refuse("CONFLICT", { message });
  const waits = await backoffice.second(tx, "an invoice gets another buyer");
  if (waits) return waits;

  const at = deps.clock.now();
  const { party } = deps;
  const { overdraft } = companyId ? { overdraft: 0n } : await lockWallet(tx, row.user_id);
  const body = { reason, by: backoffice.name };
  const note = { ...party, id: nextId(`${bill.id}/note`), ocpi_id: bill.id, body, at };
  await creditBill(tx, row, bill, note);
  const id = nextId(bill.id);
  await payAgain(tx, row, { bill, draft, id, companyId, debt: -overdraft, at });
  await addReference(tx, `cdr:${id}`, { user_id: row.user_id, session_id: row.id });
  row.cdr_id = id;
  const balance = companyId ? null : await readBalances(tx, row.user_id);
  const invoice = await issueInvoice(tx, draft, { original: null, at });
  const wire: StoredBill = {
    ...bill.wire,
    ...draft.taxes,
    id,
    balance_after_minor: balance && Number(balance.wallet + balance.held + balance.overdraft),
    created_at: at.toISOString(),
    invoice,
  };
  await insertCdr(tx, {
    userId: row.user_id,
    id,
    sessionId: row.id,
    countryCode: party.country_code,
    partyId: party.party_id,
    ocpiId: id,
    amount: BigInt(wire.amount_minor),
    operatorAmount: 0n,
    wire,
    body: { ...bill.body, first_bill: bookedAs(bill) },
    at,
    creditOf: null,
  });
  await insertInvoice(tx, invoice, { userId: row.user_id, cdrId: id });
  const { number: credit_note } = (await findCdr(tx, row.user_id, bill.id))!.credited_by!;
  return done({ credit_note, number: invoice.number, cdr_id: id });
}

async function whyNot(tx: Tx, bill: CdrRow, draft: InvoiceDraft): Promise<string | null> {
  if (bill.credited_by) return `Credit note ${bill.credited_by.number} took it back.`;
  if (bill.provisional?.state === "OPEN")
    return "It is provisional: the operator's record is still awaited.";
  if ((await mobileOf(tx, bill.user_id)) === null) return "The driver's account was erased.";
  const { buyer, place_of_supply } = draft.invoice;
  const before = bill.wire.invoice!;
  return isDeepStrictEqual([buyer, place_of_supply], [before.buyer, before.place_of_supply])
    ? "Its buyer is named like this already: correct the driver's profile or the company first."
    : null;
}

/** The payment that the credit note just gave back, from the same accounts. */
async function payAgain(
  tx: Tx,
  row: SessionRow,
  to: {
    bill: CdrRow;
    draft: InvoiceDraft;
    id: string;
    companyId: string | null;
    /** What the driver owed before. */
    debt: bigint;
    at: Date;
  },
): Promise<void> {
  const { bill, companyId, debt, id: cdrId, at } = to;
  const { user_id: user, id: sessionId } = row;
  const total = BigInt(bill.wire.amount_minor);
  if (companyId) {
    // In the month in which it was billed.
    await billCompanyCharge(tx, { sessionId, cdrId, amount: total, at: bill.created_at });
  }
  const payer = companyId ? ([companyId, "receivable"] as const) : ([user, "wallet"] as const);
  const gst = BigInt(to.draft.taxes.gst_minor);
  const settled = debt < total ? debt : total;
  await move(tx, {
    scope: payer[0],
    idem: `bill:${cdrId}`,
    kind: "CHARGE",
    reason: bill.wire.location.name,
    at,
    sessionId,
    cdrId,
    input: [bill.id, total],
    postings: [
      ...(companyId
        ? []
        : [
            {
              source: [user, "overdraft"] as const,
              destination: [user, "wallet"] as const,
              amount: settled,
            },
          ]),
      { source: payer, destination: ["system", "sales"], amount: total },
      { source: ["system", "sales"], destination: ["system", "gst"], amount: gst },
    ],
  });
}
