import type { ChargingPeriod, Session as OcpiSession } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database.ts";
import { dropCompanyCharge } from "../companies/index.ts";
import { releaseHold } from "../wallet/index.ts";
import { believable } from "./believable.ts";
import { changeSession, take, type ChargingDeps } from "./change-session.ts";
import { measure } from "./measure.ts";
import { checkLimit } from "./limit.ts";
import {
  addReference,
  clearMeter,
  findReference,
  putMeter,
  type Reference,
  type SessionRow,
} from "./session.store.ts";
import { meterOf } from "./meter.ts";
import { findStopLead, putStopLead } from "./stop-lead.store.ts";
import { learn, stopTook } from "./stop-lead.ts";
import { sendStop } from "./stop-session.ts";

export type Party = { country_code: string; party_id: string };
/** A session as the operator tells it: whole (PUT, pull) or some of its fields (PATCH, which appends periods). */
export type SessionNews = {
  party: Party;
  id: string;
  whole: boolean;
  session: Partial<OcpiSession> & { last_updated: string };
};

const ocpiKey = ({ country_code, party_id }: Party, id: string) =>
  `ocpi:${country_code}/${party_id}/${id}`.toLowerCase();

async function whose(deps: ChargingDeps, news: SessionNews): Promise<Reference | null> {
  const { db } = deps.database;
  const reference = news.session.authorization_reference;
  return (
    (await findReference(db, ocpiKey(news.party, news.id))) ??
    (reference ? await findReference(db, `auth:${reference}`) : null)
  );
}

/** Takes news of a session. UNKNOWN: it is none of ours, or its beginning was lost and must be pulled. */
export async function onSessionNews(
  deps: ChargingDeps,
  operatorId: string,
  news: SessionNews,
): Promise<"TAKEN" | "UNKNOWN"> {
  const found = await whose(deps, news);
  if (!found) return "UNKNOWN";
  const row = await changeSession(deps, found.user_id, found.session_id, async (session, tx) => {
    if (session.operator_id !== operatorId) return false;
    if (
      session.ocpi_session_id &&
      session.ocpi_session_id.toLowerCase() !== news.id.toLowerCase()
    ) {
      deps.logger.error(
        { session: session.id, other: news.id },
        "a second session under one authorization reference",
      );
      return false;
    }
    const updated = new Date(news.session.last_updated);
    // OCPI pushes may come late and out of order: older news never overwrites newer.
    if (session.ocpi_last_updated && updated < session.ocpi_last_updated) return false;
    if (session.status === "COMPLETED" || session.status === "INVALID") return false;
    if (!session.ocpi_session_id) {
      await addReference(tx, ocpiKey(news.party, news.id), found);
      session.ocpi_session_id = news.id;
    }
    session.ocpi_last_updated = updated;
    session.news_at = deps.clock.now();
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
  if (session.end_date_time) row.end_at = new Date(session.end_date_time);
  if (session.kwh !== undefined) row.kwh = session.kwh;
  await keepMeter(tx, row, session.charging_periods, news.whole);
  await measure(deps, tx, row);
  await follow(deps, tx, row, session.status);
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
  if (status === "INVALID") {
    row.status = "INVALID";
    row.open = false;
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
      // A start given up came to life: it costs money, so it is stopped, never ignored.
      await sendStop(deps, tx, row, "LATE");
      await watchSoon(deps, tx, row);
      return;
    }
    if (row.step !== "STOPPING") {
      take(row, "STARTED", now);
      if ((row.kwh ?? 0) > 0) take(row, "FLOWING", now);
      if (row.stop_asked_at) await sendStop(deps, tx, row, "DRIVER");
      else await checkLimit(deps, tx, row);
    }
  }
}

function watchSoon(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const due = new Date(deps.clock.now().getTime() + 5_000);
  return deps.outbox.enqueue(tx, "charging.watch", { userId: row.user_id, sessionId: row.id }, due);
}
