import type { Cdr } from "@voltmarg/ocpi";
import { roundHalfUpToPaise, toDecimalString } from "@voltmarg/rules";
import type { Tx } from "../../platform/database.ts";
import {
  addReference,
  changeSession,
  findReference,
  requestHash,
  sessionNow,
  take,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { billCompanyCharge } from "../companies/index.ts";
import { captureHold, move, readBalances } from "../wallet/index.ts";
import { arrivalOf, keyOf, originalKeyOf, setAside, type CdrTaken } from "./arrival.ts";
import {
  findArrival,
  findCdr,
  insertCdr,
  insertDispute,
  type StoredBill,
} from "./billing.store.ts";
import { askedInclusive, checkCdr, type Audit, type Settled } from "./check-cdr.ts";
import { describeBill } from "./describe-bill.ts";
import { implausible } from "./implausible.ts";
import { insertInvoice } from "./invoice.store.ts";
import { draftInvoice, issueInvoice } from "./issue-invoice.ts";
import { onCredit, takeParkedCredits } from "./on-credit.ts";
import { bookOperatorCost } from "./operator-cost.ts";

/**
 * A charge record came: dedupe by country, party and id; check it; take it from the hold in the transaction that
 * stores it. What cannot be billed is set aside. Twice the same changes nothing.
 */
export async function onCdr(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<CdrTaken> {
  const key = keyOf(cdr.country_code, cdr.party_id, cdr.id);
  const hash = requestHash(cdr);
  const arrival = arrivalOf(deps, operatorId, cdr, key, hash);
  const { id } = arrival;
  const before = await findArrival(deps.database.db, key);
  if (before) {
    // A service that ended between a bill and the credit that waited for it takes it up here.
    await takeParkedCredits(deps, originalKeyOf(cdr) ?? key);
    return known(deps, before.body_hash === hash, id, key);
  }
  if (cdr.credit === true) return onCredit(deps, arrival);

  const { db } = deps.database;
  const reference =
    (cdr.authorization_reference
      ? await findReference(db, `auth:${cdr.authorization_reference}`)
      : null) ??
    (cdr.session_id
      ? await findReference(
          db,
          `ocpi:${cdr.country_code}/${cdr.party_id}/${cdr.session_id}`.toLowerCase(),
        )
      : null);
  if (!reference) return setAside(deps, arrival, "no session of ours");

  let outcome: CdrTaken = { outcome: "STORED", id };
  let reason: string | null = null;
  let billed: Settled | null = null;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    if (row.cdr_id === id) {
      // Pushed and pulled at once: the other one was first.
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    if (row.operator_id !== operatorId) reason = "the session belongs to another operator";
    else if (row.cdr_id && !(await mayBillAgain(tx, row, row.cdr_id))) {
      reason = "the session has a bill already";
    } else if (row.status === "INVALID") reason = "the operator withdrew the session";
    else reason = implausible(cdr, expectedOf(row, cdr, deps.clock.now()));
    if (reason) return false;
    const checked = checkCdr(cdr, row.snapshot);
    if (!checked.ok) {
      ({ reason } = checked);
      return false;
    }
    if (!(await arrival.claim(tx))) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    await bill(deps, tx, row, cdr, id, checked.settled);
    billed = checked.settled;
    return true;
  });
  if (reason) return setAside(deps, arrival, reason);
  if (billed) {
    deps.metrics.cdrs.inc({ outcome: outcomeOf(billed) });
    await takeParkedCredits(deps, key);
  }
  return outcome;
}

const outcomeOf = ({ audit }: Settled) =>
  audit ? (audit.agreed ? "agreed" : "disputed") : "unaudited";

function known(deps: ChargingDeps, same: boolean, id: string, key: string): CdrTaken {
  if (same) return { outcome: "KNOWN", id };
  deps.logger.error({ cdr: key }, "another charge record under a known id");
  return { outcome: "DIFFERENT" };
}

function expectedOf(row: SessionRow, cdr: Cdr, now: Date) {
  const onItsClock = sessionNow({ ...row, start_at: new Date(cdr.start_date_time) }, now);
  return {
    currency: row.snapshot.tariff?.currency ?? "INR",
    plugKw: row.snapshot.plug_kw,
    askedAt: row.requested_at,
    now: onItsClock > now ? onItsClock : now,
  };
}

/** After a credit comes the corrected record. A company's book has one bill for a charge: there the desk settles it. */
async function mayBillAgain(tx: Tx, row: SessionRow, billId: string): Promise<boolean> {
  if (row.snapshot.hold_minor === null) return false;
  return (await findCdr(tx, row.user_id, billId))?.credited_by != null;
}

async function bill(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  cdr: Cdr,
  id: string,
  settled: Settled,
): Promise<void> {
  const at = deps.clock.now();
  const { snapshot } = row;
  row.start_at = new Date(cdr.start_date_time);
  row.end_at = new Date(cdr.end_date_time);
  row.kwh = cdr.total_energy;
  row.duration_s = (row.end_at.getTime() - row.start_at.getTime()) / 1000;
  row.cost_minor = settled.total;
  row.power_kw = 0;
  row.stop_reason ??= "CAR";
  // The record is the operator's last word: a session that looked given up was one after all.
  take(row, "ENDED", at);
  take(row, "BILLED", at);
  row.cdr_id = id;

  const paidBy = snapshot.hold_minor === null ? "COMPANY" : "WALLET";
  const companyId =
    paidBy === "COMPANY"
      ? await billCompanyCharge(tx, { sessionId: row.id, cdrId: id, amount: settled.total, at })
      : null;
  await collect(tx, row, id, settled, companyId, at);
  await bookOperatorCost(tx, {
    operatorId: row.operator_id,
    userId: row.user_id,
    sessionId: row.id,
    cdrId: id,
    cdr,
    settled,
    at,
  });
  const balance = paidBy === "WALLET" ? await readBalances(tx, row.user_id) : null;
  if (settled.audit && !settled.audit.agreed) {
    await dispute(deps, tx, row, cdr, id, settled.audit, settled.total);
  }
  await addReference(tx, `cdr:${id}`, { user_id: row.user_id, session_id: row.id });

  const charge = describeBill(row, cdr, settled);
  const draft = await draftInvoice(tx, {
    userId: row.user_id,
    companyId,
    locationId: snapshot.location.id,
    cdr,
    bill: charge,
  });
  // Last of all: the number makes other bills wait until this one is committed.
  const invoice = await issueInvoice(tx, draft, { original: null, at });
  const wire: StoredBill = {
    ...charge,
    ...draft.taxes,
    id,
    paid_by: paidBy,
    balance_after_minor: balance && Number(balance.wallet + balance.held + balance.overdraft),
    created_at: at.toISOString(),
    invoice,
  };
  await insertCdr(tx, {
    userId: row.user_id,
    id,
    sessionId: row.id,
    countryCode: cdr.country_code,
    partyId: cdr.party_id,
    ocpiId: cdr.id,
    amount: settled.total,
    operatorAmount: settled.audit
      ? roundHalfUpToPaise(askedInclusive(settled.audit))
      : settled.total,
    wire,
    body: cdr,
    at,
    creditOf: null,
  });
  await insertInvoice(tx, invoice, { userId: row.user_id, cdrId: id });
}

/** Keeps what the operator must be asked about. */
async function dispute(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  cdr: Cdr,
  id: string,
  { asked, checked, tolerance }: Audit,
  paid: bigint,
): Promise<void> {
  deps.logger.warn(
    { cdr: id, operator: row.operator_id, asked: cdr.total_cost, checked: checked.inclVat, paid },
    "operator and engine disagree",
  );
  await insertDispute(tx, {
    userId: row.user_id,
    cdrId: id,
    sessionId: row.id,
    operatorId: row.operator_id,
    currency: cdr.currency,
    askedExcl: toDecimalString(asked.excl),
    askedIncl: asked.incl && toDecimalString(asked.incl),
    checkedExcl: checked.exclVat,
    checkedIncl: checked.inclVat,
    tolerance: toDecimalString(tolerance),
    lines: checked.adjustment ? [...checked.lines, checked.adjustment] : checked.lines,
    paid,
    at: deps.clock.now(),
  });
}

/** Takes the money: from the hold, or onto the company's account. */
async function collect(
  tx: Tx,
  row: SessionRow,
  cdrId: string,
  { net, total }: Settled,
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
      gst: total - net,
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
      { source: ["system", "sales"], destination: ["system", "gst"], amount: total - net },
    ],
  });
}
