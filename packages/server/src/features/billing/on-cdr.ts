import type { Cdr as Bill } from "@voltmarg/contract";
import { writeDateTime, type Cdr } from "@voltmarg/ocpi";
import { exact, roundHalfUpToPaise, type PricedSession } from "@voltmarg/rules";
import type { Tx } from "../../platform/database.ts";
import { getUser } from "../accounts/index.ts";
import {
  addReference,
  changeSession,
  findReference,
  requestHash,
  take,
  type ChargingDeps,
  type SessionRow,
} from "../charging/index.ts";
import { captureHold, move, readBalances } from "../wallet/index.ts";
import { findArrival, insertCdr, quarantine, receiveCdr } from "./billing.store.ts";
import { askedBy, implausible, priceCdr, settle, type Settled } from "./check-cdr.ts";

export type CdrTaken = { outcome: "STORED" | "KNOWN"; id: string } | { outcome: "DIFFERENT" };

/** Our id of a charge record follows from the operator's, so that a replay finds it without a search. */
const idOf = (key: string) => `cdr_${requestHash(key).slice(0, 32)}`;

/**
 * A charge record came: dedupe by country, party and id; check it; take it from the hold in the transaction that
 * stores it. What cannot be billed is set aside. Twice the same changes nothing.
 */
export async function onCdr(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<CdrTaken> {
  const key = `${cdr.country_code}/${cdr.party_id}/${cdr.id}`.toLowerCase();
  const hash = requestHash(cdr);
  const id = idOf(key);
  const before = await findArrival(deps.database.db, key);
  if (before) return known(deps, before.body_hash === hash, id, key);

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
  if (!reference) return setAside(deps, operatorId, cdr, { id, key, hash }, "no session of ours");

  let outcome: CdrTaken = { outcome: "STORED", id };
  let reason: string | null = null;
  await changeSession(deps, reference.user_id, reference.session_id, async (row, tx) => {
    if (row.cdr_id === id) {
      // Pushed and pulled at once: the other one was first.
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    if (row.operator_id !== operatorId) reason = "the session belongs to another operator";
    else if (row.cdr_id) reason = "the session has a bill already";
    else if (row.status === "INVALID") reason = "the operator withdrew the session";
    else
      reason = implausible(cdr, {
        currency: row.snapshot.tariff?.currency ?? "INR",
        maxKw: row.snapshot.plug_kw,
      });
    if (reason) return false;
    if (!(await receiveCdr(tx, key, hash, deps.clock.now()))) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    await bill(deps, tx, row, cdr, id);
    return true;
  });
  return reason ? setAside(deps, operatorId, cdr, { id, key, hash }, reason) : outcome;
}

function known(deps: ChargingDeps, same: boolean, id: string, key: string): CdrTaken {
  if (same) return { outcome: "KNOWN", id };
  deps.logger.error({ cdr: key }, "another charge record under a known id");
  return { outcome: "DIFFERENT" };
}

async function setAside(
  deps: ChargingDeps,
  operatorId: string,
  cdr: Cdr,
  { id, key, hash }: { id: string; key: string; hash: string },
  reason: string,
): Promise<CdrTaken> {
  const at = deps.clock.now();
  deps.logger.error({ operator: operatorId, cdr: key, reason }, "charge record set aside");
  await deps.database.transact(async (tx) => {
    if (await receiveCdr(tx, key, hash, at)) {
      await quarantine(tx, { id, operatorId, ocpiId: cdr.id, reason, body: cdr, at });
    }
  });
  return { outcome: "STORED", id };
}

async function bill(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  cdr: Cdr,
  id: string,
): Promise<void> {
  const at = deps.clock.now();
  const { snapshot } = row;
  const asked = askedBy(cdr);
  const ours = priceCdr(cdr, snapshot.tariff, snapshot.location.time_zone);
  const settled = settle(asked, ours);
  if (!settled.agreed) {
    deps.logger.warn(
      { cdr: id, asked: asked.total, ours: ours?.inclMinor, pays: settled.total },
      "operator and engine disagree",
    );
  }
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
  await collect(tx, row, id, settled, paidBy, at);
  const balance = paidBy === "WALLET" ? await readBalances(tx, row.user_id) : null;
  const wire: Bill = {
    ...describe(row, cdr, ours),
    id,
    net_minor: Number(settled.net),
    ...gstOf(settled),
    amount_minor: Number(settled.total),
    dispute: settled.agreed
      ? null
      : {
          asked_minor: Number(asked.total),
          checked_minor: Number(ours?.inclMinor ?? asked.total),
        },
    paid_by: paidBy,
    balance_after_minor: balance && Number(balance.wallet + balance.held + balance.overdraft),
    created_at: at.toISOString(),
  };
  await insertCdr(tx, {
    userId: row.user_id,
    id,
    sessionId: row.id,
    countryCode: cdr.country_code,
    partyId: cdr.party_id,
    ocpiId: cdr.id,
    amount: settled.total,
    operatorAmount: asked.total,
    wire,
    body: cdr,
    at,
  });
  await addReference(tx, `cdr:${id}`, { user_id: row.user_id, session_id: row.id });
}

/** Takes the money: from the hold, or onto the company's account. */
async function collect(
  tx: Tx,
  row: SessionRow,
  cdrId: string,
  { net, total }: Settled,
  paidBy: "WALLET" | "COMPANY",
  at: Date,
): Promise<void> {
  const reason = row.snapshot.location.name;
  if (paidBy === "WALLET") {
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
  const company = (await getUser(tx, row.user_id))?.company_id ?? row.user_id;
  await move(tx, {
    scope: company,
    idem: `bill:${cdrId}`,
    kind: "CHARGE",
    reason,
    at,
    sessionId: row.id,
    cdrId,
    postings: [
      { source: [company, "receivable"], destination: ["system", "sales"], amount: total },
      { source: ["system", "sales"], destination: ["system", "gst"], amount: total - net },
    ],
  });
}

/** GST = total − net; SGST = GST − CGST, so that the parts always add up. */
function gstOf({ net, total }: Settled) {
  const gst = total - net;
  const cgst = gst / 2n;
  return { gst_minor: Number(gst), cgst_minor: Number(cgst), sgst_minor: Number(gst - cgst) };
}

const HOUR_S = 3_600;
const STOPS = new Set(["DRIVER", "LIMIT", "BALANCE", "CAR"]);

function describe(row: SessionRow, cdr: Cdr, ours: PricedSession | null) {
  const { snapshot } = row;
  const parking = Math.round((cdr.total_parking_time ?? 0) * HOUR_S);
  const seconds = Math.round(
    (Date.parse(cdr.end_date_time) - Date.parse(cdr.start_date_time)) / 1000,
  );
  const charging = Math.max(0, seconds - parking);
  const { vehicle } = snapshot;
  return {
    session_id: row.id,
    start_date_time: writeDateTime(Date.parse(cdr.start_date_time)),
    end_date_time: writeDateTime(Date.parse(cdr.end_date_time)),
    time_zone: snapshot.location.time_zone,
    location: {
      id: snapshot.location.id,
      name: snapshot.location.name,
      address: snapshot.location.address,
      city: snapshot.location.city,
    },
    evse_label: snapshot.evse_label,
    connector: {
      id: snapshot.connector.id,
      standard: snapshot.connector.standard,
      power_type: snapshot.connector.power_type,
    },
    operator_name: snapshot.location.operator_name,
    currency: cdr.currency,
    total_energy: cdr.total_energy,
    total_time_s: seconds,
    total_parking_time_s: parking,
    average_kw: charging > 0 ? Math.round((cdr.total_energy / charging) * HOUR_S * 10) / 10 : null,
    range_km: vehicle
      ? Math.round((cdr.total_energy * vehicle.range) / vehicle.battery_capacity)
      : null,
    lines: (ours?.lines ?? []).map((line) => ({
      dimension: line.dimension,
      quantity: line.quantity,
      unit: line.unit,
      price: line.unitPrice,
      vat: line.vat,
      excl_vat_minor: Number(roundHalfUpToPaise(exact(line.exclVat))),
      incl_vat_minor: Number(roundHalfUpToPaise(exact(line.inclVat))),
      from: writeDateTime(Date.parse(cdr.start_date_time)),
      until: writeDateTime(Date.parse(cdr.end_date_time)),
      element_index: line.elementIndex,
      restrictions: restrictionsOf(snapshot.tariff, line.elementIndex),
      rounding: null,
      reason: line.reason,
    })),
    stop_reason: (row.stop_reason && STOPS.has(row.stop_reason)
      ? row.stop_reason
      : "UNKNOWN") as Bill["stop_reason"],
  };
}

function restrictionsOf(tariff: SessionRow["snapshot"]["tariff"], element: number) {
  const { restrictions } = tariff?.elements[element] ?? {};
  return restrictions ? { ...restrictions } : null;
}
