import type { Location, Vehicle } from "@voltmarg/contract";
import { fits, type PowerClass, powerClass } from "@voltmarg/rules";
import { leadPrice } from "../prices/lead-price.ts";
import { FAST_KW, type Filter } from "./filter.ts";
import { leadPlug, type Plug, plugPower, plugsOf } from "./plugs.ts";
import { kmFrom, stateOf } from "./location-text.ts";
import type { Place } from "../map/camera.ts";

/**
 * Whether a cached location passes the filter, by the same rules as the service's; used while the service cannot be
 * reached. Availability is ignored, since it is not known. The price is the one the row shows.
 */
export function passes(
  location: Location,
  filter: Filter,
  vehicle: Vehicle | undefined,
  now: number,
): boolean {
  const { operators, rupees } = filter;
  if (filter.openNow && location.isOpened !== true) return false;
  if (operators.length > 0 && !operators.some(({ id }) => id === location.operator.id))
    return false;
  if (rupees !== null) {
    const plug = leadPlug(location, vehicle);
    const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
    if ((price?.perKwhMinor ?? Infinity) > rupees * 100) return false;
  }
  const plugs = plugsOf(location);
  return plugs.length === 0
    ? !asksPlug(filter, vehicle)
    : plugs.some((plug) => plugPasses(plug, filter, vehicle));
}

const asksPlug = (
  { fits: fitting, fast, powers, standards, current }: Filter,
  vehicle: Vehicle | undefined,
) =>
  (fitting && vehicle !== undefined) ||
  fast ||
  powers.length > 0 ||
  standards.length > 0 ||
  current !== null;

function plugPasses({ connector }: Plug, filter: Filter, vehicle: Vehicle | undefined): boolean {
  const { powers, standards, current } = filter;
  const kw = plugPower(connector);
  const power: PowerClass | null = powerClass(kw);
  return (
    (!filter.fits || fits(connector, vehicle)) &&
    (!filter.fast || (kw ?? 0) >= FAST_KW) &&
    (powers.length === 0 || (power !== null && powers.includes(power))) &&
    (standards.length === 0 || standards.includes(connector.standard)) &&
    (current === null || connector.power_type.startsWith(current))
  );
}

/** Locations with a free plug first, then by distance. Unknown ones come last. */
export function freeFirst(
  locations: readonly Location[],
  { me, now }: { me: Place | null; now: number },
): Location[] {
  return locations
    .map((location) => ({
      location,
      first: stateOf(location, now) === "available" ? 0 : 1,
      second: kmFrom(location, me) ?? Infinity,
    }))
    .toSorted((a, b) => compare(a.first, b.first) || compare(a.second, b.second))
    .map(({ location }) => location);
}

// Infinity − Infinity is not a number, so no subtraction.
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
