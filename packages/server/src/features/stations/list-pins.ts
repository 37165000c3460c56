import type { Pin } from "@voltmarg/contract";
import { cellRangesIn } from "@voltmarg/rules";
import type { BytesAnswer, Holds } from "../../platform/http/bytes.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { restrictionsBy, sees } from "./allowed.ts";
import { readWhitelist } from "./index.store.ts";
import { fittingPlugs, isOpenAndCheap, isOwnedBy } from "./search-by-sql.ts";
import { queryOf } from "./search-stations.ts";
import type { SearchWish } from "./search-wish.ts";
import { answer, asBytes, mayBeSeen, momentOf } from "./moment.ts";
import { passes } from "./search-index/facets.ts";
import type { Query } from "./search-index/find.ts";
import { firstAt, SLOTS } from "./search-index/order.ts";
import type { StationIndex } from "./search-index/station-index.ts";
import { writePins } from "./search-index/write-pins.ts";
import { byLocation, viewFor, whoIs } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { evsesOf, favouriteIds, findInBox } from "./stations.store.ts";
import { asKnown, stateOf } from "./to-wire.ts";

export type Box = { west: number; south: number; east: number; north: number };
/** `limit`: so many pins at most. */
export type PinsAsked = Box & { limit: number };

/** While the index loads, this many locations are looked at when something is filtered. */
const MOST_ROWS = 20_000;

/** A map drawn across the date line, or more than once around, counts its degrees on beyond 180. */
function onEarth({ west, south, east, north }: Box): Box {
  if (east - west >= 360) return { west: -180, south, east: 180, north };
  const wrap = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  return { west: wrap(west), south, east: wrap(east), north };
}

/** The slim feed of a map section, of what passes the wish's filters; west beyond east means across the date line. */
export async function listPins(
  deps: StationsDeps,
  userId: string,
  asked: PinsAsked,
  wish: SearchWish,
  holds: Holds,
): Promise<BytesAnswer> {
  const { limit } = asked;
  const box = onEarth(asked);
  const moment = await momentOf(deps, userId, false);
  if (!moment) return asBytes(await pinsBySql(deps, userId, box, limit, wish), holds);
  const { index } = moment.ready;
  const inBox = slotsIn(index, box, mayBeSeen(moment));
  const passesWish = slotTest(index, queryOf(moment, wish));
  const all = passesWish ? inBox.filter(passesWish) : inBox;
  const truncated = all.length > limit;
  const slots = truncated ? thinned(index, all, limit) : all;
  return answer(moment, slots, ["pins", all.length, limit], holds, (shown) => {
    const envelope = { status_code: 1000, timestamp: moment.now.toISOString() };
    const tail = `],"truncated":${truncated}},${JSON.stringify(envelope).slice(1)}`;
    return writePins(index, shown, slots, `{"data":{"pins":[`, tail);
  });
}

function slotsIn(index: StationIndex, box: Box, seesSlot: (slot: number) => boolean): number[] {
  const { west, south, east, north } = box;
  const { latitude, longitude, mask, hidden } = index.slots;
  const found: number[] = [];
  const take = (slot: number) => {
    if (mask[slot] === 0) return;
    const y = latitude[slot]!;
    const x = longitude[slot]!;
    if (y < south || y > north) return;
    if (west <= east ? x < west || x > east : x < west && x > east) return;
    if (hidden[slot] === 1 && !seesSlot(slot)) return;
    found.push(slot);
  };
  const { cells, slots } = index.order;
  for (const { first, last } of cellRangesIn(box)) {
    for (let at = firstAt(index.order, first); at < cells.length && cells[at]! <= last; at++)
      take(slots[at]!);
  }
  for (const slot of index.late) take(slot);
  return found;
}

/** What the filters of a search ask of one location; null: nothing. */
function slotTest(
  index: StationIndex,
  { plugs, owners, also, silent }: Query,
): ((slot: number) => boolean) | null {
  if (plugs.open && !owners && !also) return null;
  if (plugs.never) return () => false;
  const { owner, plugStart, plugCount } = index.slots;
  const { plug } = index.plugs.columns;
  const hasPlug = (slot: number) => {
    const mute = silent[owner[slot]!] === 1;
    const first = plugStart[slot]!;
    for (let at = first; at < first + plugCount[slot]!; at++)
      if (passes(plugs, plug[at]!, mute)) return true;
    return false;
  };
  return (slot) =>
    (!owners || owners[owner[slot]!] === 1) &&
    (plugs.open || hasPlug(slot)) &&
    (!also || also(slot));
}

/** As many as a map takes, chosen by chance once and for all: the same ones stay while the map moves. */
function thinned(index: StationIndex, all: readonly number[], limit: number): number[] {
  const keys = Float64Array.from(all, (slot) => index.slots.rank[slot]! * SLOTS + slot).sort();
  return Array.from(keys.subarray(0, limit), (key) => key % SLOTS);
}

/** While the index loads. */
async function pinsBySql(
  deps: StationsDeps,
  userId: string,
  box: Box,
  limit: number,
  wish: SearchWish,
) {
  const on = deps.database.db;
  const who = await whoIs(deps, userId);
  const restrictions = restrictionsBy(await readWhitelist(on));
  const rows = (await findInBox(on, box, Math.max(limit, MOST_ROWS) + 1)).filter(
    (row) =>
      (row.publish || sees(who, row)) && (!wish.partyIds.length || isOwnedBy(row, wish.partyIds)),
  );
  const plugs = await evsesOf(
    on,
    rows.map((row) => row.id),
  );
  const view = await viewFor(deps, who, null, rows, plugs);
  const evses = byLocation(plugs);
  const now = deps.clock.now();
  const found = rows.filter((row) => {
    const fitting = fittingPlugs(asKnown(row, evses.get(row.id) ?? [], now), wish);
    return fitting !== null && isOpenAndCheap(row, fitting, wish, view);
  });
  const shown = found.slice(0, limit);
  const favourites = new Set(await favouriteIds(on, userId));
  const pins: Pin[] = shown.map((row) => {
    const restricted = restrictions.isRestricted(who, row);
    const { state, plugs, power } = stateOf(row, evses.get(row.id) ?? [], now, restricted);
    return {
      id: row.id,
      name: row.name,
      latitude: row.latitude,
      longitude: row.longitude,
      state,
      free: plugs.available,
      total: plugs.total,
      power,
      favourite: favourites.has(row.id),
    };
  });
  return ocpiData({ pins, truncated: found.length > limit }, now);
}
