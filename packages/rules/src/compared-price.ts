import { add, fraction, exact, mul, roundHalfUpToPaise, ZERO, type Exact } from "./exact.ts";
import {
  clockHolds,
  compileTariff,
  firstMatch,
  isTariffValidAt,
  isTiered,
  type Candidate,
} from "./match-element.ts";
import { chargePowerKw, vehicleLimitKw, type Connector, type Vehicle } from "./power.ts";
import { clampPrice } from "./price-limits.ts";
import { momentOfStart } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";

export type ComparedPrice = {
  /** Whole paise a kWh, GST included; 0: the charge costs nothing. */
  perKwhMinor: number;
  /** More than the price of energy at the start is in it: fees, time, steps or limits. */
  isAllIn: boolean;
};

/** kWh of the charge that prices are compared by; a small battery takes a share of itself. */
const COMPARED_KWH = 15;
const COMPARED_SHARE = 0.6;
/** In so many parts where the price changes with the energy or the duration of a charge. */
const STEPS = 15;

/**
 * What a kWh of an ordinary charge costs this vehicle at this plug, by the prices in force at `at`: energy, the time it
 * takes, fees paid once, and the tariff's lowest and highest price. Filters, orders and rows all use this one. null: the
 * tariff has no price then, or time costs something and the power of plug and vehicle is not known. Throws RangeError for
 * an invalid tariff or zone.
 */
export function comparedPrice(
  tariff: Tariff,
  { connector, vehicle }: { connector: Connector; vehicle: Vehicle | null },
  timeZone: string,
  at: Date,
): ComparedPrice | null {
  if (!isTariffValidAt(tariff, at.getTime())) return null;
  const compiled = compileTariff(tariff, 1000n);
  const { ENERGY, TIME, FLAT } = compiled.byDimension;
  const powerKw = chargePowerKw(connector, vehicle);
  const start = momentOfStart(timeZone, at.getTime(), powerKw ?? undefined);
  const isKnown = powerKw !== null && vehicleLimitKw(connector.power_type, vehicle) !== null;
  const hoursPerKwh = isKnown && powerKw > 0 ? inverse(exact(powerKw)) : null;
  const isStepped = [...ENERGY, ...TIME, ...FLAT].some(
    ({ when }) => when !== null && isTiered(when) && clockHolds(when, start),
  );
  if (isStepped && hoursPerKwh === null) return null;

  const steps = isStepped ? STEPS : 1;
  const wh = Math.round(
    Math.min(COMPARED_KWH, (vehicle?.battery_capacity ?? Infinity) * COMPARED_SHARE) * 1000,
  );
  const kwhOfStep = fraction(BigInt(wh), BigInt(1000 * steps));
  let totals = { excl: ZERO, incl: ZERO };
  const count = (price: Candidate, amount: Exact) => {
    totals = {
      excl: add(totals.excl, mul(price.price, amount)),
      incl: add(totals.incl, mul(price.priceInclVat, amount)),
    };
  };
  const fees = new Set<Candidate>();
  let isPriced = false;
  for (let step = 0; step < steps; step += 1) {
    const used = fraction(BigInt(wh) * BigInt(step), BigInt(1000 * steps));
    const moment = {
      ...start,
      energy: (used.n * compiled.energyScale) / used.d,
      elapsed: hoursPerKwh === null ? 0 : milliseconds(mul(used, hoursPerKwh)),
    };
    const [energy, time, fee] = [ENERGY, TIME, FLAT].map((list) => firstMatch(list, moment));
    isPriced ||= Boolean(energy ?? time ?? fee);
    if (energy) count(energy, kwhOfStep);
    if (time && time.price.n !== 0n) {
      if (hoursPerKwh === null) return null;
      count(time, mul(kwhOfStep, hoursPerKwh));
    }
    if (fee) fees.add(fee);
  }
  if (!isPriced) return null;
  for (const fee of fees) count(fee, { n: 1n, d: 1n });
  const { incl } = clampPrice(tariff, totals);
  const perKwhMinor = roundHalfUpToPaise(mul(incl, fraction(1000n, BigInt(wh))));
  const energyMinor = roundHalfUpToPaise(firstMatch(ENERGY, start)?.priceInclVat ?? ZERO);
  return { perKwhMinor: Number(perKwhMinor), isAllIn: perKwhMinor !== energyMinor };
}

const inverse = ({ n, d }: Exact): Exact => ({ n: d, d: n });
const milliseconds = ({ n, d }: Exact): number => Number((n * 3_600_000n) / d);
