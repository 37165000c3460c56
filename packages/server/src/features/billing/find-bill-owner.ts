import { sameId, type Cdr } from "@voltmarg/ocpi";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import {
  authKey,
  findReference,
  findStart,
  sessionNow,
  startedAround,
  type Reference,
  type SessionRow,
  driverOfToken,
} from "../charging/index.ts";
import { findCdr, listStandingBills } from "./billing.store.ts";
import { implausible, type Expected } from "./cdr-plausibility.ts";
import { isProvisional } from "./provisional.store.ts";

/**
 * The session a CDR belongs to: by our authorization reference, by the operator's session id, or, when it names neither,
 * by the driver's token, the EVSE and the time. Null: none of ours, or the token started nothing there.
 */
export async function findSessionOfCdr(
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
  // A reference that is not ours is no typing error: the back office decides on such a CDR.
  if (ours) return null;
  const evseUid = cdr.cdr_location?.evse_uid;
  if (evseUid === undefined) return null;
  return findStart(on, {
    operatorId,
    party: { country_code, party_id },
    driver: await driverOfToken(on, operatorId, cdr.cdr_token.uid),
    evseUid,
    ...startedAround(cdr.start_date_time),
    takes: "CDR",
  });
}

/**
 * The bill a session has, as a CDR finds it. NONE: none, or its CDR was credited and a corrected one may come. OWN: made
 * without a CDR, which an operator's replaces. CORRECTED: the back office took it back, also one made without a CDR; only
 * staff bill again. STANDS: it stays. OTHER_PART: it stays, and is of another time of the charge than this CDR. A company
 * has one bill for a session, and the back office settles the rest.
 */
export async function billStateOf(
  tx: Tx,
  row: SessionRow,
  cdr: Cdr,
): Promise<"NONE" | "OWN" | "STANDS" | "OTHER_PART" | "CORRECTED"> {
  const { cdr_id: billId, user_id: userId, snapshot } = row;
  if (billId === null) return "NONE";
  const isOwn = await isProvisional(tx, userId, billId);
  const bill = await findCdr(tx, userId, billId);
  const note = bill?.credited_by && (await findCdr(tx, userId, bill.credited_by.cdr_id));
  if (isOwn) return note ? "CORRECTED" : "OWN";
  if (snapshot.hold_minor === null) return "STANDS";
  if (note && note.body.credit !== true) return "CORRECTED";
  const standing = await listStandingBills(tx, userId, row.id);
  if (standing.length === 0) return "NONE";
  return overlaps(cdr, standing) ? "STANDS" : "OTHER_PART";
}

/** Whether a CDR is of the same time as one of these: parts of a charge follow each other, as clocks and seconds allow. */
export const overlaps = (
  { start_date_time, end_date_time }: Cdr,
  others: readonly { start: Date; end: Date }[],
): boolean =>
  others.some(
    ({ start, end }) =>
      Math.min(Date.parse(end_date_time), end.getTime()) -
        Math.max(Date.parse(start_date_time), start.getTime()) >=
      SECONDS_SHARED_MS,
  );
/** Two parts may both have the minute in which one ended and the other began. */
const SECONDS_SHARED_MS = 60_000;

/** Reasons for which a CDR is quarantined. */
const TOLD_NOTHING = "the driver was told that this start cost nothing";
const OF_A_SECOND = "it is of a second session that the operator ran on one start";
/** In `told` of a session that staff closed without a bill: the wallet told the driver that there is nothing to pay. */
export const CLOSED_UNBILLED = "UNBILLED";
export const TAKEN_BACK = "the back office took the bill of this charge back";

/** What the driver was promised not to pay, as a reason; null: nothing. Not even staff bill it. */
export function promisedFree(row: SessionRow, cdr: Cdr): string | null {
  if (row.failure?.not_charged) return TOLD_NOTHING;
  const { ocpi_session_id: ours, told } = row;
  const isSecond = ours !== null && cdr.session_id !== undefined && !sameId(cdr.session_id, ours);
  return isSecond && told.includes("SECOND_STOPPED") ? OF_A_SECOND : null;
}

/** Why a CDR is quarantined instead of billed, or null. */
export function whyNotBilled(row: SessionRow, cdr: Cdr, now: Date): string | null {
  if (row.status === "INVALID") return "the operator withdrew the session";
  if (row.told.includes(CLOSED_UNBILLED))
    return "the back office closed this charge without a bill";
  return promisedFree(row, cdr) ?? implausible(cdr, expectedOf(row, cdr, now));
}

/** The bounds that a CDR of this session must keep. */
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
