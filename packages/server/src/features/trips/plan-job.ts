import {
  energyWay,
  openState,
  planTrip,
  STOP_MINUTES,
  tripLegs,
  type RoadPart,
  type Tariff,
  type TripAim,
  type TripDrive,
  type TripGap,
  type TripInput,
  type TripPlan,
  type TripWay,
} from "@voltmarg/rules";
import { monotonicMs } from "../../platform/clock.ts";
import type { Stretch } from "./read-road.ts";
import type { Candidate } from "./trip-candidates.ts";
import type { TripFacts } from "./trip-facts.ts";
import { createPrice, createRoughPrice, turnsOf, type Price } from "./trip-prices.ts";

/** A road as the reckoning needs it. `heights`: metres at its beginning and after each stretch; null: not known. */
export type Way = { stretches: readonly Stretch[]; heights: readonly number[] | null };

export type PlanJob = {
  way: Way;
  facts: TripFacts;
  aim: TripAim;
  stations: readonly Candidate[];
  tariffs: readonly Tariff[];
  departsMs: number;
};

export type PlannedStop = {
  stationId: string;
  plug: Candidate["plugs"][number];
  km: number;
  arriveMinutes: number;
  arriveKwh: number;
  leaveKwh: number;
  chargeMinutes: number;
  kwh: number;
  priceMinor: number | null;
  spare: { id: string; km: number } | null;
};
export type PlannedTrip = {
  stops: PlannedStop[];
  legs: { km: number; minutes: number; kwh: number }[];
  minutes: number;
  arriveKwh: number;
};

/** Rises and falls of less than so many metres are inaccuracies of the heights. */
const LEAST_RISE_M = 8;
/** How often stations that are closed by then are left out and the rest is planned anew. */
const MOST_ROUNDS = 6;
/** After so long, later rounds no longer look at when prices turn. */
const LATE_MS = 1_500;
/** A trip with its stops lasts so many times as long as the way alone. */
const LONGEST_SHARE = 2;
const MINUTE_MS = 60_000;

/** Plans a trip. Stations that are closed on arrival, or close while one charges, are not stopped at. */
export function planJob(job: PlanJob): { trip: PlannedTrip } | TripGap {
  const price = createPrice(job.tariffs, job.departsMs);
  const rough = createRoughPrice(job.tariffs, price);
  const began = monotonicMs();
  let stations = [...job.stations];
  for (let round = 1; ; round += 1) {
    // A busy machine gives a plan that may be a little dearer, not none.
    const late = monotonicMs() - began > LATE_MS;
    const input = inputOf(job, stations, rough, late);
    const plan = planTrip(input);
    if ("gap" in plan) return plan;
    const closed = round < MOST_ROUNDS ? closedStops(plan, stations, job.departsMs) : new Set();
    if (closed.size === 0) return { trip: asPlanned(plan, input, stations, price) };
    stations = stations.filter(({ id }) => !closed.has(id));
  }
}

function inputOf(
  { way, facts, aim, tariffs, departsMs }: PlanJob,
  stations: readonly Candidate[],
  price: Price,
  late: boolean,
): TripInput {
  const byId = new Map(stations.map((station) => [station.id, station]));
  const reckoned = reckon(way, facts);
  const longest = reckoned.minutes.at(-1)! * LONGEST_SHARE;
  return {
    way: reckoned,
    stations,
    turns: late ? [] : turnsOf(stations, tariffs, departsMs, longest),
    batteryKwh: facts.batteryKwh,
    startKwh: facts.startKwh,
    reserveKwh: facts.reserveKwh,
    endKwh: facts.endKwh,
    curves: facts.curves,
    kwhPerKm: facts.drive.kwhPerKm,
    minutesPerKm: facts.minutesPerKm,
    aim,
    price: ({ id }, plug, begun, kwh, minutes) => {
      const station = byId.get(id)!;
      return price({ station, plug: station.plugs[Number(plug.id)]! }, begun, kwh, minutes);
    },
  };
}

export const reckon = (way: Way, { drive }: TripFacts): TripWay => energyOfWay(way, drive);

export const energyOfWay = ({ stretches, heights }: Way, drive: TripDrive): TripWay =>
  energyWay(partsOf(stretches, heights), drive, { heights: heights !== null });

function partsOf(stretches: readonly Stretch[], heights: readonly number[] | null): RoadPart[] {
  let last = heights?.[0] ?? 0;
  return stretches.map(({ km, minutes }, nth) => {
    const rise = (heights?.[nth + 1] ?? last) - last;
    if (Math.abs(rise) < LEAST_RISE_M) return { km, minutes, climbM: 0, descentM: 0 };
    last += rise;
    return { km, minutes, climbM: Math.max(0, rise), descentM: Math.max(0, -rise) };
  });
}

function closedStops(
  { stops }: TripPlan,
  stations: readonly Candidate[],
  departsMs: number,
): Set<string> {
  const byId = new Map(stations.map((station) => [station.id, station]));
  const isShut = ({ station: { id }, arriveMinutes, plug, minutes }: TripPlan["stops"][number]) => {
    const { opening, timeZone } = byId.get(id)!;
    const arrives = departsMs + arriveMinutes * MINUTE_MS;
    const leaves = arrives + (STOP_MINUTES + plug.waitMinutes + minutes) * MINUTE_MS;
    try {
      const { isOpened, closesAt } = openState(opening, timeZone, new Date(arrives));
      return isOpened === false || (closesAt !== null && closesAt.getTime() < leaves);
    } catch {
      return false;
    }
  };
  return new Set(stops.filter(isShut).map(({ station }) => station.id));
}

function asPlanned(
  plan: TripPlan,
  input: TripInput,
  stations: readonly Candidate[],
  price: Price,
): PlannedTrip {
  const legs = tripLegs(input);
  const at = [
    -1,
    ...plan.stops.map(({ station }) => stations.findIndex(({ id }) => id === station.id)),
    stations.length,
  ];
  const places = [
    { km: 0, detourKm: 0 },
    ...stations,
    { km: input.way.km.at(-1) ?? 0, detourKm: 0 },
  ];
  const kmBetween = (from: number, to: number) => {
    const [a, b] = [places[from + 1]!, places[to + 1]!];
    return Math.abs(b.km - a.km) + (a.detourKm + b.detourKm) / 2;
  };
  const stops = plan.stops.map((stop, nth): PlannedStop => {
    const station = stations[at[nth + 1]!]!;
    const plug = station.plugs[Number(stop.plug.id)]!;
    const { arriveMinutes, arriveKwh, leaveKwh, kwh, minutes: chargeMinutes } = stop;
    const begun = arriveMinutes + STOP_MINUTES + plug.waitMinutes;
    const spareAt = stop.spare ? stations.findIndex(({ id }) => id === stop.spare!.id) : -1;
    return {
      stationId: station.id,
      plug,
      km: station.km,
      arriveMinutes,
      arriveKwh,
      leaveKwh,
      chargeMinutes,
      kwh,
      priceMinor: price({ station, plug }, begun, kwh, chargeMinutes),
      spare:
        spareAt < 0 ? null : { id: stations[spareAt]!.id, km: kmBetween(at[nth + 1]!, spareAt) },
    };
  });
  return {
    stops,
    legs: at.slice(1).map((to, nth) => {
      const { minutes, kwh } = legs.between(at[nth]!, to);
      return { km: kmBetween(at[nth]!, to), minutes, kwh };
    }),
    minutes: plan.minutes,
    arriveKwh: plan.arriveKwh,
  };
}
