import { mul, roundHalfUpToPaise, type Exact } from "./exact.ts";
import {
  asksForFlow,
  clockHolds,
  compileTariff,
  isTiered,
  isTariffValidAt,
  type Candidate,
  type CompiledTariff,
  type Moment,
} from "./match-element.ts";
import { momentOfStart } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";
import { clockBoundaries } from "./time-zone.ts";

/** The next change of a price by the clock alone. */
export type PriceTurn = {
  /** RFC 3339 UTC */
  at: string;
  unit: "KWH" | "MINUTE";
  /** paise including GST, from then on; below 0: less */
  differenceMinor: bigint;
};

const AHEAD_MS = 8 * 3_600_000;

/**
 * The next change within eight hours of the price per kWh or per minute. null: there is none, or it cannot be said by
 * this one figure. That is so when another of the two prices or the start fee changes too, when there is no price before
 * or after it, and when the price then depends on power, energy or duration: such an element does not turn by the clock
 * alone. Throws RangeError for an invalid tariff or zone.
 */
export function priceTurn(tariff: Tariff, timeZone: string, at: Date): PriceTurn | null {
  const start = at.getTime();
  const compiled = compileTariff(tariff, 1000n);
  if (compiled.clockTimes.length === 0 || !isTariffValidAt(tariff, start)) return null;
  const now = inForceAt(compiled, timeZone, start);
  for (const next of clockBoundaries(timeZone, start, start + AHEAD_MS + 1, compiled.clockTimes)) {
    if (!isTariffValidAt(tariff, next)) return null;
    const then = inForceAt(compiled, timeZone, next);
    const changed = DIMENSIONS.filter((type) => !isSame(type, now[type], then[type]));
    const [type] = changed;
    if (type === undefined) continue;
    if (changed.length > 1 || type === "FLAT") return null;
    const before = priceMinor(type, now[type]);
    const after = priceMinor(type, then[type]);
    if (before === null || after === null) return null;
    return {
      at: new Date(next).toISOString(),
      unit: type === "ENERGY" ? "KWH" : "MINUTE",
      differenceMinor: after - before,
    };
  }
  return null;
}

/** The instants (ms) between two others at which the clock may change a price of a tariff, rising. */
export const clockTurns = (
  tariff: Tariff,
  timeZone: string,
  from: number,
  to: number,
): number[] => {
  const { clockTimes } = compileTariff(tariff, 1000n);
  return clockTimes.length === 0 ? [] : clockBoundaries(timeZone, from, to, clockTimes);
};

const DIMENSIONS = ["ENERGY", "TIME", "FLAT"] as const;
type Dimension = (typeof DIMENSIONS)[number];
type InForce = Record<Dimension, readonly Candidate[]>;

function inForceAt(compiled: CompiledTariff, timeZone: string, at: number): InForce {
  const moment = momentOfStart(timeZone, at, undefined);
  const { ENERGY, TIME, FLAT } = compiled.byDimension;
  return {
    ENERGY: inForce(ENERGY, moment),
    TIME: inForce(TIME, moment),
    FLAT: inForce(FLAT, moment),
  };
}

/** What may apply to a charge at this time, up to the first that always does. */
function inForce(candidates: readonly Candidate[], moment: Moment): Candidate[] {
  const found: Candidate[] = [];
  for (const candidate of candidates) {
    if (candidate.when !== null && !clockHolds(candidate.when, moment)) continue;
    found.push(candidate);
    if (!dependsOnCharge(candidate)) break;
  }
  return found;
}

function dependsOnCharge({ when }: Candidate): boolean {
  if (when === null) return false;
  return isTiered(when) || asksForFlow(when);
}

function isSame(type: Dimension, a: readonly Candidate[], b: readonly Candidate[]): boolean {
  if (a.length === b.length && a.every((candidate, nth) => candidate === b[nth])) return true;
  const before = priceMinor(type, a);
  return before !== null && before === priceMinor(type, b);
}

/** Paise including GST per kWh, per minute or once; null: none, or it depends on the charge. */
function priceMinor(type: Dimension, [only]: readonly Candidate[]): bigint | null {
  if (only === undefined || dependsOnCharge(only)) return null;
  const price = only.priceInclVat;
  return roundHalfUpToPaise(type === "TIME" ? mul(price, PER_MINUTE) : price);
}

const PER_MINUTE: Exact = { n: 1n, d: 60n };
