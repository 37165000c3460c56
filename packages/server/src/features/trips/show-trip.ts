import type { SharedTrip, TripPlan } from "@voltmarg/contract";
import { encodePolyline, STOP_MINUTES, STYLE_SPEEDS, type Position } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findRoad, type RoadDeps } from "./find-road.ts";
import type { Road } from "./read-road.ts";
import { shownPlace } from "./trip-places.ts";
import {
  findShare,
  findTrip,
  keepShown,
  lockTrips,
  type ShareRow,
  type TripRow,
} from "./trips.store.ts";

export type ShowDeps = RoadDeps & {
  database: Database;
  clock: Clock;
  /** An unpredictable random number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
};

/**
 * What a link shows to anybody who has it. No part is taken from the driver's plan: the router is asked for a route between
 * the moved places, so that line, distances and times do not reveal where the driver lives.
 */
export async function getShared(
  deps: ShowDeps,
  key: string,
): Promise<Outcome<{ data: SharedTrip }, "NOT_FOUND" | "UNAVAILABLE">> {
  const { database } = deps;
  const share = await findShare(database.db, key);
  const trip = share && (await findTrip(database.db, share.user_id, share.trip_id));
  // The link may have ended between the two.
  if (!share || trip?.share_key !== key) return refuse("NOT_FOUND");
  const isOfPlan = share.shown_of?.getTime() === trip.planned_at.getTime();
  const shown = isOfPlan ? share.shown : await show(deps, share, trip);
  return shown ? done({ data: named(shown, share) }) : refuse("UNAVAILABLE");
}

const named = (shown: SharedTrip, { start_name, end_name }: ShareRow): SharedTrip => ({
  ...shown,
  start: { ...shown.start, ...(start_name !== null && { name: start_name }) },
  end: { ...shown.end, ...(end_name !== null && { name: end_name }) },
});

/** null: the router does not say how one gets there. */
async function show(
  deps: ShowDeps,
  { key, user_id: userId }: ShareRow,
  trip: TripRow,
): Promise<SharedTrip | null> {
  const { database, clock, fraction } = deps;
  const { plan, planned_at: shownOf } = trip;
  const by = { at: clock.now(), fraction };
  const [start, end] = await database.transact(async (tx) => {
    await lockTrips(tx, userId);
    return [
      await shownPlace(tx, userId, plan.start, by),
      await shownPlace(tx, userId, plan.end, by),
    ] as const;
  });
  const stops = plan.stops.map(({ station }) => station);
  const road = await findRoad(deps, [start, ...stops, end], { withHeights: false });
  if (typeof road === "string") return null;
  const speed = STYLE_SPEEDS[trip.style ?? "USUAL"];
  const shown = shownTrip(plan, { start, end, road, speed });
  await keepShown(database.db, { key, shown, shownOf });
  return shown;
}

/**
 * Battery, energy and price are left out, and charging is told in steps: what is charged at a stop replaces what the way
 * to it used, and its price in paise would say where that way began.
 */
function shownTrip(
  plan: TripPlan,
  { start, end, road, speed }: { start: Position; end: Position; road: Road; speed: number },
): SharedTrip {
  const departs = Date.parse(plan.departs_at);
  const at = (minutes: number) => new Date(departs + minutes * 60_000).toISOString();
  const legs = road.legs.map(({ km, minutes }) => ({
    km: tenth(km),
    minutes: Math.round(minutes / speed),
  }));
  let [km, minutes] = [0, 0];
  const stops = plan.stops.map((stop, nth) => {
    const { arrive_percent: _a, leave_percent: _l, kwh: _k, price_minor: _p, ...open } = stop;
    km += legs[nth]!.km;
    minutes += legs[nth]!.minutes;
    const charge_minutes = Math.ceil(stop.charge_minutes / STEP_MINUTES) * STEP_MINUTES;
    const arrives_at = at(minutes);
    minutes += STOP_MINUTES + stop.wait_minutes + charge_minutes;
    return { ...open, km: tenth(km), arrives_at, charge_minutes };
  });
  minutes += legs.at(-1)!.minutes;
  const { preference, departs_at } = plan;
  return {
    preference,
    start,
    end,
    departs_at,
    arrives_at: at(minutes),
    km: tenth(km + legs.at(-1)!.km),
    minutes,
    drive_minutes: sum(legs.map((leg) => leg.minutes)),
    charge_minutes: sum(stops.map(({ charge_minutes }) => charge_minutes)),
    stops,
    legs,
    line: encodePolyline(road.line),
  };
}
const STEP_MINUTES = 10;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const tenth = (value: number) => Math.round(value * 10) / 10;
