import { objectKey, sameId, sameParty, type Session as OcpiSession } from "@voltmarg/ocpi";
import type { Tx } from "../../../platform/database/database.ts";
import { holdForParking } from "../limits/agreed.ts";
import { withoutImplausible, CLOCK_TOLERANCE_MS } from "./plausibility.ts";
import { changeSession, type ChargingDeps } from "../change-session.ts";
import { followStatus } from "./follow-status.ts";
import { measure, storeMeter } from "./measure.ts";
import { measureParking, notifyParkingFee } from "./parking.ts";
import {
  authKey,
  findReference,
  findStart,
  pointReference,
  type Reference,
  type SessionRow,
} from "../session.store.ts";
import { meterOf } from "./meter.ts";
import { isNearLimit } from "../limits/near-limit.ts";
import { watchAt, watchSilence } from "../watch/watch-soon.ts";

export type Party = { country_code: string; party_id: string };
/** A session as the operator sends it: whole (PUT, pull) or some of its fields (PATCH, which appends periods). */
export type SessionUpdate = {
  party: Party;
  id: string;
  whole: boolean;
  session: Partial<OcpiSession> & { last_updated: string };
  /** What its receiver stores of it, in the transaction that applies it. */
  alongside?: (tx: Tx) => Promise<unknown>;
};

/**
 * Whether an update is older than the last one. A last date in the future by more than clocks may differ does not count:
 * it would reject every correct update until then.
 */
const isOlder = (updated: Date, last: Date | null, now: Date) =>
  last !== null && updated < last && last.getTime() - now.getTime() <= CLOCK_TOLERANCE_MS;

const ocpiKey = (party: Party, id: string) => `ocpi:${objectKey(party, id)}`;

/**
 * Finds our session for the operator's. Our authorization reference decides, since an operator may use a session id
 * again; a PATCH seldom has a reference, so the session id is used there.
 */
async function findReferenceOf(
  deps: ChargingDeps,
  operatorId: string,
  update: SessionUpdate,
): Promise<Reference | null> {
  const { db } = deps.database;
  const { authorization_reference: reference, cdr_token, evse_uid } = update.session;
  const ours = reference === undefined ? null : await findReference(db, authKey(reference));
  const found = ours ?? (await findReference(db, ocpiKey(update.party, update.id)));
  if (found) return found;
  // An operator may drop our reference or send one of its own: then token, EVSE and time identify the start.
  if (!cdr_token || !evse_uid) return null;
  // A token without a party is identified by its uid.
  if (!sameParty({ ...deps.party, ...cdr_token }, deps.party)) return null;
  return findStart(db, {
    operatorId,
    party: update.party,
    tokenUid: cdr_token.uid,
    evseUid: evse_uid,
    ...startedAround(update.session.start_date_time ?? update.session.last_updated),
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

/** Applies an update of a session. UNKNOWN: it is not ours, or its start was lost and must be pulled. */
export async function onSessionUpdate(
  deps: ChargingDeps,
  operatorId: string,
  update: SessionUpdate,
): Promise<"TAKEN" | "UNKNOWN"> {
  const found = await findReferenceOf(deps, operatorId, update);
  if (!found) return "UNKNOWN";
  const row = await changeSession(deps, found.user_id, found.session_id, async (session, tx) => {
    await update.alongside?.(tx);
    if (session.operator_id !== operatorId) return false;
    if (session.ocpi_session_id && !sameId(session.ocpi_session_id, update.id)) {
      deps.logger.error(
        { session: session.id, other: update.id },
        "a second session under one authorization reference",
      );
      return false;
    }
    const updated = new Date(update.session.last_updated);
    // OCPI pushes may come late and out of order: an older update never overwrites a newer one.
    if (isOlder(updated, session.ocpi_last_updated, deps.clock.now())) return false;
    if (!mayUpdate(session, update)) return false;
    if (!session.ocpi_session_id) {
      await pointReference(tx, ocpiKey(update.party, update.id), found);
      session.ocpi_session_id = update.id;
    }
    // The same update again restores what was lost of it, but does not show that the operator still reports.
    const isNew = session.ocpi_last_updated?.getTime() !== updated.getTime();
    session.ocpi_last_updated = updated;
    if (isNew) session.news_at = deps.clock.now();
    const wasNear = isNearLimit(session);
    await apply(deps, tx, session, update);
    // The watch says that the limit is near.
    if (!wasNear && isNearLimit(session)) await watchAt(deps, tx, session, deps.clock.now());
    else if (isNew) await watchSilence(deps, tx, session);
    return true;
  });
  return row ? "TAKEN" : "UNKNOWN";
}

/**
 * What the operator ended never starts again, but the operator may still withdraw it before its bill (OCPI 2.2.1
 * mod_sessions: an INVALID session will not be billed). What we ended without the operator, it may still update.
 */
function mayUpdate(row: SessionRow, { session }: SessionUpdate): boolean {
  if (row.status === "INVALID") return false;
  const isWithdrawn = session.status === "INVALID" && row.step === "ENDED";
  return row.status !== "COMPLETED" || row.given_up_at !== null || isWithdrawn;
}

async function apply(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  update: SessionUpdate,
): Promise<void> {
  const session = withoutImplausible(row, update.session, deps.clock.now());
  if (Object.keys(session).length < Object.keys(update.session).length) {
    deps.logger.warn(
      { session: row.id, told: update.session },
      "figures that cannot be true dropped",
    );
  }
  if (session.start_date_time) row.start_at = new Date(session.start_date_time);
  // Without a plausible start time, the limit of the session is still enforced.
  else if (session.status === "ACTIVE") row.start_at ??= row.requested_at;
  if (session.end_date_time) row.end_at = new Date(session.end_date_time);
  if (session.kwh !== undefined) row.kwh = session.kwh;
  if (session.charging_periods)
    await storeMeter(tx, row, meterOf(session.charging_periods), update.whole);
  await measure(deps, tx, row);
  await measureParking(deps, tx, row);
  await holdForParking(deps, tx, row);
  await followStatus(deps, tx, row, session.status);
  await notifyParkingFee(deps, tx, row);
}
