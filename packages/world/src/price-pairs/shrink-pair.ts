import type { Tariff } from "@voltmarg/rules";
import type { Pair } from "./pair.ts";

/** The smallest pair, by leaving out one thing after the other, of which `isInteresting` still holds. */
export function shrinkPair(pair: Pair, isInteresting: (pair: Pair) => boolean): Pair {
  let smallest = pair;
  for (;;) {
    const smaller = smallerPairs(smallest).find((one) => isInteresting(one));
    if (!smaller) return smallest;
    smallest = smaller;
  }
}

function smallerPairs(pair: Pair): Pair[] {
  const withTariff = (change: Partial<Tariff>) => ({
    ...pair,
    tariff: { ...pair.tariff, ...change },
  });
  const { elements, min_price, max_price } = pair.tariff;
  const withElements = lessOf(elements, (element) => [
    ...lessOf(element.price_components).map((price_components) => ({
      ...element,
      price_components,
    })),
    ...withoutOneKey(element.restrictions ?? {}).map((restrictions) => ({
      ...element,
      restrictions,
    })),
  ]);
  return [
    ...withElements.map((less) => withTariff({ elements: less })),
    ...(min_price ? [withTariff({ min_price: undefined })] : []),
    ...(max_price ? [withTariff({ max_price: undefined })] : []),
    ...(pair.parts.length > 1
      ? lessOf(pair.parts).map((parts) => ({ ...pair, parts, ocpi: false, mixed: false }))
      : []),
  ];
}

/** The list without one of its members, or with a smaller one in its place; never empty. */
function lessOf<T>(list: readonly T[], smaller: (one: T) => T[] = () => []): T[][] {
  return list.flatMap((one, index) => [
    ...(list.length > 1 ? [list.toSpliced(index, 1)] : []),
    ...smaller(one).map((less) => list.with(index, less)),
  ]);
}

function withoutOneKey<T extends object>(of: T): T[] {
  return Object.keys(of).map((key) => {
    const rest = { ...of };
    delete rest[key as keyof T];
    return rest;
  });
}
