import type { Tx } from "../../platform/database/database.ts";
import { addReference, type SessionRow } from "../charging/index.ts";
import { creditCompanyCharge } from "../companies/index.ts";
import { move, readBalances } from "../wallet/index.ts";
import { insertCdr, type CdrRow, type StoredBill } from "./billing.store.ts";
import { findPayer } from "./credit.store.ts";
import { insertInvoice } from "./invoice.store.ts";
import { issueCreditNote } from "./issue-invoice.ts";

/** The basis of a credit note: the operator's credit CDR, or our own correction. */
export type Credit = {
  /** Our id of the record. */
  id: string;
  country_code: string;
  party_id: string;
  /** The record's id where it comes from. */
  ocpi_id: string;
  body: unknown;
  at: Date;
};

/**
 * Credits a whole bill, in the caller's transaction: the payer gets the money back, and a credit note with a row of
 * its own. The caller settles what we owe the operator.
 */
export async function creditBill(
  tx: Tx,
  row: SessionRow,
  bill: CdrRow,
  credit: Credit,
): Promise<void> {
  const { id, at } = credit;
  const total = BigInt(bill.wire.amount_minor);
  await giveBack(tx, row, { bill, id, total, at });
  await addReference(tx, `cdr:${id}`, { user_id: row.user_id, session_id: row.id });
  const balance = bill.wire.paid_by === "WALLET" ? await readBalances(tx, row.user_id) : null;
  // Last of all: the number makes other credit notes wait until this one is committed.
  const note = await issueCreditNote(tx, bill.id, bill.wire.invoice!, at);
  const wire: StoredBill = {
    ...bill.wire,
    ...negated(bill.wire),
    id,
    dispute: null,
    balance_after_minor: balance && Number(balance.wallet + balance.held + balance.overdraft),
    created_at: at.toISOString(),
    invoice: note,
  };
  await insertCdr(tx, {
    userId: row.user_id,
    id,
    sessionId: row.id,
    countryCode: credit.country_code,
    partyId: credit.party_id,
    ocpiId: credit.ocpi_id,
    amount: -total,
    operatorAmount: 0n,
    wire,
    body: credit.body,
    at,
    creditOf: bill.id,
  });
  await insertInvoice(tx, note, { userId: row.user_id, cdrId: id });
}

/** Pays into the wallet; for a company's bill, reduces what the company owes. */
async function giveBack(
  tx: Tx,
  row: SessionRow,
  { bill, id, total, at }: { bill: CdrRow; id: string; total: bigint; at: Date },
): Promise<void> {
  const { user_id: user } = row;
  const toCompany = bill.wire.paid_by === "COMPANY" ? await findPayer(tx, bill.id, row.id) : null;
  // The refund no longer counts towards the company's limit.
  if (toCompany) await creditCompanyCharge(tx, row.id);
  const payee = toCompany ? ([toCompany, "receivable"] as const) : ([user, "wallet"] as const);
  await move(tx, {
    scope: payee[0],
    idem: `credit:${id}`,
    kind: "REFUND",
    reason: bill.wire.location.name,
    at,
    sessionId: row.id,
    cdrId: id,
    input: [bill.id, total],
    postings: [
      { source: ["system", "sales"], destination: payee, amount: total },
      {
        source: ["system", "gst"],
        destination: ["system", "sales"],
        amount: BigInt(bill.wire.gst_minor),
      },
    ],
  });
}

function negated(bill: StoredBill) {
  return {
    net_minor: -bill.net_minor,
    gst_minor: -bill.gst_minor,
    cgst_minor: -bill.cgst_minor,
    sgst_minor: -bill.sgst_minor,
    igst_minor: -bill.igst_minor,
    amount_minor: -bill.amount_minor,
    lines: bill.lines.map((line) => ({
      ...line,
      excl_vat_minor: -line.excl_vat_minor,
      incl_vat_minor: -line.incl_vat_minor,
    })),
  };
}
