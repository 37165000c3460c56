import type {
  OcpiChargingPeriod,
  Tariff,
  TariffElement,
  TariffRestrictions,
} from "@voltmarg/rules";
import type { Pair, PairPart } from "./pair.ts";

/** The smallest pair for which `isInteresting` still holds, found by leaving out one element at a time. */
export function shrinkPair(pair: Pair, isInteresting: (pair: Pair) => boolean): Pair {
  let smallest = pair;
  for (;;) {
    const smaller = smallerPairs(smallest).find((one) => isInteresting(one));
    if (!smaller) return smallest;
    smallest = smaller;
  }
}

function smallerPairs(pair: Pair): Pair[] {
  const { elements, min_price, max_price } = pair.tariff;
  const withTariff = (change: Partial<Tariff>): Pair => ({
    ...pair,
    tariff: { ...pair.tariff, ...change },
  });
  const withElements = (less: TariffElement[]) => withTariff({ elements: less });
  const withParts = (parts: PairPart[]): Pair => ({ ...pair, parts, periods: null });
  const withPeriods = (periods: OcpiChargingPeriod[]): Pair => ({ ...pair, periods });
  return [
    ...lessOf(elements, smallerElements).map(withElements),
    ...(min_price ? [withTariff({ min_price: undefined })] : []),
    ...(max_price ? [withTariff({ max_price: undefined })] : []),
    ...(pair.periods
      ? lessOf(pair.periods, smallerPeriods).map(withPeriods)
      : lessOf(pair.parts).map(withParts)),
  ];
}

function smallerElements(element: TariffElement): TariffElement[] {
  const withComponents = (price_components: TariffElement["price_components"]) => ({
    ...element,
    price_components,
  });
  const withRestrictions = (restrictions: TariffRestrictions) => ({ ...element, restrictions });
  return [
    ...lessOf(element.price_components).map(withComponents),
    ...withoutOneKey(element.restrictions ?? {}).map(withRestrictions),
  ];
}

function smallerPeriods(period: OcpiChargingPeriod): OcpiChargingPeriod[] {
  const { start_date_time, tariff_id } = period;
  return lessOf(period.dimensions).map((dimensions) => ({
    start_date_time,
    tariff_id,
    dimensions,
  }));
}

/** The list without one of its members, or with a smaller member; never empty. */
function lessOf<T>(list: readonly T[], smaller: (one: T) => T[] = () => []): T[][] {
  return list.flatMap((one, index) => [
    ...(list.length > 1 ? [list.toSpliced(index, 1)] : []),
    ...smaller(one).map((less) => list.with(index, less)),
  ]);
}

function withoutOneKey(of: TariffRestrictions): TariffRestrictions[] {
  const without = (key: string) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => name !== key));
  return Object.keys(of).map(without);
}
