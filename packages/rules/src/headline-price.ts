import {
  clockHolds,
  compileTariff,
  isTariffValidAt,
  type CompiledTariff,
  type Moment,
} from "./match-element.ts";
import { momentOfStart, pricesAt, priceSchedule, type Prices } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";
import { instantOf, localTime } from "./time-zone.ts";

/** The price shown in a list row, for a charge that begins now. */
export type HeadlinePrice = Prices & {
  /** the next instant of the local day at which one of these prices changes, RFC 3339 UTC */
  changesAt: string | null;
  /** true only when no price in force at this time, and no minimum price, costs anything */
  free: boolean;
};

const NONE: Prices = {
  perKwhMinor: null,
  perMinuteMinor: null,
  flatMinor: null,
  parkingPerMinuteMinor: null,
};

/**
 * The prices in force at `at`, for a plug of `powerKw` (absent: elements that depend on power do not count). A
 * tariff that is not valid at that time has no prices. Throws RangeError for an invalid tariff or zone.
 */
export function headlinePrice(
  tariff: Tariff,
  timeZone: string,
  at: Date,
  powerKw?: number,
): HeadlinePrice {
  const now = at.getTime();
  const compiled = compileTariff(tariff, 1000n);
  const valid = isTariffValidAt(tariff, now);
  const shown = valid ? pricesAt(compiled, momentOfStart(timeZone, now, powerKw)) : NONE;
  return {
    ...shown,
    changesAt: valid ? nextChange(tariff, compiled, timeZone, at, powerKw) : null,
    free: valid && isFree(tariff, compiled, timeZone, now),
  };
}

/**
 * Whether a charge costs nothing whenever and however long: then it has no limit in money and nothing is held. Throws
 * RangeError for an invalid tariff.
 */
export function isAlwaysFree(tariff: Tariff): boolean {
  const compiled = compileTariff(tariff, 1000n);
  const prices = Object.values(compiled.byDimension).flat();
  return !hasMinimum(tariff) && prices.length > 0 && prices.every(({ price }) => price.n === 0n);
}

const hasMinimum = ({ min_price: minimum }: Tariff): boolean =>
  minimum != null && (minimum.excl_vat > 0 || (minimum.incl_vat ?? 0) > 0);

function nextChange(
  tariff: Tariff,
  compiled: CompiledTariff,
  timeZone: string,
  at: Date,
  powerKw: number | undefined,
): string | null {
  if (compiled.clockTimes.length === 0) return null;
  const midnight = instantOf(timeZone, localTime(timeZone, at.getTime()).day + 1, 0);
  // Midnight itself ends today: a price change at midnight is still shown today.
  const rows = priceSchedule(tariff, timeZone, at, new Date(midnight + 1), powerKw);
  return rows[1]?.from ?? null;
}

function isFree(tariff: Tariff, compiled: CompiledTariff, timeZone: string, now: number): boolean {
  if (hasMinimum(tariff)) return false;
  const local = localTime(timeZone, now);
  const moment: Moment = { ...local, energy: 0n, elapsed: 0, power: null, current: null };
  const inForce = Object.values(compiled.byDimension)
    .flat()
    .filter(({ when }) => when === null || clockHolds(when, moment));
  return inForce.length > 0 && inForce.every(({ price }) => price.n === 0n);
}
