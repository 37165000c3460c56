import type { Location, Vehicle } from "@voltmarg/contract";
import {
  ANY_STATION,
  comparePlugs,
  countMeant,
  fits,
  isMeant,
  isThere,
  plugPasses,
  plugsFor,
  powerClass,
  matches,
  readWish,
  type PlugFacts,
  type Wish,
} from "@voltmarg/rules";
import type { FilterQuery } from "../api/queries/locations.ts";
import { chargePower, compared } from "../prices/lead-price.ts";
import { isStale } from "./location-text.ts";
import { everyPlugOf, isPayable, type Plug, plugPower, plugsOf } from "./plugs.ts";

/** What a filter asks of plugs, as the service reads it. `isCheapest`: the list is in the order of prices. */
export const wishOf = (filter: FilterQuery, isCheapest = false): Wish =>
  readWish({ ...filter, price_max: toNumber(filter.price_max), sort: isCheapest ? "price" : "" })!;

/** What a driver asks of a station that no list was searched for: that their vehicle can use it. */
export const usualWish = (vehicle: Vehicle | undefined): Wish => ({
  ...ANY_STATION,
  standards: vehicle ? plugsFor(vehicle) : [],
});

const toNumber = (one: number | string | undefined) =>
  one === undefined ? undefined : Number(one);

/** What the rules look at in a plug, for one vehicle at one moment. */
function factsOf(
  location: Location,
  { evse, connector }: Plug,
  vehicle: Vehicle | undefined,
  now: number,
): PlugFacts {
  const price = compared(connector, vehicle, location.time_zone, new Date(now));
  return {
    standard: connector.standard,
    power_type: connector.power_type,
    status: isStale(location, now) ? "UNKNOWN" : evse.status,
    kw: plugPower(connector),
    vehicleKw: chargePower(connector, vehicle),
    perKwhMinor: price?.perKwhMinor ?? null,
    fits: fits(connector, vehicle),
    payable: isPayable(connector),
  };
}

/** A location as a wish looks at it. */
export type Asked = {
  /** Its counts, state and power are those of the plugs that are meant. */
  location: Location;
  /** All plugs, the one that is meant first. */
  plugs: Plug[];
  /** The first of them. */
  plug: Plug | null;
};

/**
 * A location as a wish looks at it: rows, pins, cards and the station's page all say what this says. Where no plug is meant
 * the location is shown as it is.
 */
export function asAsked(
  location: Location,
  asked: Wish,
  vehicle: Vehicle | undefined,
  now: number,
): Asked {
  const all = everyPlugOf(location).map((plug) => ({
    plug,
    facts: factsOf(location, plug, vehicle, now),
  }));
  const wish = all.some(({ facts }) => isMeant(facts, asked)) ? asked : ANY_STATION;
  const plugs = all
    .filter(({ plug }) => isThere(plug.evse.status))
    .toSorted(
      (a, b) =>
        Number(plugPasses(b.facts, wish)) - Number(plugPasses(a.facts, wish)) ||
        Number(isMeant(b.facts, wish)) - Number(isMeant(a.facts, wish)) ||
        comparePlugs(a.facts, b.facts, wish),
    )
    .map(({ plug }) => plug);
  // Of the statuses as they were told: where they are old, rows say what was, and when.
  const told = all.map(({ plug, facts }) => Object.assign({}, facts, { status: plug.evse.status }));
  const { state, free, total, kw } = countMeant(told, wish);
  const before = location.state_on_map;
  const isShut = before === "restricted" || before === "closed" || plugs.length === 0;
  return {
    location: {
      ...location,
      totalConnectors: total,
      availableConnectors: free,
      state_on_map: isShut ? before : state,
      power_class: powerClass(kw),
    },
    plugs,
    plug: plugs[0] ?? null,
  };
}

/**
 * Whether a saved location is what is asked for, by the rules that the service finds by. Its plugs may have any status: that
 * is not known.
 */
export const isAsked = (
  location: Location,
  wish: Wish,
  vehicle: Vehicle | undefined,
  now: number,
): boolean =>
  matches(
    {
      operatorId: location.operator.id,
      partyId: location.operator.party_id,
      isOpened: location.isOpened,
      plugs: plugsOf(location).map((plug) => factsOf(location, plug, vehicle, now)),
    },
    { ...wish, statuses: [] },
  );
