/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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

/** What the engines are compared by: free, CCS2 and 30 to 240 kW on one and the same plug. */
export const COMPARED = {
  statuses: ["AVAILABLE"],
  powerTypes: [],
  standards: ["IEC_62196_T2_COMBO"],
  power: { minKw: 30, maxKw: 240 },
};

/** A search a driver might make, near some station, with any of the filters. */
export function randomWish(random: () => number, places: readonly Place[]): Wish {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = <T>(list: readonly T[]): T[] =>
    random() < 0.5 ? [] : list.filter(() => random() < 0.4);
  const near = pick(places);
  const count = pick([1, 20, 100, 5000]);
  const low = pick([null, 0, 7.4, 30, 60, 120]);
  const high = pick([null, 22, 50, 120, 240]);
  return {
    latitude: Math.min(90, Math.max(-90, near.latitude + (random() - 0.5) * 0.4)),
    longitude: near.longitude + (random() - 0.5) * 0.4,
    km: pick([0.5, 3, 10, 25, 50, 100]),
    statuses: some(["AVAILABLE", "CHARGING", "OUTOFORDER", "UNKNOWN"]),
    powerTypes: some(["DC", "AC_3_PHASE", "AC"]),
    standards: some(["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO", "GBT_DC"]),
    power:
      random() < 0.5 || (low !== null && high !== null && low > high)
        ? null
        : { minKw: low, maxKw: high },
    first: pick([0, 0, 0, 20, 100]),
    count,
  };
}
