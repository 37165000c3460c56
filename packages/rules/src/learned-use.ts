import { CHARGE_EFFICIENCY } from "./charging-curve.ts";

/** What a driver said of a vehicle at a moment: its odometer, and how full its battery was. */
export type VehicleReading = { atMs: number; odometerKm: number; percent: number };
/** A charging session of the vehicle. kWh from the plug; null: not known, or it is still charging. */
export type VehicleCharge = { startMs: number; endMs: number; kwh: number | null };

/** kWh and km between two readings. */
type Interval = { kwh: number; km: number };

const DAY_MS = 86_400_000;
const MOST_KM_A_DAY = 1_500;
/** A percent of the battery is some km: over fewer, rounding alone would decide. */
const LEAST_KM = 30;
/** Of the stated use. Charging that we do not know of makes an interval look too cheap, so nothing outside is clamped. */
const LEAST_SHARE = 0.6;
const MOST_SHARE = 1.6;
const LEAST_INTERVALS = 2;
const MOST_INTERVALS = 10;

/** kWh per km from a driver's own readings, by distance over the last intervals; null: too few that can be true. */
export function learnedUse({
  readings,
  charges,
  batteryKwh,
  statedUse,
}: {
  readings: readonly VehicleReading[];
  charges: readonly VehicleCharge[];
  batteryKwh: number;
  /** kWh per km, by what the vehicle states. */
  statedUse: number;
}): number | null {
  const kept = believable(readings);
  const intervals = kept
    .slice(1)
    .flatMap((to, nth) => intervalOf(kept[nth]!, to, charges, batteryKwh) ?? [])
    .filter(({ kwh, km }) => {
      const share = kwh / km / statedUse;
      return km >= LEAST_KM && share >= LEAST_SHARE && share <= MOST_SHARE;
    })
    .slice(-MOST_INTERVALS);
  if (intervals.length < LEAST_INTERVALS) return null;
  const sum = (of: keyof Interval) => intervals.reduce((total, one) => total + one[of], 0);
  return sum("kwh") / sum("km");
}

/** null: what was charged between the two is not known. A charge that goes on at a reading is in neither interval. */
function intervalOf(
  from: VehicleReading,
  to: VehicleReading,
  charges: readonly VehicleCharge[],
  batteryKwh: number,
): Interval | null {
  let kwh = (batteryKwh * (from.percent - to.percent)) / 100;
  for (const charge of charges) {
    if (charge.endMs <= from.atMs || charge.startMs >= to.atMs) continue;
    if (charge.kwh === null || charge.startMs < from.atMs || charge.endMs > to.atMs) return null;
    kwh += charge.kwh * CHARGE_EFFICIENCY;
  }
  return { kwh, km: to.odometerKm - from.odometerKm };
}

/**
 * The most readings that agree with each other, by time: the odometer rises, and not faster than a car drives. One that
 * was mistyped is left out wherever it stands, also as the first; of two rows of the same length the earlier counts.
 */
function believable(readings: readonly VehicleReading[]): VehicleReading[] {
  const sorted = readings.toSorted(
    (a, b) => a.atMs - b.atMs || a.odometerKm - b.odometerKm || a.percent - b.percent,
  );
  const rowsTo: VehicleReading[][] = [];
  for (const reading of sorted) {
    const before = rowsTo.filter((row) => follows(row.at(-1)!, reading));
    rowsTo.push([...longest(before), reading]);
  }
  return longest(rowsTo);
}

const longest = (rows: readonly VehicleReading[][]): VehicleReading[] =>
  rows.reduce((best, row) => (row.length > best.length ? row : best), []);

function follows(before: VehicleReading, after: VehicleReading): boolean {
  const km = after.odometerKm - before.odometerKm;
  const days = Math.max(1, (after.atMs - before.atMs) / DAY_MS);
  return km > 0 && km <= MOST_KM_A_DAY * days;
}
