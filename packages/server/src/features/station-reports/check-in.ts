import type { CheckIn, StationProblem, StationSummary } from "@voltmarg/contract";
import { distanceKm, isAtStation, localTime, type Position } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { arePhotosFor } from "../files/index.ts";
import { getLocation, PROOF_DAYS, readLastCharge, type StationsDeps } from "../stations/index.ts";
import { primaryVehicle } from "../vehicles/index.ts";
import {
  countSince,
  emptyOwn,
  evidenceAt,
  findCheckIn,
  findOfDay,
  findOwn,
  listShown,
  putCheckIn,
  putComplaint,
  removeOwn,
  type CheckInRow,
} from "./check-ins.store.ts";
import { lockProblems } from "./problems.store.ts";
import { addReport } from "./report-problem.ts";
import { summarise } from "./summarise.ts";

export type CheckInsDeps = StationsDeps & {
  /** Whether a driver ever charged anywhere. */
  hasCharged(userId: string): Promise<boolean>;
  photos: {
    read(userId: string, id: string): Promise<Buffer | null>;
    drop(tx: Tx, at: { userId: string; id: string }): Promise<void>;
  };
};

const DAY_MS = 86_400_000;
/** How long after a start a driver can say how it went, from anywhere. */
const AFTER_START_DAYS = 7;
/** Stations per driver and day; more are not visited. */
const MOST_A_DAY = 20;
/** Older ones say nothing about a station of today. */
const SHOWN_DAYS = 365;

/** The report that a check-in makes; the reason itself goes with it. */
const KINDS: Record<NonNullable<CheckIn["reason"]>, StationProblem["kind"]> = {
  NOT_POWERED: "DOES_NOT_START",
  SCREEN_OR_READER: "DOES_NOT_START",
  PLUG: "PLUG_DAMAGED",
  STOPS_OR_SLOW: "OTHER",
  OCCUPIED: "BLOCKED",
  PAYMENT: "DOES_NOT_START",
  CLOSED: "WRONG_INFO",
  OTHER: "OTHER",
};

type Said = Pick<CheckIn, "worked" | "reason" | "evse_uid" | "text"> & {
  photo_id: string | null;
  position: Position | null;
};
type Refusal =
  | "LOCATION_NOT_FOUND"
  | "CONNECTOR_NOT_FOUND"
  | "NOT_FOUND"
  | "NOT_AT_STATION"
  | "TOO_MANY_CHECK_INS"
  | "TOO_MANY_PROBLEMS";

/** Stores whether charging worked; what did not is reported as well, in the same transaction. */
export async function checkIn(
  deps: CheckInsDeps,
  userId: string,
  locationId: string,
  said: Said,
): Promise<Outcome<CheckIn, Refusal>> {
  const { database, clock } = deps;
  const station = await getLocation(deps, userId, locationId, null);
  if (!station) return refuse("LOCATION_NOT_FOUND");
  const uids = station.evses.map(({ uid }) => uid);
  if (said.evse_uid !== null && !uids.includes(said.evse_uid)) return refuse("CONNECTOR_NOT_FOUND");
  const at = clock.now();
  const near = said.position && isAtStation(distanceKm(said.position, station.coordinates));
  if (!near) {
    const since = new Date(at.getTime() - AFTER_START_DAYS * DAY_MS);
    const starts = await deps.startsAt(station.id, since);
    if (!starts.some(({ user_id }) => user_id === userId)) return refuse("NOT_AT_STATION");
  }
  const has_charged = await deps.hasCharged(userId);
  const vehicle = await primaryVehicle(database.db, userId);
  const day = new Date(localTime(station.time_zone, at.getTime()).day * DAY_MS)
    .toISOString()
    .slice(0, 10);
  try {
    const row = await database.transact(async (tx) => {
      await lockProblems(tx, userId);
      const before = await findOfDay(tx, { userId, locationId: station.id, day });
      if (!before && (await countSince(tx, userId, new Date(at.getTime() - DAY_MS))) >= MOST_A_DAY)
        throw new Refused("TOO_MANY_CHECK_INS");
      const { photo_id, worked, reason, text } = said;
      if (photo_id !== null && !(await arePhotosFor(tx, "CHECK_IN", userId, [photo_id])))
        throw new Refused("NOT_FOUND");
      if (before?.photo_id && before.photo_id !== photo_id)
        await deps.photos.drop(tx, { userId, id: before.photo_id });
      // A station with one charger has no other that can be meant.
      const evseUid = said.evse_uid ?? (uids.length === 1 ? uids[0]! : null);
      if (reason !== null) {
        const about = { userId, locationId: station.id, evseUid };
        const made = await addReport(tx, { ...about, kind: KINDS[reason], reason, text, at });
        if (typeof made === "string") throw new Refused(made);
      }
      return putCheckIn(tx, {
        user_id: userId,
        id: before?.id ?? newId("chk", at),
        location_id: station.id,
        evse_uid: evseUid,
        day,
        worked,
        reason,
        body: text,
        photo_id,
        vehicle: vehicle && `${vehicle.make} ${vehicle.model}`,
        has_charged,
        created_at: at,
      });
    });
    return done(toWire(row, userId));
  } catch (error) {
    if (error instanceof Refused) return refuse(error.reason);
    throw error;
  }
}

/** Rolls the transaction back. */
class Refused extends Error {
  reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** The check-ins of a location that are shown, newest first, and what all evidence of it says. */
export async function readCheckIns(
  deps: CheckInsDeps,
  userId: string,
  locationId: string,
  of: { page_no: number; page_size: number },
): Promise<Outcome<Page<CheckIn> & { summary: StationSummary }, "LOCATION_NOT_FOUND">> {
  const { db } = deps.database;
  const station = await getLocation(deps, userId, locationId, null);
  if (!station) return refuse("LOCATION_NOT_FOUND");
  const ago = (days: number) => new Date(deps.clock.now().getTime() - days * DAY_MS);
  const since = ago(PROOF_DAYS);
  const [found, starts, checkIns, lastCharge] = await Promise.all([
    listShown(db, station.id, ago(SHOWN_DAYS), of),
    deps.startsAt(station.id, since),
    evidenceAt(db, station.id, since),
    readLastCharge(db, station.id),
  ]);
  const shown = found.map((row) => toWire(row, userId));
  return done({
    ...page(shown, of.page_no, of.page_size, found[0]?.total ?? 0),
    summary: summarise({ starts, checkIns, lastCharge, since }),
  });
}

/**
 * Removes an own check-in with its photo. Its report stays with the back office, as any report does. Of one that is hidden,
 * or that other drivers complained about, the words go and the row stays, hidden: written again, it is hidden until the
 * staff show it.
 */
export function removeCheckIn(
  { database, clock, photos }: CheckInsDeps,
  userId: string,
  id: string,
): Promise<Outcome<{ id: string }, "NOT_FOUND">> {
  return database.transact(async (tx) => {
    const row = await findOwn(tx, userId, id);
    if (!row) return refuse("NOT_FOUND");
    if (row.judged) await emptyOwn(tx, userId, id, clock.now());
    else await removeOwn(tx, userId, id);
    if (row.photo_id) await photos.drop(tx, { userId, id: row.photo_id });
    return done({ id });
  });
}

/** A check-in that this driver may see; null: there is none. */
async function visible(deps: CheckInsDeps, userId: string, id: string) {
  const row = await findCheckIn(deps.database.db, id);
  if (!row || row.hidden_at) return null;
  return (await getLocation(deps, userId, row.location_id, null)) && row;
}

export async function readPhoto(
  deps: CheckInsDeps,
  userId: string,
  id: string,
): Promise<Buffer | null> {
  const row = await visible(deps, userId, id);
  return row?.photo_id ? deps.photos.read(row.user_id, row.photo_id) : null;
}

/** Says that another driver's check-in should not be shown. */
export async function reportCheckIn(
  deps: CheckInsDeps,
  userId: string,
  id: string,
  reason: string,
): Promise<Outcome<{ id: string }, "NOT_FOUND">> {
  const row = await visible(deps, userId, id);
  if (!row || row.user_id === userId) return refuse("NOT_FOUND");
  const at = deps.clock.now();
  await deps.database.transact((tx) => putComplaint(tx, { userId, checkInId: id, reason, at }));
  return done({ id });
}

const toWire = (row: CheckInRow, userId: string): CheckIn => ({
  id: row.id,
  location_id: row.location_id,
  evse_uid: row.evse_uid,
  worked: row.worked,
  reason: row.reason,
  text: row.body,
  photo: row.photo_id && `/api/ocpi/v1/check-ins/${row.id}/photo`,
  vehicle: row.vehicle,
  day: row.day,
  mine: row.user_id === userId,
});
