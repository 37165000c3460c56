import {
  objectKey,
  sameId,
  sameParty,
  type ChargingPeriod,
  type Session as OcpiSession,
} from "@voltmarg/ocpi";
import type { Tx } from "../../../platform/database/database.ts";
import { companyAllowance, dropCompanyCharge } from "../../companies/index.ts";
import { releaseHold } from "../../wallet/index.ts";
import { adoptLate } from "../start/adopt-late-session.ts";
import { holdForParking } from "../limits/agreed.ts";
import { believable, CLOCK_TOLERANCE_MS } from "./plausibility.ts";
import { changeSession, take, type ChargingDeps } from "../change-session.ts";
import { measure } from "./measure.ts";
import { checkLimit } from "../limits/limit.ts";
import { measureParking, tellParking } from "./parking.ts";
import {
  authKey,
  clearMeter,
  findReference,
  findStart,
  pointReference,
  putMeter,
  type Reference,
  type SessionRow,
} from "../session.store.ts";
import { meterOf } from "./meter.ts";
import { findStopLead, putStopLead } from "../stop/stop-latency.store.ts";
import { learn, stopTook } from "../stop/stop-latency.ts";
import { sendStop } from "../stop/stop-session.ts";
import { tellOnce } from "../notify-driver.ts";
import { watchSoon } from "../watch/watch-soon.ts";

export type Party = { country_code: string; party_id: string };
/** A session as the operator tells it: whole (PUT, pull) or some of its fields (PATCH, which appends periods). */
export type SessionNews = {
  party: Party;
  id: string;
  whole: boolean;
  session: Partial<OcpiSession> & { last_updated: string };
};

/**
 * A date further ahead than clocks may differ says nothing of what is newer: it would keep every true word out until then.
 */
const isOlder = (updated: Date, known: Date | null, now: Date) =>
  known !== null && updated < known && known.getTime() - now.getTime() <= CLOCK_TOLERANCE_MS;

/** A charge that we ended and that still runs is stopped again, this often at most. */
const STOP_AGAIN_MS = 60_000;

const ocpiKey = (party: Party, id: string) => `ocpi:${objectKey(party, id)}`;

/**
 * Whose session it is. Our reference decides, since an operator may use a session id again; a PATCH seldom has one, and
 * is known by the session's id.
 */
async function whose(
  deps: ChargingDeps,
  operatorId: string,
  news: SessionNews,
): Promise<Reference | null> {
  const { db } = deps.database;
  const { authorization_reference: reference, cdr_token, evse_uid } = news.session;
  const ours = reference === undefined ? null : await findReference(db, authKey(reference));
  const known = ours ?? (await findReference(db, ocpiKey(news.party, news.id)));
  if (known) return known;
  // An operator that drops our reference or sends one of its own: the token, the plug and the time say which start it was.
  if (!cdr_token || !evse_uid) return null;
  // A token that names no party is told by its uid.
  if (!sameParty({ ...deps.party, ...cdr_token }, deps.party)) return null;
  return findStart(db, {
    operatorId,
    party: news.party,
    tokenUid: cdr_token.uid,
    evseUid: evse_uid,
    ...startedAround(news.session.start_date_time ?? news.session.last_updated),
    takes: "SESSION",
  });
}

/** How long after our start a charge may begin, and how far an operator's clock may be behind ours. */
const START_WINDOW_MS = 15 * 60_000;
const CLOCK_SLACK_MS = 2 * 60_000;

/** When a charge that began at an instant (RFC 3339) can have been asked for. */
export function startedAround(began: string): { from: Date; until: Date } {
  const at = Date.parse(began);
  return { from: new Date(at - START_WINDOW_MS), until: new Date(at + CLOCK_SLACK_MS) };
}

/** Takes news of a session. UNKNOWN: it is none of ours, or its beginning was lost and must be pulled. */
export async function onSessionNews(
  deps: ChargingDeps,
  operatorId: string,
  news: SessionNews,
): Promise<"TAKEN" | "UNKNOWN"> {
  const found = await whose(deps, operatorId, news);
  if (!found) return "UNKNOWN";
  const row = await changeSession(deps, found.user_id, found.session_id, async (session, tx) => {
    if (session.operator_id !== operatorId) return false;
    if (session.ocpi_session_id && !sameId(session.ocpi_session_id, news.id)) {
      deps.logger.error(
        { session: session.id, other: news.id },
        "a second session under one authorization reference",
      );
      return false;
    }
    const updated = new Date(news.session.last_updated);
    // OCPI pushes may come late and out of order: older news never overwrites newer.
    if (isOlder(updated, session.ocpi_last_updated, deps.clock.now())) return false;
    if (session.status === "INVALID") return false;
    // What the operator ended never begins again, but it may still withdraw it before its bill (OCPI 2.2.1
    // mod_sessions: an INVALID session will not be billed). What we ended without its word is its to tell.
    const isWithdrawn = news.session.status === "INVALID" && session.step === "ENDED";
    if (session.status === "COMPLETED" && !session.given_up_at && !isWithdrawn) return false;
    if (!session.ocpi_session_id) {
      await pointReference(tx, ocpiKey(news.party, news.id), found);
      session.ocpi_session_id = news.id;
    }
    // The same once more heals what was lost of it, and says nothing of how the charge goes on.
    const isNews = session.ocpi_last_updated?.getTime() !== updated.getTime();
    session.ocpi_last_updated = updated;
    if (isNews) session.news_at = deps.clock.now();
    await apply(deps, tx, session, news);
    return true;
  });
  return row ? "TAKEN" : "UNKNOWN";
}

async function apply(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  news: SessionNews,
): Promise<void> {
  const session = believable(row, news.session, deps.clock.now());
  if (Object.keys(session).length < Object.keys(news.session).length) {
    deps.logger.warn(
      { session: row.id, told: news.session },
      "figures that cannot be true dropped",
    );
  }
  if (session.start_date_time) row.start_at = new Date(session.start_date_time);
  // A beginning nobody can believe is no reason to let a charge run without its limit.
  else if (session.status === "ACTIVE") row.start_at ??= row.requested_at;
  if (session.end_date_time) row.end_at = new Date(session.end_date_time);
  if (session.kwh !== undefined) row.kwh = session.kwh;
  await keepMeter(tx, row, session.charging_periods, news.whole);
  await measure(deps, tx, row);
  await measureParking(deps, tx, row);
  await holdForParking(deps, tx, row);
  await follow(deps, tx, row, session.status);
  await tellParking(deps, tx, row);
}

async function keepMeter(
  tx: Tx,
  row: SessionRow,
  periods: ChargingPeriod[] | undefined,
  whole: boolean,
): Promise<void> {
  if (!periods) return;
  if (whole) await clearMeter(tx, row.user_id, row.id);
  await putMeter(tx, row.user_id, row.id, meterOf(periods));
}

/** Brings our step in line with the operator's status. */
async function follow(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  status: string | undefined,
): Promise<void> {
  const now = deps.clock.now();
  const isOurs = row.given_up_at !== null;
  if (isOurs && (status !== "INVALID" || row.step === "BILLED"))
    return followGivenUp(deps, tx, row, status);
  if (status === "INVALID") {
    // Ended first, so that nothing follows the charge any more.
    take(row, "ENDED", now);
    row.status = "INVALID";
    row.open = false;
    row.provisional_since = null;
    if (row.snapshot.hold_minor === null) await dropCompanyCharge(tx, row.id, now);
    else {
      const reason = `Charge at ${row.snapshot.location.name} was withdrawn`;
      await releaseHold(tx, {
        userId: row.user_id,
        sessionId: row.id,
        status: "RELEASED",
        reason,
        at: now,
      });
    }
    return;
  }
  if (status === "COMPLETED") {
    take(row, "STARTED", now);
    row.stop_reason ??= "CAR";
    take(row, "ENDED", now);
    const took = stopTook(row);
    if (took !== null) {
      const lead = learn(await findStopLead(tx, row.operator_id), took);
      await putStopLead(tx, row.operator_id, lead, now);
    }
    await watchSoon(deps, tx, row);
    return;
  }
  if (status === "ACTIVE" || (status === undefined && row.status === "ACTIVE")) {
    if (row.status === "FAILED") {
      // A start given up came to life: it costs money, so it goes on as a charge or is stopped, never ignored.
      const place = row.snapshot.location.name;
      await watchSoon(deps, tx, row);
      if (await adoptLate(deps, tx, row)) {
        await tellOnce(deps, tx, row, "BEGAN_LATE", { of: "BEGAN_LATE", place });
      } else {
        await sendStop(deps, tx, row, "LATE");
        await tellOnce(deps, tx, row, "STOPPED_LATE", { of: "STOPPED_LATE", place });
        return;
      }
    }
    if (row.step === "STOPPING") await countSpent(tx, row, now);
    else {
      take(row, "STARTED", now);
      if ((row.kwh ?? 0) > 0) take(row, "FLOWING", now);
      if (row.stop_asked_at) await sendStop(deps, tx, row, "DRIVER");
      else await checkLimit(deps, tx, row);
    }
  }
}

/** A charge that goes on although it was stopped takes from what its company's others may cost. */
async function countSpent(tx: Tx, row: SessionRow, at: Date): Promise<void> {
  if (row.snapshot.hold_minor !== null || row.cost_minor === null) return;
  await companyAllowance(tx, { sessionId: row.id, cost: row.cost_minor, at });
}

/** What the operator says of a charge that we ended for want of its word. */
async function followGivenUp(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  status: string | undefined,
): Promise<void> {
  const now = deps.clock.now();
  if (status === "COMPLETED") {
    row.given_up_at = null;
    await watchSoon(deps, tx, row);
    return;
  }
  if (status === "INVALID") {
    deps.logger.error(
      { session: row.id },
      "a charge that was billed without a record is withdrawn",
    );
    return;
  }
  const stopped = row.stop_sent_at?.getTime() ?? 0;
  if (status === "ACTIVE" && now.getTime() - stopped >= STOP_AGAIN_MS) {
    await sendStop(deps, tx, row, "SILENT");
  }
}
