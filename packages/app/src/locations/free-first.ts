import type { Location, Vehicle } from "@voltmarg/contract";
import type { Place } from "../map/camera.ts";
import { asAsked, usualWish } from "./as-asked.ts";
import { kmFrom, stateOf } from "./location-text.ts";

/** Locations with a free plug for the vehicle first, then by distance. Unknown ones come last. */
export function freeFirst(
  locations: readonly Location[],
  { vehicle, me, now }: { vehicle: Vehicle | undefined; me: Place | null; now: number },
): Location[] {
  const wish = usualWish(vehicle);
  return locations
    .map((location) => ({
      location,
      first: stateOf(asAsked(location, wish, vehicle, now).location, now) === "available" ? 0 : 1,
      second: kmFrom(location, me) ?? Infinity,
    }))
    .toSorted((a, b) => a.first - b.first || compare(a.second, b.second))
    .map(({ location }) => location);
}

// Infinity − Infinity is not a number, so no subtraction.
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
