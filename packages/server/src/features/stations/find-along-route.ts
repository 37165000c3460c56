import { decodePolyline, legsOf, offWay, type Position } from "@voltmarg/rules";
import type { BytesAnswer, Holds } from "../../platform/http/bytes.ts";
import { page } from "../../platform/http/paging.ts";
import { answer, momentOf } from "./moment.ts";
import { passing } from "./search-index/find.ts";
import { writePage } from "./search-index/write-page.ts";
import { queryOf } from "./search-stations.ts";
import type { SearchWish } from "./search-wish.ts";
import type { StationsDeps } from "./stations-deps.ts";

const MOST_POINTS = 10_000;
const MOST_KM = 4_000;
/** Legs are cut into pieces of this, so that a circle around each is small. */
const LEG_KM = 20;

/** A route from an encoded polyline or from points; null: neither, both, not readable, or longer than 4,000 km. */
export function readRoute(
  polyline: string | undefined,
  points: readonly Position[] | undefined,
): readonly Position[] | null {
  if ((polyline === undefined) === (points === undefined)) return null;
  const read = polyline === undefined ? points! : decodePolyline(polyline, MOST_POINTS);
  if (!read || read.length === 0) return null;
  const last = legsOf(read, LEG_KM).at(-1);
  return last && last.fromKm + last.km > MOST_KM ? null : read;
}

type Stop = { slot: number; along: number; off: number };

/** Stations within some km of a route, in the order in which it passes them; null: the index is still loading. */
export async function findAlongRoute(
  deps: StationsDeps,
  userId: string,
  route: readonly Position[],
  wish: SearchWish,
  holds: Holds,
): Promise<BytesAnswer | null> {
  const moment = await momentOf(deps, userId, false);
  if (!moment) return null;
  const { index } = moment.ready;
  const { latitude, longitude } = index.slots;
  const query = queryOf(moment, wish);
  const stops = new Map<number, Stop>();
  const only = { a: route[0]!, b: route[0]!, fromKm: 0, km: 0 };
  for (const { a, b, fromKm, km } of route.length === 1 ? [only] : legsOf(route, LEG_KM)) {
    // The whole leg lies within its length of either end: no need for the middle.
    for (const slot of passing(index, query, a, km + wish.km)) {
      const at = { latitude: latitude[slot]!, longitude: longitude[slot]! };
      const { km: off, share } = offWay(at, a, b);
      if (off > wish.km) continue;
      const before = stops.get(slot);
      if (!before || off < before.off) stops.set(slot, { slot, along: fromKm + share * km, off });
    }
  }
  const sorted = [...stops.values()].sort(
    (x, y) => x.along - y.along || (index.ids[x.slot]! < index.ids[y.slot]! ? -1 : 1),
  );
  const start = wish.pageNo * wish.pageSize;
  const shown = sorted.slice(start, start + wish.pageSize);
  const slots = shown.map(({ slot }) => slot);
  const { content: _, ...paging } = page([], wish.pageNo, wish.pageSize, sorted.length);
  const rounded = (km: number) => Math.round(km * 100) / 100;
  return answer(moment, slots, [wish, route, paging], holds, (view) =>
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
