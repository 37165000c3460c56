import type { TripWay } from "./trip-way.ts";

/** A part of a way as a router gives it. */
export type RoadPart = {
  km: number;
  minutes: number;
  /** Metres up and down within it; 0 where no heights are known. */
  climbM: number;
  descentM: number;
};

export type DrivingStyle = "CALM" | "USUAL" | "FAST";

/** A vehicle's consumption, its mass and load, and how it is driven. */
export type TripDrive = {
  /** kWh per km in everyday use: battery by everyday range. */
  kwhPerKm: number;
  /** Of the empty vehicle with its driver. */
  massKg: number;
  /** kW of the air conditioning where it runs; 0: off, or there is none. */
  coolingKw: number;
  /** Passengers and luggage. */
  loadKg: number;
  style: DrivingStyle;
};

/** Everyday consumption is assumed to be that at this mean speed. */
const USUAL_KMH = 60;
/** A speed from the router outside of these limits is not plausible for such a vehicle. */
const SLOWEST_KMH = 5;
const FASTEST_KMH = 140;
/** Shares of the energy at that speed: tyres, air, and what runs whether it moves or not. */
const TYRES = 0.55;
const AIR = 0.35;
const STANDING = 0.1;
/** Of the road's usual speed. */
export const STYLE_SPEEDS: Record<DrivingStyle, number> = { CALM: 0.9, USUAL: 1, FAST: 1.12 };
/** kWh to lift a kilogram by a metre. */
const LIFT_KWH = 9.81 / 3_600_000;
/** From the battery to the wheels, and what comes back downhill. */
const UPHILL = 0.88;
const DOWNHILL = 0.6;
/** The factor on the energy of flat roads where no heights are known. */
const UNKNOWN_HEIGHTS = 1.05;

/** How much more (or less) a km takes at a speed than in everyday use, without cooling. */
export function speedFactor(kmh: number, loadShare = 0): number {
  const relative = Math.min(Math.max(kmh, SLOWEST_KMH), FASTEST_KMH) / USUAL_KMH;
  return TYRES * (1 + loadShare) + AIR * relative ** 2 + STANDING / relative;
}

/**
 * The way with its energy: everyday consumption by speed and load, cooling by time, climbs by mass. The energy recovered
 * on a descent never exceeds the energy of that part, so the kWh never fall. `heights`: the parts have heights.
 */
export function energyWay(
  parts: readonly RoadPart[],
  drive: TripDrive,
  { heights }: { heights: boolean },
): TripWay {
  const way = { km: [0], minutes: [0], kwh: [0] };
  const mass = drive.massKg + drive.loadKg;
  for (const part of parts) {
    if (!(part.km > 0)) continue;
    const minutes = part.minutes / STYLE_SPEEDS[drive.style];
    const kmh = minutes > 0 ? (part.km / minutes) * 60 : USUAL_KMH;
    const flat = drive.kwhPerKm * part.km * speedFactor(kmh, drive.loadKg / drive.massKg);
    const cooling = (drive.coolingKw * minutes) / 60;
    const lifted =
      mass * LIFT_KWH * (part.climbM / UPHILL - part.descentM * DOWNHILL) * (heights ? 1 : 0);
    const kwh = Math.max(0, flat * (heights ? 1 : UNKNOWN_HEIGHTS) + cooling + lifted);
    way.km.push(way.km.at(-1)! + part.km);
    way.minutes.push(way.minutes.at(-1)! + minutes);
    way.kwh.push(way.kwh.at(-1)! + kwh);
  }
  return way;
}
