import type { SearchDeps } from "./search-deps.ts";
import {
  decodePolyline,
  distanceKm,
  kmAlong,
  legsOf,
  offLegs,
  thinLine,
  type Leg,
  type Position,
} from "@voltmarg/rules";
import { createEventLoopYield } from "../../platform/event-loop.ts";
import type { BytesAnswer, HasCopy } from "../../platform/http/bytes.ts";
import { page } from "../../platform/http/paging.ts";
import { createKeyedMutex } from "../../platform/locks/keyed-mutex.ts";
import { answer, contextOf, type SearchContext } from "./search-context.ts";
import { passing } from "./search-index/find.ts";
import { writePage } from "./search-index/write-page.ts";
import { queryOf } from "./search-locations.ts";
import type { SearchWish } from "./search-wish.ts";

const MOST_POINTS = 10_000;
const MOST_KM = 4_000;
/** Legs are cut into pieces of this, so that a circle around each is small and its way is straight on a plane. */
const LEG_KM = 20;
/** So many points of a route are enough for every road: it is thinned, from 10 m on, until it has no more. */
const ENOUGH_POINTS = 1_000;
const FINEST_KM = 0.01;
/** Then others have their turn. */
const SLICE_MS = 5;
/** Each driver has one such search at a time. */
const turns = createKeyedMutex();

/** A route from an encoded polyline or from points; null: neither, both, not readable, or longer than 4,000 km. */
export function readRoute(
  polyline: string | undefined,
  points: readonly Position[] | undefined,
): readonly Position[] | null {
  if ((polyline === undefined) === (points === undefined)) return null;
  const read = polyline === undefined ? points! : decodePolyline(polyline, MOST_POINTS);
  if (!read || read.length === 0) return null;
  return kmAlong(read).at(-1)! > MOST_KM ? null : read;
}

/**
 * A route as few legs. Off the line they are out by 20 m at most, more only where it turns thousands of times. `along`:
 * km from the start to each point, where the road is longer than the line.
 */
export function legsOfRoute(
  route: readonly Position[],
  along: readonly number[] = kmAlong(route),
): Leg[] {
  if (route.length === 1) return [{ a: route[0]!, b: route[0]!, fromKm: 0, km: 0 }];
  let km = FINEST_KM;
  let enough = thinLine(route, km);
  while (enough.length > ENOUGH_POINTS) enough = thinLine(route, (km *= 4));
  return legsOf(
    enough.map((at) => route[at]!),
    LEG_KM,
    enough.map((at) => along[at]!),
  );
}

/** Legs one after another that lie within `LEG_KM` of where the first begins, and how far they reach from there. */
function* stretchesOf(legs: readonly Leg[]): Generator<{ legs: Leg[]; reachKm: number }> {
  let stretch: { legs: Leg[]; reachKm: number } | null = null;
  for (const leg of legs) {
    const reach = stretch && distanceKm(stretch.legs[0]!.a, leg.b);
    if (stretch && reach! <= LEG_KM) {
      stretch.legs.push(leg);
      stretch.reachKm = Math.max(stretch.reachKm, reach!);
      continue;
    }
    if (stretch) yield stretch;
    stretch = { legs: [leg], reachKm: distanceKm(leg.a, leg.b) };
  }
  if (stretch) yield stretch;
}

type Stop = { id: string; along: number; off: number };

/** What lies within the wish's km of a route, by id; null: the index is still loading. Lets others have their turn. */
async function stopsOf(
  deps: SearchDeps,
  userId: string,
  route: readonly Position[],
  wish: SearchWish,
): Promise<Stop[] | null> {
  const context = await contextOf(deps, userId, false);
  return context && stopsWithin(context, legsOfRoute(route), wish);
}

/** The same for legs, in the order in which they pass. */
export async function stopsWithin(
  context: SearchContext,
  route: readonly Leg[],
  wish: SearchWish,
): Promise<Stop[]> {
  const { index } = context.ready;
  const query = queryOf(context, wish);
  const breathe = createEventLoopYield(SLICE_MS);
  const stops = new Map<string, Stop>();
  for (const { legs, reachKm } of stretchesOf(route)) {
    await breathe();
    const off = offLegs(legs);
    const { latitude, longitude } = index.slots;
    // Copied before others have their turn: a slot may be another station's after it.
    const near = Array.from(passing(index, query, legs[0]!.a, reachKm + wish.km), (slot) => ({
      id: index.idOf(slot),
      latitude: latitude[slot]!,
      longitude: longitude[slot]!,
    }));
    for (const station of near) {
      await breathe();
      const { km, alongKm } = off(station);
      if (km > wish.km) continue;
      const before = stops.get(station.id);
      if (!before || km < before.off)
        stops.set(station.id, { id: station.id, along: alongKm, off: km });
    }
  }
  return [...stops.values()].sort((x, y) => x.along - y.along || (x.id < y.id ? -1 : 1));
}

/** Stations within some km of a route, in the order in which it passes them; null: the index is still loading. */
export async function findAlongRoute(
  deps: SearchDeps,
  userId: string,
  route: readonly Position[],
  wish: SearchWish,
  hasCopy: HasCopy,
): Promise<BytesAnswer | null> {
  const stops = await turns(userId, () => stopsOf(deps, userId, route, wish));
  const context = stops && (await contextOf(deps, userId, false));
  if (!context) return null;
  // No await from here on: everything below reads one state of the index.
  const { index } = context.ready;
  const sorted = stops.flatMap((stop) => {
    const slot = index.slotOf(stop.id);
    return slot === undefined ? [] : [{ ...stop, slot }];
  });
  const start = wish.pageNo * wish.pageSize;
  const shown = sorted.slice(start, start + wish.pageSize);
  const slots = shown.map(({ slot }) => slot);
  const { content: _, ...paging } = page([], wish.pageNo, wish.pageSize, sorted.length);
  const rounded = (km: number) => Math.round(km * 100) / 100;
  return answer(context, slots, [wish, route, paging], wish, hasCopy, (view) =>
    writePage(
      index,
      view,
      { slots, km: null },
      {
        head: `{"content":[`,
        tail: `],${JSON.stringify(paging).slice(1)}`,
        end: (nth) => {
          const { along, off } = shown[nth]!;
          return `,"route":{"along_km":${rounded(along)},"off_km":${rounded(off)}}`;
        },
      },
    ),
  );
}
