import type { Location, Vehicle } from "@voltmarg/contract";
import { leadPrice } from "../../prices/lead-price.ts";
import { fits, leadPlug, plugPower, plugsOf } from "./plugs.ts";
import { kmFrom, type Place, stateOf } from "./station-words.ts";

export type Sort = "free" | "near" | "cheap" | "fast";
export type Chips = { fits: boolean; freeNow: boolean; fast: boolean; openNow: boolean };

export const NO_CHIPS: Chips = { fits: false, freeNow: false, fast: false, openNow: false };
const FAST_KW = 50;

/** Whether the station passes what the chips ask. What is not known passes no chip that asks for it. */
export function passes(
  location: Location,
  chips: Chips,
  vehicle: Vehicle | undefined,
  now: number,
): boolean {
  if (chips.freeNow && stateOf(location, now) !== "available") return false;
  if (chips.openNow && location.isOpened !== true) return false;
  if (!chips.fits && !chips.fast) return true;
  return plugsOf(location).some(
    ({ connector }) =>
      (!chips.fits || fits(connector, vehicle)) &&
      (!chips.fast || (plugPower(connector) ?? 0) >= FAST_KW),
  );
}

/** The list in the order asked; of equals the nearer comes first. What is not known comes last. */
export function sorted(
  locations: readonly Location[],
  sort: Sort,
  { me, vehicle, now }: { me: Place | null; vehicle: Vehicle | undefined; now: number },
): Location[] {
  const near = (location: Location) => kmFrom(location, me) ?? Infinity;
  const key: Record<Sort, (location: Location) => number> = {
    near,
    free: (location) => (stateOf(location, now) === "available" ? 0 : 1),
    cheap: (location) => {
      const plug = leadPlug(location, vehicle);
      const price = plug && leadPrice(plug.connector, vehicle, location.time_zone, new Date(now));
      return price?.perKwhMinor ?? Infinity;
    },
    fast: (location) => -Math.max(0, ...plugsOf(location).map((p) => plugPower(p.connector) ?? 0)),
  };
  return locations
    .map((location) => ({ location, first: key[sort](location), second: near(location) }))
    .toSorted((a, b) => compare(a.first, b.first) || compare(a.second, b.second))
    .map(({ location }) => location);
}

// Infinity − Infinity is not a number, so no subtraction.
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
