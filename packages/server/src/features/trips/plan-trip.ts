import type {
  Location,
  trips,
  TripAssumption,
  TripGap,
  TripPlan,
  Vehicle,
} from "@voltmarg/contract";
import type { RouteInput } from "@voltmarg/contract";
import { STOP_MINUTES, type Position } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WorkerJobs } from "../../platform/worker-jobs.ts";
import type { jobs } from "./jobs.ts";
import { faultOfPlaces } from "./check-places.ts";
import { findRoad } from "./find-road.ts";
import { learnedUseOf, type LearnDeps } from "./learned-use.ts";
import type { NoRoad } from "./read-road.ts";
import type { Router } from "./router.ts";
import { candidatesOf, DETOUR_FACTOR, WAIT_MINUTES } from "./trip-candidates.ts";
import { withExpectedWaits, type UsedDeps } from "./expected-waits.ts";
import { factsOf, type TripVehicle } from "./trip-facts.ts";
import type { PlanJob, PlannedTrip, Way } from "./plan-job.ts";
import type { NewPlan } from "./trips.store.ts";
import { gapToWire, planToWire } from "./trip-to-wire.ts";

type Asked = RouteInput<typeof trips.planTrip>["body"];
type Answer = { id: string | null; plan: TripPlan | null; gap: TripGap | null };
type Code = (typeof trips.planTrip.errors)[number];

export type PlanDeps = LearnDeps &
  UsedDeps & {
    clock: Clock;
    /** null: there is no road router. */
    router: Router | null;
    jobs: WorkerJobs<typeof jobs>;
    /** Rupees a litre, and km on one. */
    petrol: { price: number; kmPerLitre: number };
    /** The vehicle of that id, or the primary one; null: there is none. */
    vehicleOf(userId: string, id: string | undefined): Promise<TripVehicle | null>;
    /** Stations with a plug that fits along a way; null: they are still loading. */
    findStations(
      userId: string,
      search: {
        line: readonly Position[];
        lineKm: readonly number[];
        offKm: number;
        vehicle: Vehicle;
        most: number;
      },
    ): Promise<{ id: string; alongKm: number; offKm: number }[] | null>;
    hasTrip(userId: string, id: string): Promise<boolean>;
    /** Keeps a plan, in the place of a trip's where there is one; returns its id. null: there is no such trip any more. */
    keep(userId: string, made: NewPlan, replaces: string | undefined): Promise<string | null>;
    /** On how many of the last days one of these plugs was free at the hour of an instant; null: not known. */
    usuallyFree(at: {
      locationId: string;
      evseUids: readonly string[];
      timeZone: string;
      instant: Date;
    }): Promise<{ free: number; of: number } | null>;
    showStations(
      userId: string,
      ids: readonly string[],
    ): Promise<{ stations: Location[]; isDoubtful(id: string, evseUid: string): boolean }>;
  };

const LATEST_MS = 30 * 86_400_000;
const EARLIEST_MS = -3_600_000;
/** Departures within it are now. */
const SOON_MS = 900_000;
const OFF_KM = 5;
const MOST_STATIONS = 300;

/** One call for the way, one search along it, one plan, and one call for the way through its stops. */
export async function planTrip(
  deps: PlanDeps,
  userId: string,
  asked: Asked,
): Promise<Outcome<{ data: Answer }, Code>> {
  const vehicle = await deps.vehicleOf(userId, asked.vehicle_id);
  if (!vehicle) return refuse(asked.vehicle_id === undefined ? "VEHICLE_NEEDED" : "NOT_FOUND");
  const { replaces } = asked;
  if (replaces !== undefined && !(await deps.hasTrip(userId, replaces))) return refuse("NOT_FOUND");
  if (vehicle.vehicle_type !== "FOUR_WHEELER") return refuse("TRIP_FOR_CARS_ONLY");
  const now = deps.clock.now().getTime();
  const departsMs = asked.departs_at === undefined ? now : Date.parse(asked.departs_at);
  const fault = faultOf(asked, departsMs - now);
  if (fault) return refuse(fault);
  const { odometer_km: odometerKm, charge_percent: percent } = asked;
  // The charge of a later departure is not that of the vehicle as it stands there.
  if (odometerKm !== undefined && departsMs - now <= SOON_MS)
    await deps.keepReading(userId, vehicle.id, { atMs: now, odometerKm, percent });
  const reckoned = factsOf(vehicle, asked, await learnedUseOf(deps, userId, vehicle));
  if (!reckoned) return refuse("TRIP_BATTERY_UNKNOWN");
  const { facts } = reckoned;

  const road = await findRoad(deps, [asked.start, asked.end]);
  if (typeof road === "string") return refuse(CODES[road]);
  const found = await deps.findStations(userId, {
    line: road.line,
    lineKm: road.lineKm,
    offKm: OFF_KM,
    vehicle,
    most: MOST_STATIONS,
  });
  if (!found) return refuse("UNAVAILABLE");
  const known = await deps.showStations(
    userId,
    found.map(({ id }) => id),
  );
  const way = { stretches: road.stretches, heights: road.heights };
  const candidates = await withExpectedWaits(
    deps,
    candidatesOf(found, known.stations, vehicle, known.isDoubtful),
    { departsMs, km: road.km, minutes: minutesOf(road) },
  );
  const job: PlanJob = { way, facts, aim: asked.preference, departsMs, ...candidates };
  const planned = await deps.jobs.run("plan", job);
  if (!planned) return refuse("UNAVAILABLE");
  const broken = (gap: TripGap) => done({ data: { id: null, plan: null, gap } });
  if ("gap" in planned) return broken(gapToWire(planned.gap, road));
  const sure = await confirm(deps, asked, job, planned.trip, known.stations);
  if (sure && "gap" in sure) return broken(gapToWire(sure.gap, road));
  const assumptions: TripAssumption[] = [
    ...reckoned.assumptions,
    road.heights ? { of: "HEIGHTS", value: null } : { of: "FLAT", value: 5 },
    { of: "STOP", value: STOP_MINUTES },
    { of: "WAIT", value: WAIT_MINUTES },
    { of: "DETOUR", value: DETOUR_FACTOR },
    { of: "PRICES", value: null },
    { of: "PETROL", value: Math.round(deps.petrol.price * 100) },
    ...(sure?.confirmed ? [] : [{ of: "NOT_CONFIRMED" as const, value: null }]),
  ];
  const trip = sure?.trip ?? planned.trip;
  const plan = planToWire({
    asked,
    departsMs,
    trip,
    expected: await expectedAt(deps, trip, known.stations, departsMs),
    batteryKwh: facts.batteryKwh,
    stations: known.stations,
    line: (sure?.confirmed ? sure.line : null) ?? road.line,
    petrol: deps.petrol,
    assumptions,
  });
  const made = {
    plan,
    vehicleId: vehicle.id,
    chargePercent: asked.charge_percent,
    style: asked.style,
  };
  const id = await deps.keep(userId, made, replaces);
  return id === null ? refuse("NOT_FOUND") : done({ data: { id, plan, gap: null } });
}

const minutesOf = ({ stretches }: Way) => stretches.reduce((sum, { minutes }) => sum + minutes, 0);

const expectedAt = (
  { usuallyFree }: PlanDeps,
  { stops }: PlannedTrip,
  stations: readonly Location[],
  departsMs: number,
) => {
  const zones = new Map(stations.map(({ id, time_zone }) => [id, time_zone]));
  return Promise.all(
    stops.map(({ stationId, plug: { evseUids }, arriveMinutes }) =>
      usuallyFree({
        locationId: stationId,
        evseUids,
        timeZone: zones.get(stationId)!,
        instant: new Date(departsMs + Math.round(arriveMinutes * 60_000)),
      }),
    ),
  );
};

const CODES: Record<NoRoad | "BUSY", Code> = {
  NO_ROAD: "TRIP_NO_ROAD",
  NO_ROUTE: "TRIP_NO_ROUTE",
  TOO_LONG: "TRIP_TOO_LONG",
  UNREACHABLE: "TRIP_ROADS_AWAY",
  BUSY: "UNAVAILABLE",
};

function faultOf({ start, end, charge_percent }: Asked, aheadMs: number): Code | null {
  const wrong = faultOfPlaces([start, end]);
  if (wrong) return wrong;
  if (charge_percent === 0) return "TRIP_NO_CHARGE";
  return aheadMs >= EARLIEST_MS && aheadMs <= LATEST_MS ? null : "TRIP_DEPARTURE";
}

/** The plan by the road through its stops; null: the router does not say. */
async function confirm(
  deps: PlanDeps,
  { start, end }: Asked,
  job: PlanJob,
  trip: PlannedTrip,
  stations: readonly Location[],
) {
  // It is the way that was asked for first.
  if (trip.stops.length === 0) return { trip, confirmed: true, line: null };
  const at = new Map(stations.map(({ id, coordinates }) => [id, coordinates]));
  const stops = trip.stops.map(({ stationId }) => at.get(stationId)!);
  const road = await findRoad(deps, [start, ...stops, end]);
  if (typeof road === "string") return null;
  const through: Way = { stretches: road.stretches, heights: road.heights };
  const sure = await deps.jobs.run("confirm", { job, trip, through });
  return sure && { ...sure, line: road.line };
}
