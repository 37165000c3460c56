import type { Location, TripStopNow, Vehicle } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { isUnderWay } from "./begin-trip.ts";
import { TAKEN_MS } from "./planned-times.ts";
import { stopNow } from "./stop-now.ts";
import {
  findStop,
  markSeen,
  removePassed,
  saveStop,
  stopsAt,
  stopsOfTrip,
  type StopOfTrip,
  type StopWatch,
  type Trouble,
} from "./stop-watches.store.ts";
import { findTrip, lockTrips, updateTrip, type TripRow } from "./trips.store.ts";

export type LookDeps = {
  database: Database;
  clock: Clock;
  vehicleOf(userId: string, id: string | undefined): Promise<Vehicle | null>;
  /** A station, and to which of the drivers it is offered; null: to none. */
  stationFor(
    userIds: readonly string[],
    id: string,
  ): Promise<{ location: Location; offers: ReadonlySet<string> } | null>;
  /** Those of the stations at which the driver began to charge since then. */
  chargedAt(userId: string, ids: readonly string[], since: Date): Promise<ReadonlySet<string>>;
  /** Tells the driver, once for each key. */
  notifyOfStop(
    tx: Tx,
    userId: string,
    about: { key: string; of: Trouble; place: string; tripId: string },
  ): Promise<void>;
};

/** A driver is told of the same trouble at the same stop again after so long, and so often on one trip. */
const AGAIN_MS = 30 * 60_000;
const MOST_NOTICES = 6;

/** Looks at one station for all trips under way that stop there. Running it again changes nothing. */
export async function lookAtStation(deps: LookDeps, locationId: string): Promise<void> {
  const { db } = deps.database;
  const stops = await stopsAt(db, locationId, deps.clock.now());
  if (stops.length === 0) return;
  const mark = stops[0]!.mark ?? 0;
  const drivers = [...new Set(stops.map(({ user_id }) => user_id))];
  const station = await deps.stationFor(drivers, locationId);
  const unchanged: StopWatch[] = [];
  for (const stop of stops) {
    const { user_id: userId, vehicle_id } = stop;
    const location = station?.offers.has(userId) ? station.location : undefined;
    const vehicle = await deps.vehicleOf(userId, vehicle_id ?? undefined);
    const found = stopNow(locationId, location, vehicle);
    if (troubleOf(found, stop, deps.clock.now()) === stop.trouble) unchanged.push(stop);
    else await remember(deps, stop, found, mark);
  }
  await markSeen(db, unchanged, mark);
}

/** Writes down what is new of a stop, and tells the driver. */
async function remember(
  deps: LookDeps,
  stop: StopOfTrip,
  found: TripStopNow,
  mark: number,
): Promise<void> {
  const { database, clock } = deps;
  const { user_id: userId, trip_id: tripId, location_id: id } = stop;
  const isBad = found.state === "LOST" || found.state === "TAKEN";
  const passed = isBad ? await lastPassed(deps, stop) : -1;
  await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    if (passed >= 0) await removePassed(tx, stop, passed);
    // The trip may have been ended, deleted or planned anew meanwhile.
    const [now, known] = [await findTrip(tx, userId, tripId), await findStop(tx, stop)];
    if (!now || !isUnderWay(now, clock.now()) || known?.location_id !== id) return;
    const trouble = troubleOf(found, known, clock.now());
    const told = trouble !== null && mayTell(known, trouble, now, clock.now());
    await saveStop(tx, {
      ...known,
      seen_mark: mark,
      trouble,
      ...(told && { [trouble === "LOST" ? "lost_at" : "taken_at"]: clock.now() }),
    });
    if (!told) return;
    const warned = now.warned + 1;
    await updateTrip(tx, userId, { ...now, warned });
    const key = `trip-stop:${tripId}:${now.begun_at!.getTime()}:${warned}`;
    const place = now.plan.stops[known.nth]!.station.name;
    await deps.notifyOfStop(tx, userId, { key, of: trouble, place, tripId });
  });
}

function troubleOf(
  { state }: TripStopNow,
  { arrives_at, trouble }: StopWatch,
  now: Date,
): Trouble | null {
  if (state === "LOST") return "LOST";
  // What is not known any more is neither better nor worse.
  if (state === "UNKNOWN") return trouble;
  const isNear = Math.abs(arrives_at.getTime() - now.getTime()) <= TAKEN_MS;
  return state === "TAKEN" && isNear ? "TAKEN" : null;
}

/** Only of what is new, not too often, and not without end. */
function mayTell(stop: StopWatch, trouble: Trouble, { warned }: TripRow, now: Date): boolean {
  const last = trouble === "LOST" ? stop.lost_at : stop.taken_at;
  const isLate = last === null || now.getTime() - last.getTime() >= AGAIN_MS;
  return trouble !== stop.trouble && isLate && warned < MOST_NOTICES;
}

/** The last stop that the driver has charged at: it and those before it lie behind. -1: none. */
async function lastPassed(
  deps: LookDeps,
  { user_id, trip_id, begun_at }: StopOfTrip,
): Promise<number> {
  const stops = await stopsOfTrip(deps.database.db, user_id, trip_id);
  const ids = stops.map(({ location_id }) => location_id);
  const charged = await deps.chargedAt(user_id, ids, begun_at);
  return Math.max(
    -1,
    ...stops.filter(({ location_id }) => charged.has(location_id)).map(({ nth }) => nth),
  );
}
