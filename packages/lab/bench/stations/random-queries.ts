import type { Random } from "@voltmarg/testkit/random";

export type Wish = {
  latitude: number;
  longitude: number;
  km: number;
  statuses: string[];
  powerTypes: string[];
  standards: string[];
  power: { minKw: number | null; maxKw: number | null } | null;
  first: number;
  count: number;
};

type Place = { latitude: number; longitude: number };

/** The filter used to compare the engines: free, CCS2 and 30 to 240 kW on the same plug. */
export const COMPARED = {
  statuses: ["AVAILABLE"],
  powerTypes: [],
  standards: ["IEC_62196_T2_COMBO"],
  power: { minKw: 30, maxKw: 240 },
};

export const NOTHING = { statuses: [], powerTypes: [], standards: [], power: null };

type Filter = Pick<Wish, "statuses" | "powerTypes" | "standards" | "power">;

/** Random plug filters, each set half of the time. */
export function randomFilter(random: Random): Filter {
  const { pick } = random;
  const some = <T>(list: readonly T[]): T[] =>
    random.chance(0.5) ? [] : list.filter(() => random.chance(0.4));
  const low = pick([null, 0, 7.4, 30, 60, 120]);
  const high = pick([null, 22, 50, 120, 240]);
  return {
    statuses: some(["AVAILABLE", "CHARGING", "OUTOFORDER", "UNKNOWN"]),
    powerTypes: some(["DC", "AC_3_PHASE", "AC"]),
    standards: some(["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO", "GBT_DC"]),
    power:
      random.chance(0.5) || (low !== null && high !== null && low > high)
        ? null
        : { minKw: low, maxKw: high },
  };
}

/** A typical search of a driver near some station, with random filters. */
export function randomWish(random: Random, places: readonly Place[]): Wish {
  const { pick } = random;
  const near = pick(places);
  return {
    ...randomFilter(random),
    latitude: Math.min(90, Math.max(-90, near.latitude + (random.fraction() - 0.5) * 0.4)),
    longitude: near.longitude + (random.fraction() - 0.5) * 0.4,
    km: pick([0.5, 3, 10, 25, 50, 100]),
    first: pick([0, 0, 0, 20, 100]),
    count: pick([1, 20, 100, 5000]),
  };
}
