import type { Cdr } from "@voltmarg/ocpi";
import { PROVIDER_CURRENCY, toDecimalString } from "@voltmarg/rules";
import { beforeCommit, type Tx } from "../../platform/database/database.ts";
import {
  addReference,
  agreedOf,
  moveToStep,
  type Agreed,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { billCompanyCharge } from "../companies/index.ts";
import { captureHold, move, readBalances } from "../wallet/index.ts";
import { askForCredits } from "./ask-for-credits.ts";
import { insertCdr, listStandingBills, type StoredBill } from "./billing.store.ts";
import { insertDispute } from "./dispute.store.ts";
import { askedMinor, type Settled } from "./check-cdr.ts";
import { askForEarly } from "./early-cdr.ts";
import { describeBill, type ChargeFigures } from "./describe-bill.ts";
import { insertInvoice } from "./invoice.store.ts";
import { draftInvoice, issueInvoice, taxesOf } from "./issue-invoice.ts";
import { bookOperatorCost } from "./operator-cost.ts";
import { limitToAgreed, type Due } from "./limit-to-agreed.ts";

export type ToBill = {
  /** Of the bill. */
  id: string;
  figures: ChargeFigures;
  settled: Settled;
  /** The operator's CDR; null: none came, the figures are our own, and we owe nothing for them. */
  record: Cdr | null;
};

/**
 * Bills a session in the caller's transaction, under its lock: charges at most what was agreed, releases the rest of the
 * hold, books what we owe the operator, issues the invoice. A session that an operator settles in two records has a bill
 * for each, both together at most what was agreed.
 */
export async function makeBill(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  { id, figures, settled, record }: ToBill,
): Promise<void> {
  const at = deps.clock.now();
  const { snapshot } = row;
  // Read before the CDR's figures overwrite the metered ones.
  const parts = row.cdr_id ? await listStandingBills(tx, row.user_id, row.id) : [];
  const billed = parts.reduce((sum, { amount }) => sum + amount, 0n);
  const due = limitToAgreed(settled, afterPaying(billed, await agreedOf(tx, row)));
  const [start, end] = [new Date(figures.start_date_time), new Date(figures.end_date_time)];
  row.start_at = parts.reduce((first, each) => (each.start < first ? each.start : first), start);
  row.end_at = parts.reduce((last, each) => (each.end > last ? each.end : last), end);
  row.kwh = parts.reduce((sum, { kwh }) => sum + kwh, figures.total_energy);
  row.duration_s = (row.end_at.getTime() - row.start_at.getTime()) / 1000;
  row.cost_minor = due.total + billed;
  row.power_kw = 0;
  row.stop_reason ??= "CAR";
  // The CDR is final: it shows that a session that we gave up did take place.
  moveToStep(row, "ENDED", at);
  moveToStep(row, "BILLED", at);
  row.cdr_id = id;
  row.closed_at = null;

  const paidBy = snapshot.hold_minor === null ? "COMPANY" : "WALLET";
  const companyId =
    paidBy === "COMPANY"
      ? await billCompanyCharge(tx, { sessionId: row.id, cdrId: id, amount: due.total, at })
      : null;
  const taxes = await taxesOf(tx, row);
  const charge = describeBill(row, figures, due, taxes);
  const draft = await draftInvoice(tx, {
    userId: row.user_id,
    companyId,
    locationId: snapshot.location.id,
    bill: charge,
    taxes,
  });
  const gst = BigInt(draft.taxes.gst_minor);
  await collect(tx, row, { id, total: due.total, gst }, companyId, at);
  if (record) {
    await askForCredits(deps, tx, record);
    await askForEarly(deps, tx, row, id);
    await bookOperatorCost(tx, {
      operatorId: row.operator_id,
      userId: row.user_id,
      sessionId: row.id,
      cdrId: id,
      cdr: record,
      due,
      at,
    });
  }
  const balance = paidBy === "WALLET" ? await readBalances(tx, row.user_id) : null;
  if (record) await dispute(deps, tx, row, record, id, due);
  await addReference(tx, `cdr:${id}`, { user_id: row.user_id, session_id: row.id });

  const bill: Omit<StoredBill, "invoice"> = {
    ...charge,
    ...draft.taxes,
    id,
    paid_by: paidBy,
    balance_after_minor: balance && Number(balance.wallet + balance.held + balance.overdraft),
    created_at: at.toISOString(),
  };
  // Last of all: the number makes other bills wait until this one is committed.
  beforeCommit(tx, async () => {
    const invoice = await issueInvoice(tx, draft, { original: null, at });
    await insertCdr(tx, {
      userId: row.user_id,
      id,
      sessionId: row.id,
      countryCode: figures.country_code,
      partyId: figures.party_id,
      ocpiId: figures.id,
      amount: due.total,
      operatorAmount: record ? askedMinor(record, settled.audit) : due.priced,
      wire: { ...bill, invoice },
      body: record ?? figures,
      at,
      creditOf: null,
    });
    await insertInvoice(tx, invoice, { userId: row.user_id, cdrId: id });
  });
}

/** What is left of an agreement. */
function afterPaying(paid: bigint, agreed: Agreed): Agreed {
  const left = (of: bigint) => (of > paid ? of - paid : 0n);
  return { ...agreed, payer: left(agreed.payer), charge: left(agreed.charge) };
}

/** Stores a dispute with the operator: a total that differs from its own price, or is above what was agreed. */
async function dispute(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  cdr: Cdr,
  id: string,
  { audit, total: paid, above }: Due,
): Promise<void> {
  if (!audit || (audit.agreed && above === null)) return;
  const { asked, checked, tolerance } = audit;
  deps.logger.warn(
    { cdr: id, operator: row.operator_id, asked: cdr.total_cost, checked: checked.inclVat, paid },
    audit.agreed ? "a charge cost more than was agreed" : "operator and engine disagree",
  );
  await insertDispute(tx, {
    userId: row.user_id,
    cdrId: id,
    sessionId: row.id,
    operatorId: row.operator_id,
    currency: PROVIDER_CURRENCY,
    askedExcl: toDecimalString(asked.excl),
    askedIncl: asked.incl && toDecimalString(asked.incl),
    checkedExcl: checked.exclVat,
    checkedIncl: checked.inclVat,
    tolerance: toDecimalString(tolerance),
    lines: checked.adjustment ? [...checked.lines, checked.adjustment] : checked.lines,
    paid,
    agreed: above,
    at: deps.clock.now(),
  });
}

/** Charges the hold, or the company's account. */
async function collect(
  tx: Tx,
  row: SessionRow,
  { id: cdrId, total, gst }: { id: string; total: bigint; gst: bigint },
  companyId: string | null,
  at: Date,
): Promise<void> {
  const reason = row.snapshot.location.name;
  if (row.snapshot.hold_minor !== null) {
    await captureHold(tx, {
      userId: row.user_id,
      sessionId: row.id,
      cdrId,
      total,
      gst,
      reason,
      at,
    });
    return;
  }
  const payer = companyId ?? row.user_id;
  await move(tx, {
    scope: payer,
    idem: `bill:${cdrId}`,
    kind: "CHARGE",
    reason,
    at,
    sessionId: row.id,
    cdrId,
    postings: [
      { source: [payer, "receivable"], destination: ["system", "sales"], amount: total },
      { source: ["system", "sales"], destination: ["system", "gst"], amount: gst },
    ],
  });
}
