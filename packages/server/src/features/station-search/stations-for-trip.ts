import type { Vehicle } from "@voltmarg/contract";
import { plugsFor, stationMinutes, type Position } from "@voltmarg/rules";
import { createEventLoopYield } from "../../platform/event-loop.ts";
import { legsOfRoute, stopsWithin } from "./find-along-route.ts";
import { askedBy, contextOf, isRestricted, type SearchContext } from "./search-context.ts";
import type { SearchDeps } from "./search-deps.ts";
import { orderProofAt } from "./search-index/proof.ts";
import { readSearch, type SearchWish } from "./search-wish.ts";

export type StationOnTheWay = { id: string; alongKm: number; offKm: number };

export type TripSearch = {
  line: readonly Position[];
  /** km by road at each point of the line */
  lineKm: readonly number[];
  /** km off the line */
  offKm: number;
  vehicle: Vehicle;
  /** So many at most: of each part of the way the best, and the cheapest. */
  most: number;
};

/** Of what is out of order nothing is expected; what is taken now may be free by then. */
const USABLE = "AVAILABLE,CHARGING,BLOCKED,RESERVED,UNKNOWN";
/** Kept of each part of the way: those that cost a driver least, and the lowest price. */
const BEST_OF_PART = 3;
const SLICE_MS = 5;

/** Stations with a plug that fits the vehicle, along a way and in its order; null: the index is still loading. */
export async function findStationsForTrip(
  deps: SearchDeps,
  userId: string,
  { line, lineKm, offKm, vehicle, most }: TripSearch,
): Promise<StationOnTheWay[] | null> {
  const standards = plugsFor(vehicle);
  if (standards.length === 0) return [];
  const wish = readSearch({
    distance: offKm,
    page_no: 0,
    page_size: 1,
    status: USABLE,
    standard: standards.join(","),
  })!;
  const context = await contextOf(deps, userId, false);
  if (!context) return null;
  const found = await stopsWithin(context, legsOfRoute(line, lineKm), wish);
  const now = await contextOf(deps, userId, false);
  if (!now) return null;
  const rated = await rate(deps, now, found, vehicle, wish);
  return thin(rated, lineKm.at(-1) ?? 0, most)
    .toSorted((a, b) => a.along - b.along)
    .map(({ id, along, off }) => ({ id, alongKm: along, offKm: off }));
}

type Found = { id: string; along: number; off: number };
type Rated = Found & { minutes: number; perKwhMinor: number };

/** What each costs a driver, by its best plug that fits. */
async function rate(
  deps: SearchDeps,
  context: SearchContext,
  found: readonly Found[],
  vehicle: Vehicle,
  wish: SearchWish,
): Promise<Rated[]> {
  const { ready, driver, now } = context;
  const { index } = ready;
  const sell = await deps.retail.sellerTo(driver.customerType);
  const view = ready.views.of(
    { customerType: driver.customerType, vehicle, onlyNow: false },
    sell,
    now,
  );
  const asked = askedBy({ ...context, view }, wish);
  const mayNot = isRestricted(context);
  const breathe = createEventLoopYield(SLICE_MS);
  const rated: Rated[] = [];
  for (const station of found) {
    await breathe();
    // Read anew after each wait: the index may have moved them.
    const slot = index.slotOf(station.id);
    if (slot === undefined || mayNot(slot)) continue;
    const plug = asked.chosen(slot);
    if (!plug) continue;
    // What is taken now may be free by then.
    const state = plug.status === "UNKNOWN" ? ("unknown" as const) : ("free" as const);
    const { vehicleKw: powerKw, perKwhMinor } = plug;
    const proof = orderProofAt(index.slots, slot, now);
    const minutes = stationMinutes({ km: station.off, state, powerKw, perKwhMinor, proof });
    rated.push({ ...station, minutes, perKwhMinor: perKwhMinor ?? Infinity });
  }
  return rated;
}

/** Of each part of the way the best few, where there are more in all than can be planned with. */
function thin(rated: readonly Rated[], km: number, most: number): readonly Rated[] {
  if (rated.length <= most) return rated;
  const parts = Math.max(1, Math.floor(most / (BEST_OF_PART + 1)));
  const byPart = Map.groupBy(rated, ({ along }) =>
    Math.min(parts - 1, Math.floor((along / (km || 1)) * parts)),
  );
  return [...byPart.values()].flatMap((part) => {
    const best = part.toSorted((a, b) => a.minutes - b.minutes);
    const cheapest = best.slice(BEST_OF_PART).toSorted((a, b) => a.perKwhMinor - b.perKwhMinor);
    return best.slice(0, BEST_OF_PART).concat(cheapest.slice(0, 1));
  });
}
