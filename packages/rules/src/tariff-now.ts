import { clockHolds, compileTariff, isTariffValidAt, type Moment } from "./match-element.ts";
import type { Tariff } from "./tariff.ts";
import { localTime } from "./time-zone.ts";

/**
 * The tariff with only those elements whose time, day and date restrictions match at `at`; none when the tariff is
 * not valid then. Restrictions on energy, power and duration stay: they change during the charge. Throws RangeError
 * for an invalid tariff or zone.
 */
export function tariffNow<T extends Tariff>(tariff: T, timeZone: string, at: Date): T {
  const now = at.getTime();
  const { byDimension } = compileTariff(tariff, 1000n);
  const moment: Moment = {
    ...localTime(timeZone, now),
    energy: 0n,
    elapsed: 0,
    power: null,
    current: null,
  };
  const holding = new Set(
    Object.values(byDimension)
      .flat()
      .filter(({ when }) => when === null || clockHolds(when, moment))
      .map(({ elementIndex }) => elementIndex),
  );
  const valid = isTariffValidAt(tariff, now);
  return { ...tariff, elements: tariff.elements.filter((_, nth) => valid && holding.has(nth)) };
}
