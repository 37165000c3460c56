import type { SharedTrip, Trip, TripPlan, TripSummary } from "@voltmarg/contract";
import { decodePolyline, distanceKm, encodePolyline, type Position } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { newId, newSecret } from "../../platform/ids.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import {
  countNamed,
  findShare,
  findTrip,
  insertShare,
  insertTrip,
  listTrips,
  lockTrips,
  removeOldest,
  removeShare,
  removeTrip,
  updateTrip,
  type TripRow,
} from "./trips.store.ts";

type Deps = { database: Database; clock: Clock };

const MOST_UNNAMED = 10;
const MOST_NAMED = 50;
/** What a link shows begins and ends so far from where the driver does. */
const HIDDEN_KM = 1;
const MOST_POINTS = 10_000;

/** Keeps a plan among the last ten; returns its id. */
export async function keepTrip(
  { database, clock }: Deps,
  userId: string,
  plan: TripPlan,
): Promise<string> {
  const at = clock.now();
  const id = newId("trp", at);
  await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    await insertTrip(tx, userId, { id, plan, at });
    for (const key of await removeOldest(tx, userId, MOST_UNNAMED)) await removeShare(tx, key);
  });
  return id;
}

export const listKept = async ({ database }: Deps, userId: string): Promise<TripSummary[]> =>
  (await listTrips(database.db, userId)).map(summaryOf);

export async function getKept(
  { database }: Deps,
  userId: string,
  id: string,
): Promise<Outcome<{ data: Trip }, "NOT_FOUND">> {
  const row = await findTrip(database.db, userId, id);
  return row ? done({ data: { ...summaryOf(row), plan: row.plan, stops_now: null } }) : refuse("NOT_FOUND");
}

export async function updateKept(
  { database, clock }: Deps,
  userId: string,
  id: string,
  wanted: { name?: string | null | undefined; shared?: boolean | undefined },
): Promise<Outcome<{ data: TripSummary }, "NOT_FOUND" | "TOO_MANY_TRIPS">> {
  return database.transact(async (tx) => {
    await lockTrips(tx, userId);
    const before = await findTrip(tx, userId, id);
    if (!before) return refuse("NOT_FOUND");
    const name = wanted.name === undefined ? before.name : wanted.name;
    const isNew = name !== null && before.name === null;
    if (isNew && (await countNamed(tx, userId)) >= MOST_NAMED) return refuse("TOO_MANY_TRIPS");
    const share_key = await share(tx, { userId, before, wanted: wanted.shared, at: clock.now() });
    const row = { ...before, name, share_key };
    await updateTrip(tx, userId, row);
    return done({ data: summaryOf(row) });
  });
}

/** The key of the link after it was made, ended or left as it is. */
async function share(
  tx: Tx,
  of: { userId: string; before: TripRow; wanted: boolean | undefined; at: Date },
): Promise<string | null> {
  const { userId, before, wanted, at } = of;
  if (wanted === undefined || wanted === (before.share_key !== null)) return before.share_key;
  if (before.share_key !== null) {
    await removeShare(tx, before.share_key);
    return null;
  }
  const key = newSecret();
  await insertShare(tx, { key, userId, tripId: before.id, at });
  return key;
}

export async function deleteKept(
  { database }: Deps,
  userId: string,
  id: string,
): Promise<Outcome<{ data: { deleted: true } }, "NOT_FOUND">> {
  return database.transact(async (tx) => {
    await lockTrips(tx, userId);
    const gone = await removeTrip(tx, userId, id);
    if (!gone) return refuse("NOT_FOUND");
    if (gone.share_key !== null) await removeShare(tx, gone.share_key);
    return done({ data: { deleted: true } });
  });
}

export async function getShared(
  { database }: Deps,
  key: string,
): Promise<Outcome<{ data: SharedTrip }, "NOT_FOUND">> {
  const shared = await findShare(database.db, key);
  const row = shared && (await findTrip(database.db, shared.user_id, shared.trip_id));
  // The link may have ended between the two.
  return row?.share_key === key ? done({ data: asShown(row.plan) }) : refuse("NOT_FOUND");
}

const summaryOf = ({ id, name, plan, share_key, created_at }: TripRow): TripSummary => ({
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
  begun_at: null,
});

/** Without the vehicle, and without where exactly the driver starts and ends. */
function asShown(whole: TripPlan): SharedTrip {
  const { assumptions: _assumptions, petrol_minor: _petrol, ...plan } = whole;
  const { start, end } = plan;
  const line = (decodePolyline(plan.line, MOST_POINTS) ?? []).filter(
    (point) => distanceKm(point, start) > HIDDEN_KM && distanceKm(point, end) > HIDDEN_KM,
  );
  return { ...plan, start: about(start), end: about(end), line: encodePolyline(line) };
}

const about = <P extends Position>(place: P): P => ({
  ...place,
  latitude: Math.round(place.latitude * 100) / 100,
  longitude: Math.round(place.longitude * 100) / 100,
});
