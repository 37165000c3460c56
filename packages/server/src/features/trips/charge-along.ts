import { alongWay, type TripWay } from "@voltmarg/rules";

const STEP_KM = 5;
/** The km at which the battery is empty is found to so many km. */
const EXACT_KM = 0.01;

type ChargeAt = { km: number; percent: number };

/**
 * The battery along a line without charging: at its start, every 5 km, where it reaches 0, and at its end. `lineKm` and
 * `roadKm`: km along the line and by road at each of its points.
 */
export function chargeAlong(of: {
  way: TripWay;
  lineKm: readonly number[];
  roadKm: readonly number[];
  percent: number;
  batteryKwh: number;
}): ChargeAt[] {
  const { way, lineKm, roadKm, percent, batteryKwh } = of;
  const byLine = { km: lineKm, minutes: roadKm, kwh: roadKm };
  const left = (km: number) =>
    percent - (alongWay(way, "kwh", alongWay(byLine, "kwh", km)) / batteryKwh) * 100;
  const end = lineKm.at(-1) ?? 0;
  const points: ChargeAt[] = [];
  const add = (km: number, value: number) =>
    points.push({ km: Math.round(km * 100) / 100, percent: Math.round(value * 10) / 10 });
  for (let km = 0, before = 0; ; before = km, km = Math.min(km + STEP_KM, end)) {
    const empty = left(before) > 0 && left(km) <= 0 ? emptyAt(left, before, km) : km;
    if (empty < km) add(empty, 0);
    add(km, Math.max(0, left(km)));
    if (km >= end) return points;
  }
}

/** Where between two km the battery becomes empty. */
function emptyAt(left: (km: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (high - low > EXACT_KM) {
    const middle = (low + high) / 2;
    if (left(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}
