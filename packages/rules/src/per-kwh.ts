import { add, exact, mul, roundHalfUpToPaise, ZERO, type Exact } from "./exact.ts";
import {
  clockHolds,
  compileTariff,
  firstMatch,
  isTariffValidAt,
  isTiered,
} from "./match-element.ts";
import { chargePowerKw, vehicleLimitKw, type Connector, type Vehicle } from "./power.ts";

import { momentOfStart } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";

/**
 * Paise per kWh including GST for this vehicle at a plug that charges for time: energy, and the time a kWh takes at the
 * power of both. Fees paid once are not in it. null: time costs nothing, a power is not known, or the price changes with
 * the energy or the duration of the charge. Throws RangeError for an invalid tariff or zone.
 */
export function perKwhOfTime(
  tariff: Tariff,
  timeZone: string,
  at: Date,
  { connector, vehicle }: { connector: Connector; vehicle: Vehicle },
): bigint | null {
  const powerKw = chargePowerKw(connector, vehicle);
  if (powerKw === null || vehicleLimitKw(connector.power_type, vehicle) === null) return null;
  if (!isTariffValidAt(tariff, at.getTime())) return null;
  const { ENERGY, TIME } = compileTariff(tariff, 1000n).byDimension;
  const moment = momentOfStart(timeZone, at.getTime(), powerKw);
  const changes = [...ENERGY, ...TIME].some(
    ({ when }) => when !== null && clockHolds(when, moment) && isTiered(when),
  );
  const time = firstMatch(TIME, moment);
  if (changes || time === null || time.price.n === 0n) return null;
  const { n, d } = exact(powerKw);
  const hours: Exact = { n: d, d: n };
  const energy = firstMatch(ENERGY, moment)?.priceInclVat ?? ZERO;
  return roundHalfUpToPaise(add(energy, mul(time.priceInclVat, hours)));
}
