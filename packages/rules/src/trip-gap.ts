import type { TripInput } from "./trip-input.ts";
import { tripLegs } from "./trip-legs.ts";
import { lengthOf, type TripWay } from "./trip-way.ts";

/** Why a trip cannot be driven: between which kilometres no plug that fits is known. */
export type TripGap = {
  gap: {
    fromKm: number;
    /** The next plug that fits, or the end. */
    toKm: number;
    missingKwh: number;
    /** The changes each of which alone would make the trip possible. */
    helps: ("START_FULLER" | "SLOWER" | "LESS_AT_END")[];
  };
};

/** The share of the energy that calm driving needs at most: after this advice, the next plan must exist. */
const SLOWER = 0.95;

type Ask = Pick<
  TripInput,
  | "way"
  | "stations"
  | "batteryKwh"
  | "startKwh"
  | "reserveKwh"
  | "endKwh"
  | "kwhPerKm"
  | "minutesPerKm"
>;

export function findGap(ask: Ask): TripGap {
  const { stations, way } = ask;
  const { reached, missing } = reach(ask);
  const kmOf = (at: number) =>
    at < 0 ? 0 : at === stations.length ? lengthOf(way) : stations[at]!.km;
  const from = Math.max(...reached);
  const to = [...missing.keys()].find((at) => at > from) ?? stations.length;
  const slower: TripWay = { ...way, kwh: way.kwh.map((kwh) => kwh * SLOWER) };
  const ways: [TripGap["gap"]["helps"][number], Ask][] = [
    ["START_FULLER", { ...ask, startKwh: ask.batteryKwh }],
    ["SLOWER", { ...ask, way: slower, kwhPerKm: ask.kwhPerKm * SLOWER }],
    ["LESS_AT_END", { ...ask, endKwh: ask.reserveKwh }],
  ];
  return {
    gap: {
      fromKm: kmOf(from),
      toKm: kmOf(to),
      missingKwh: missing.get(to) ?? 0,
      helps: ways
        .filter(([, changed]) => reach(changed).reached.has(stations.length))
        .map(([name]) => name),
    },
  };
}

/** The stations within reach, if each is left with a full battery, and how many kWh are missing at least for the others. */
function reach(ask: Ask): { reached: Set<number>; missing: Map<number, number> } {
  const { stations, batteryKwh, startKwh, reserveKwh, endKwh } = ask;
  const legs = tripLegs(ask);
  const reached = new Set([-1]);
  const missing = new Map<number, number>();
  for (let to = 0; to <= stations.length; to += 1) {
    const least = to === stations.length ? endKwh : reserveKwh;
    let lacks = Number.POSITIVE_INFINITY;
    for (const from of reached) {
      const has = from < 0 ? startKwh : batteryKwh;
      lacks = Math.min(lacks, legs.between(from, to).kwh + least - has);
    }
    if (lacks <= 0) reached.add(to);
    else missing.set(to, lacks);
  }
  return { reached, missing };
}
