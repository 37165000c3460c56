import type { Location, RouteInput, Trip, trips, TripSummary, Vehicle } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { newId, newSecret } from "../../platform/ids.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { beginTrip, endTrip, isUnderWay, watchStops } from "./begin-trip.ts";
import { endsAt } from "./planned-times.ts";
import { stopsNow } from "./stop-now.ts";
import { removeStops, stopsOfTrip } from "./stop-watches.store.ts";
import type { WatchedStations } from "./watched-stations.ts";
import {
  countNamed,
  findTrip,
  insertTrip,
  listTrips,
  lockTrips,
  putShare,
  removeOldest,
  removeShare,
  removeTrip,
  replacePlan,
  updateTrip,
  type NewPlan,
  type TripRow,
} from "./trips.store.ts";

export type KeepDeps = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  watched: WatchedStations;
  vehicleOf(userId: string, id: string | undefined): Promise<Vehicle | null>;
  stationsNow(userId: string, ids: readonly string[]): Promise<Location[]>;
};

const MOST_UNNAMED = 10;
const MOST_NAMED = 50;

/** Keeps a plan among the last ten; returns its id. */
export async function keepTrip(
  { database, clock }: KeepDeps,
  userId: string,
  made: NewPlan,
): Promise<string> {
  const at = clock.now();
  const id = newId("trp", at);
  await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    await insertTrip(tx, userId, { id, at, ...made });
    for (const key of await removeOldest(tx, userId, MOST_UNNAMED, at)) await removeShare(tx, key);
  });
  return id;
}

/** Puts a plan in the place of a trip's, which keeps all else. False: the driver has no such trip any more. */
export async function replaceKept(
  deps: KeepDeps,
  userId: string,
  id: string,
  made: NewPlan,
): Promise<boolean> {
  const { database, clock, outbox } = deps;
  const at = clock.now();
  const found = await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    const before = await findTrip(tx, userId, id);
    if (!before) return false;
    await replacePlan(tx, userId, { id, at, ...made });
    if (!isUnderWay(before, at)) return true;
    const row = { ...before, plan: made.plan, ends_at: endsAt(made.plan, before.begun_at!) };
    await updateTrip(tx, userId, row);
    await watchStops(tx, outbox, userId, row, at);
    return true;
  });
  if (found) await announceStops(deps, userId, id);
  return found;
}

/** Every replica learns which stations are watched from now on. */
const announceStops = async ({ database, watched }: KeepDeps, userId: string, id: string) =>
  watched.added(await stopsOfTrip(database.db, userId, id));

export const hasKept = async ({ database }: KeepDeps, userId: string, id: string) =>
  (await findTrip(database.db, userId, id)) !== null;

export async function listKept(
  { database, clock }: KeepDeps,
  userId: string,
): Promise<TripSummary[]> {
  const now = clock.now();
  return (await listTrips(database.db, userId, now)).map((row) => summaryOf(row, now));
}

export async function getKept(
  deps: KeepDeps,
  userId: string,
  id: string,
): Promise<Outcome<{ data: Trip }, "NOT_FOUND">> {
  const row = await findTrip(deps.database.db, userId, id);
  if (!row) return refuse("NOT_FOUND");
  const now = deps.clock.now();
  const stops_now = isUnderWay(row, now) ? await stopsNow(deps, userId, row) : null;
  return done({ data: { ...summaryOf(row, now), plan: row.plan, stops_now } });
}

type Wanted = RouteInput<typeof trips.updateTrip>["body"];

export async function updateKept(
  deps: KeepDeps,
  userId: string,
  id: string,
  wanted: Wanted,
): Promise<Outcome<{ data: TripSummary }, "NOT_FOUND" | "TOO_MANY_TRIPS">> {
  const { database, clock, outbox } = deps;
  const now = clock.now();
  const outcome = await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    const before = await findTrip(tx, userId, id);
    if (!before) return refuse("NOT_FOUND");
    const name = wanted.name === undefined ? before.name : wanted.name;
    const isNew = name !== null && before.name === null;
    if (isNew && (await countNamed(tx, userId)) >= MOST_NAMED) return refuse("TOO_MANY_TRIPS");
    const share_key = await share(tx, { userId, before, wanted, at: now });
    const was = isUnderWay(before, now);
    const begins = wanted.begun === true && !was;
    const ends = wanted.begun === false && was;
    const moved = begins
      ? await beginTrip(tx, outbox, userId, before, now)
      : ends
        ? await endTrip(tx, userId, before)
        : before;
    const row = { ...moved, name, share_key };
    await updateTrip(tx, userId, row);
    return done({ data: summaryOf(row, now) });
  });
  if (outcome.ok && wanted.begun) await announceStops(deps, userId, id);
  return outcome;
}

/** The key of the link after it was made, named, ended or left as it is. */
async function share(
  tx: Tx,
  of: { userId: string; before: TripRow; wanted: Wanted; at: Date },
): Promise<string | null> {
  const { userId, before, wanted, at } = of;
  if (wanted.shared) {
    const key = before.share_key ?? newSecret();
    const names = { start: wanted.shared_start ?? null, end: wanted.shared_end ?? null };
    await putShare(tx, { key, userId, tripId: before.id, at, ...names });
    return key;
  }
  if (wanted.shared === undefined) return before.share_key;
  if (before.share_key !== null) await removeShare(tx, before.share_key);
  return null;
}

export async function deleteKept(
  { database, clock }: KeepDeps,
  userId: string,
  id: string,
): Promise<Outcome<{ data: { deleted: true } }, "NOT_FOUND">> {
  return database.transact(async (tx) => {
    await lockTrips(tx, userId);
    const gone = await removeTrip(tx, userId, id);
    if (!gone) return refuse("NOT_FOUND");
    if (gone.share_key !== null) await removeShare(tx, gone.share_key);
    if (isUnderWay(gone, clock.now())) await removeStops(tx, userId);
    return done({ data: { deleted: true } });
  });
}

const summaryOf = (row: TripRow, now: Date): TripSummary => {
  const { id, name, plan, share_key, created_at } = row;
  return {
    id,
    name,
    start: plan.start,
    end: plan.end,
    departs_at: plan.departs_at,
    km: plan.km,
    minutes: plan.minutes,
    stops: plan.stops.length,
    price_minor: plan.price_minor,
    share_key,
    created_at: created_at.toISOString(),
    begun_at: isUnderWay(row, now) ? row.begun_at!.toISOString() : null,
  };
};
