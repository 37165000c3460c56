import { add, exact, mul, roundHalfUpToPaise, ZERO } from "./exact.ts";
import { compileTariff, firstMatch, isTariffValidAt, type Moment } from "./match-element.ts";
import { rawPowerKw, type Connector, type Vehicle } from "./power.ts";

import type { Tariff, TariffElement } from "./tariff.ts";
import { localTime } from "./time-zone.ts";

/** The product's estimate for an hour of charging. */
export type Estimate = {
  /** kW after the vehicle's limit, to four decimals */
  power: number;
  /** minutes */
  time: 60;
  /** currency units excluding VAT, rounded to hundredths; null: no price known */
  price: number | null;
  /** the tariff element the price comes from */
  element: TariffElement | null;
  /** kWh */
  maxBattery: number | null;
  /** km */
  maxRange: number | null;
  /** km gained in an hour */
  rangeHr: number | null;
};

export type EstimateInput = {
  connector: Connector;
  tariff: Tariff | null;
  vehicle: Vehicle | null;
  at: Date;
  timeZone: string;
};

/**
 * The product's 60-minute estimate: the first matching element, ENERGY = power × price, TIME = price; range per hour
 * = range × power × 0.9 / battery capacity. Excludes GST and start fees: the price shown to drivers comes from
 * `planCharge`. null when the operator does not state the plug's power.
 */
export function estimate60(input: EstimateInput): Estimate | null {
  const { connector, tariff, vehicle } = input;
  const raw = rawPowerKw(connector, vehicle);
  if (raw === null) return null;
  const power = Math.round(raw * 10_000) / 10_000;
  const priced = tariff === null ? null : priceOf(tariff, power, input.at, input.timeZone);
  const capacity = vehicle?.battery_capacity ?? null;
  const range = vehicle?.range ?? null;
  return {
    power,
    time: 60,
    price: priced?.price ?? null,
    element: priced?.element ?? null,
    maxBattery: capacity,
    maxRange: range,
    rangeHr:
      capacity === null || range === null || capacity <= 0
        ? null
        : (range * power * 0.9) / capacity,
  };
}

function priceOf(
  tariff: Tariff,
  power: number,
  at: Date,
  timeZone: string,
): { price: number; element: TariffElement } | null {
  if (!isTariffValidAt(tariff, at.getTime())) return null;
  const { byDimension } = compileTariff(tariff, 1000n);
  const moment: Moment = {
    ...localTime(timeZone, at.getTime()),
    energy: 0n,
    elapsed: 0,
    power: exact(power),
    current: null,
  };
  const matches = [
    firstMatch(byDimension.ENERGY, moment),
    firstMatch(byDimension.TIME, moment),
  ].filter((candidate) => candidate !== null);
  if (matches.length === 0) return null;
  const index = Math.min(...matches.map(({ elementIndex }) => elementIndex));
  const total = matches
    .filter(({ elementIndex }) => elementIndex === index)
    .map(({ type, price }) => (type === "ENERGY" ? mul(price, exact(power)) : price))
    .reduce(add, ZERO);
  return { price: Number(roundHalfUpToPaise(total)) / 100, element: tariff.elements[index]! };
}
