import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database.ts";
import {
  changeSession,
  findReference,
  findStart,
  requestHash,
  sessionNow,
  startedAround,
  type ChargingDeps,
  type Reference,
  type SessionRow,
} from "../charging/index.ts";
import { arrivalOf, keyOf, originalKeyOf, setAside, type CdrTaken } from "./arrival.ts";
import { findArrival, findCdr } from "./billing.store.ts";
import { checkCdr, type Settled } from "./check-cdr.ts";
import { implausible } from "./implausible.ts";
import { makeBill } from "./make-bill.ts";
import { onCredit, takeParkedCredits } from "./on-credit.ts";
import { takeBackOwnBill } from "./provisional.ts";
import { isProvisional } from "./provisional.store.ts";

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

  const reference = await whose(deps, operatorId, cdr);
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
    else if (row.status === "INVALID") reason = "the operator withdrew the session";
    else reason = implausible(cdr, expectedOf(row, cdr, deps.clock.now()));
    if (reason) return false;
    const checked = checkCdr(cdr, row.snapshot);
    if (!checked.ok) {
      ({ reason } = checked);
      return false;
    }
    const has = await standing(tx, row);
    if (has === "STANDS") {
      reason = "the session has a bill already";
      return false;
    }
    if (!(await arrival.claim(tx))) {
      outcome = { outcome: "KNOWN", id };
      return false;
    }
    const at = deps.clock.now();
    if (has === "OWN") await takeBackOwnBill(tx, row, { id, at });
    await makeBill(deps, tx, row, { id, figures: cdr, settled: checked.settled, record: cdr });
    row.provisional_since = null;
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

/**
 * The start a record belongs to: by our reference, by the operator's session, or, of a record that names neither, by the
 * driver's token, the plug and the time. Null: none of ours, or a token that asked for nothing there.
 */
async function whose(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<Reference | null> {
  const { db } = deps.database;
  const { authorization_reference: ours, session_id: theirs, country_code, party_id } = cdr;
  if (ours) {
    const found = await findReference(db, `auth:${ours}`);
    if (found) return found;
  }
  if (theirs) {
    const key = `ocpi:${country_code}/${party_id}/${theirs}`.toLowerCase();
    const found = await findReference(db, key);
    if (found) return found;
  }
  // Another's reference is no slip of the pen: such a record is for the desk.
  if (ours) return null;
  return findStart(db, {
    operatorId,
    tokenUid: cdr.cdr_token.uid,
    evseUid: cdr.cdr_location.evse_uid,
    ...startedAround(cdr.start_date_time),
    takes: "CDR",
  });
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

/**
 * What becomes of the bill a session has. After a credit comes the corrected record; a company's book has one bill for a
 * charge, so that there the desk settles it. One of our own making gives way to the operator's.
 */
async function standing(tx: Tx, row: SessionRow): Promise<"NONE" | "OWN" | "STANDS"> {
  const { cdr_id: billId, user_id: userId, snapshot } = row;
  if (billId === null) return "NONE";
  if (await isProvisional(tx, userId, billId)) return "OWN";
  if (snapshot.hold_minor === null) return "STANDS";
  return (await findCdr(tx, userId, billId))?.credited_by ? "NONE" : "STANDS";
}
