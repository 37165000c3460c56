import type { Location, Vehicle } from "@voltmarg/contract";
import type { Wish } from "@voltmarg/rules";
import { chargePower, compared } from "../prices/lead-price.ts";
import type { Place } from "../map/camera.ts";
import { copy } from "./copy.ts";
import { kmFrom } from "./location-text.ts";
import { asAsked } from "./as-asked.ts";

/** Among so many of the first. */
const COMPARED = 8;

type Facts = { id: string; km: number | null; price: number | null; kw: number | null };

/**
 * In what a station is the best of the first ones, by id: "nearest", "cheapest near you". What several have alike is no
 * reason, neither is what is not known of another.
 */
export function bestReasons(
  locations: readonly Location[],
  {
    vehicle,
    wish,
    me,
    now,
  }: { vehicle: Vehicle | undefined; wish: Wish; me: Place | null; now: number },
): Map<string, string> {
  const facts = locations.slice(0, COMPARED).map((location): Facts => {
    const connector = asAsked(location, wish, vehicle, now).plug?.connector;
    return {
      id: location.id,
      km: kmFrom(location, me),
      price:
        (connector &&
          compared(connector, vehicle, location.time_zone, new Date(now))?.perKwhMinor) ??
        null,
      kw: connector ? chargePower(connector, vehicle) : null,
    };
  });
  const best = (value: (one: Facts) => number | null): string | null => {
    const known = facts.flatMap((one) => {
      const found = value(one);
      return found === null ? [] : [{ id: one.id, found }];
    });
    const least = Math.min(...known.map(({ found }) => found));
    const leaders = known.filter(({ found }) => found === least);
    return known.length > 1 && leaders.length === 1 ? leaders[0]!.id : null;
  };
  const reasons = new Map<string, string[]>();
  for (const [id, words] of [
    [best(({ km }) => km), copy.best.nearest],
    [best(({ price }) => price), copy.best.cheapest],
    [best(({ kw }) => kw && -kw), copy.best.fastest],
  ] as const)
    if (id !== null) reasons.set(id, [...(reasons.get(id) ?? []), words]);
  return new Map([...reasons].map(([id, words]) => [id, words.slice(0, 2).join(" · ")]));
}
