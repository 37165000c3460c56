import { exact, mul, roundHalfUpToPaise, ZERO, type Exact } from "./exact.ts";
import {
  compileTariff,
  firstMatch,
  isTariffValidAt,
  type Candidate,
  type CompiledTariff,
  type Moment,
} from "./match-element.ts";
import type { Tariff } from "./tariff.ts";
import { clockBoundaries, localTime } from "./time-zone.ts";

/** Prices at one moment, paise including GST; null: no such price. */
export type Prices = {
  perKwhMinor: bigint | null;
  perMinuteMinor: bigint | null;
  flatMinor: bigint | null;
  parkingPerMinuteMinor: bigint | null;
};

export type ScheduledPrices = Prices & {
  /** RFC 3339 UTC */
  from: string;
};

const PER_MINUTE: Exact = { n: 1n, d: 60n };

/** Prices with and without a known power, from the elements that apply then. */
export function pricesAt(compiled: CompiledTariff, moment: Moment): Prices {
  const { ENERGY, TIME, FLAT, PARKING_TIME } = compiled.byDimension;
  return {
    perKwhMinor: minor(firstMatch(ENERGY, moment)),
    perMinuteMinor: minor(firstMatch(TIME, moment), PER_MINUTE),
    flatMinor: minor(firstMatch(FLAT, moment)),
    parkingPerMinuteMinor: minor(
      firstMatch(PARKING_TIME, { ...moment, power: ZERO, current: ZERO }),
      PER_MINUTE,
    ),
  };
}

function minor(candidate: Candidate | null, factor?: Exact): bigint | null {
  if (candidate === null) return null;
  const price = candidate.priceInclVat;
  return roundHalfUpToPaise(factor === undefined ? price : mul(price, factor));
}

/** The moment a charge begins at `at`, with nothing used yet. */
export function momentOfStart(timeZone: string, at: number, powerKw: number | undefined): Moment {
  return {
    ...localTime(timeZone, at),
    energy: 0n,
    elapsed: 0,
    power: powerKw === undefined ? null : exact(powerKw),
    current: null,
  };
}

/**
 * The prices a charge that begins in `[from, until)` would start with: one row at `from`, and one
 * for each instant at which any of them changes by the clock. No rows while the tariff is not
 * valid. `powerKw` absent: elements that depend on power do not count. Throws RangeError for a
 * tariff or zone that cannot be read.
 */
export function priceSchedule(
  tariff: Tariff,
  timeZone: string,
  from: Date,
  until: Date,
  powerKw?: number,
): ScheduledPrices[] {
  const compiled = compileTariff(tariff, 1000n);
  const start = from.getTime();
  const rows: ScheduledPrices[] = [];
  const turns = clockBoundaries(timeZone, start, until.getTime(), compiled.clockTimes);
  for (const at of [start, ...turns]) {
    if (!isTariffValidAt(tariff, at)) break;
    const prices = pricesAt(compiled, momentOfStart(timeZone, at, powerKw));
    const last = rows.at(-1);
    if (last === undefined || !samePrices(last, prices)) {
      rows.push({ from: new Date(at).toISOString(), ...prices });
    }
  }
  return rows;
}

export function samePrices(a: Prices, b: Prices): boolean {
  return (
    a.perKwhMinor === b.perKwhMinor &&
    a.perMinuteMinor === b.perMinuteMinor &&
    a.flatMinor === b.flatMinor &&
    a.parkingPerMinuteMinor === b.parkingPerMinuteMinor
  );
}
