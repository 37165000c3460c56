import { exact, fraction, mul, roundHalfUpToPaise, ZERO, type Exact } from "./exact.ts";
import {
  clockHolds,
  compileTariff,
  firstMatch,
  isTariffValidAt,
  type Candidate,
  type CompiledTariff,
  type Moment,
} from "./match-element.ts";
import type { Tariff } from "./tariff.ts";
import { clockBoundaries, instantOf, localTime } from "./time-zone.ts";

/** What a row shows for a charge that would begin now. Paise including GST; null: no such price. */
export type HeadlinePrice = {
  perKwhMinor: bigint | null;
  perMinuteMinor: bigint | null;
  flatMinor: bigint | null;
  parkingPerMinuteMinor: bigint | null;
  /** the next instant of the local day at which one of these prices changes, RFC 3339 UTC */
  changesAt: string | null;
  /** true only when nothing that holds at this hour, and no minimum price, costs anything */
  free: boolean;
};

const PER_MINUTE = fraction(1n, 60n);

/**
 * The prices in force at `at`, for a plug of `powerKw` (absent: elements that depend on power do
 * not count). A tariff that is not valid at that moment has no prices. Throws RangeError for a
 * tariff or zone that cannot be read.
 */
export function headlinePrice(
  tariff: Tariff,
  timeZone: string,
  at: Date,
  powerKw?: number,
): HeadlinePrice {
  const now = at.getTime();
  const compiled = compileTariff(tariff, 1000n);
  const power = powerKw === undefined ? null : exact(powerKw);
  const valid = isTariffValidAt(tariff, now);
  const shown = valid ? pricesAt(compiled, timeZone, now, power) : null;
  return {
    perKwhMinor: minor(shown?.energy),
    perMinuteMinor: minor(shown?.time, PER_MINUTE),
    flatMinor: minor(shown?.flat),
    parkingPerMinuteMinor: minor(shown?.parking, PER_MINUTE),
    changesAt: valid ? nextChange(compiled, timeZone, now, power) : null,
    free: valid && isFree(tariff, compiled, timeZone, now),
  };
}

type Shown = Record<"energy" | "time" | "flat" | "parking", Candidate | null>;

function pricesAt(
  compiled: CompiledTariff,
  timeZone: string,
  at: number,
  power: Exact | null,
): Shown {
  const local = localTime(timeZone, at);
  const moment: Moment = { ...local, energy: 0n, elapsed: 0, power, current: null };
  const { ENERGY, TIME, FLAT, PARKING_TIME } = compiled.byDimension;
  const parked: Moment = { ...moment, power: ZERO, current: ZERO };
  return {
    energy: firstMatch(ENERGY, moment),
    time: firstMatch(TIME, moment),
    flat: firstMatch(FLAT, moment),
    parking: firstMatch(PARKING_TIME, parked),
  };
}

function minor(candidate: Candidate | null | undefined, factor?: Exact): bigint | null {
  if (candidate == null) return null;
  const price = candidate.priceInclVat;
  return roundHalfUpToPaise(factor === undefined ? price : mul(price, factor));
}

function nextChange(
  compiled: CompiledTariff,
  timeZone: string,
  now: number,
  power: Exact | null,
): string | null {
  if (compiled.clockTimes.length === 0) return null;
  const shown = pricesAt(compiled, timeZone, now, power);
  const midnight = instantOf(timeZone, localTime(timeZone, now).day + 1, 0);
  // Midnight itself ends today: a price that changes there is still news today.
  for (const at of clockBoundaries(timeZone, now, midnight + 1, compiled.clockTimes)) {
    const later = pricesAt(compiled, timeZone, at, power);
    const same = (["energy", "time", "flat", "parking"] as const).every((key) =>
      samePrice(shown[key], later[key]),
    );
    if (!same) return new Date(at).toISOString();
  }
  return null;
}

function samePrice(a: Candidate | null, b: Candidate | null): boolean {
  if (a === null || b === null) return a === b;
  return a.priceInclVat.n * b.priceInclVat.d === b.priceInclVat.n * a.priceInclVat.d;
}

function isFree(tariff: Tariff, compiled: CompiledTariff, timeZone: string, now: number): boolean {
  const minimum = tariff.min_price;
  if (minimum != null && (minimum.excl_vat > 0 || (minimum.incl_vat ?? 0) > 0)) return false;
  const local = localTime(timeZone, now);
  const moment: Moment = { ...local, energy: 0n, elapsed: 0, power: null, current: null };
  const inForce = Object.values(compiled.byDimension)
    .flat()
    .filter(({ when }) => when === null || clockHolds(when, moment));
  return inForce.length > 0 && inForce.every(({ price }) => price.n === 0n);
}
