import type { Cdr } from "@voltmarg/ocpi";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import {
  authKey,
  findReference,
  findStart,
  sessionNow,
  startedAround,
  type Reference,
  type SessionRow,
} from "../charging/index.ts";
import { findCdr } from "./billing.store.ts";
import { implausible, type Expected } from "./implausible.ts";
import { isProvisional } from "./provisional.store.ts";

/**
 * The start a record belongs to: by our reference, by the operator's session, or, of a record that names neither, by the
 * driver's token, the plug and the time. Null: none of ours, or a token that asked for nothing there.
 */
export async function whose(
  on: Queryable,
  operatorId: string,
  cdr: Cdr,
): Promise<Reference | null> {
  const { authorization_reference: ours, session_id: theirs, country_code, party_id } = cdr;
  if (ours) {
    const found = await findReference(on, authKey(ours));
    if (found) return found;
  }
  if (theirs) {
    const key = `ocpi:${country_code}/${party_id}/${theirs}`.toLowerCase();
    const found = await findReference(on, key);
    if (found) return found;
  }
  // Another's reference is no slip of the pen: such a record is for the desk.
  if (ours) return null;
  const evseUid = cdr.cdr_location?.evse_uid;
  if (evseUid === undefined) return null;
  return findStart(on, {
    operatorId,
    party: { country_code, party_id },
    tokenUid: cdr.cdr_token.uid,
    evseUid,
    ...startedAround(cdr.start_date_time),
    takes: "CDR",
  });
}

/**
 * What becomes of the bill a session has. After a credit comes the corrected record; a company's book has one bill for a
 * charge, so that there the desk settles it. One of our own making gives way to the operator's.
 */
export async function standing(
  tx: Tx,
  row: SessionRow,
): Promise<"NONE" | "OWN" | "STANDS" | "CORRECTED"> {
  const { cdr_id: billId, user_id: userId, snapshot } = row;
  if (billId === null) return "NONE";
  if (await isProvisional(tx, userId, billId)) return "OWN";
  if (snapshot.hold_minor === null) return "STANDS";
  // What the desk took back stays taken back until the desk lets another record in.
  const bill = await findCdr(tx, userId, billId);
  const note = bill?.credited_by && (await findCdr(tx, userId, bill.credited_by.cdr_id));
  if (!note) return "STANDS";
  return note.body.credit === true ? "NONE" : "CORRECTED";
}

/** Reasons for which a record is set aside. */
export const TOLD_NOTHING = "the driver was told that this start cost nothing";
export const TAKEN_BACK = "the desk took the bill of this charge back";

/** Why a record of a charge is set aside instead of billed, or null. */
export function whyNotBilled(row: SessionRow, cdr: Cdr, now: Date): string | null {
  if (row.status === "INVALID") return "the operator withdrew the session";
  if (row.failure?.not_charged) return TOLD_NOTHING;
  return implausible(cdr, expectedOf(row, cdr, now));
}

/** What a record of a charge can say at most. */
function expectedOf(row: SessionRow, cdr: Cdr, now: Date): Expected {
  const { snapshot, end_at, given_up_at, news_at } = row;
  const started = { ...row, start_at: row.start_at ?? new Date(cdr.start_date_time) };
  const onItsClock = (at: Date) => {
    const there = sessionNow(started, at);
    return there > at ? there : at;
  };
  // The operator's own end; without one the last that was seen of a charge that we ended; else it may run until now.
  const lastSeen = given_up_at && news_at && news_at > given_up_at ? news_at : given_up_at;
  const isOver = row.status === "COMPLETED" && !given_up_at;
  // Where there was a bill, the end is the bill's, not the operator's word: then the moment counts at which it ended.
  const ended = row.timeline.findLast(({ step }) => step === "ENDED")?.at;
  const toldEnd = row.cdr_id === null ? end_at : ended ? onItsClock(new Date(ended)) : null;
  return {
    plugKw: snapshot.plug_kw,
    vehicleKwh: snapshot.vehicle?.battery_capacity ?? null,
    askedAt: row.requested_at,
    seenUntil: isOver ? (toldEnd ?? onItsClock(news_at ?? now)) : onItsClock(lastSeen ?? now),
  };
}
