import type { Pin } from "@voltmarg/contract";
import {
  asKnown,
  byLocation,
  evsesOf,
  favouriteIds,
  findInBox,
  readWhitelist,
  restrictionsBy,
  sees,
  stateOf,
  viewFor,
  whoIs,
} from "../stations/index.ts";
import type { BytesAnswer, Holds } from "../../platform/http/bytes.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { fittingPlugs, isOpenAndCheap, isOwnedBy } from "./search-by-sql.ts";
import { queryOf } from "./search-stations.ts";
import type { SearchWish } from "./search-wish.ts";
import { answer, asBytes, mayBeSeen, momentOf, type Moment } from "./search-context.ts";
import { minuteOf, questionOf, readVersion, startOf, versionOf, type Drawn } from "./pins-since.ts";
import { passes } from "./search-index/facets.ts";
import type { Query } from "./search-index/find.ts";
import { slotsIn, type Box } from "./search-index/bbox-query.ts";
import { SLOTS } from "./search-index/order.ts";
import type { StationIndex } from "./search-index/station-index.ts";
import { writePins } from "./search-index/write-pins.ts";
import type { StationSearchDeps } from "./station-search-deps.ts";

/** `limit`: so many pins at most. `since`: the version of an earlier answer. */
export type PinsAsked = Box & {
  limit: number;
  since?: string | undefined;
  compact?: string | undefined;
};

/** While the index loads, this many locations are looked at when something is filtered. */
const MOST_ROWS = 20_000;

/** A map drawn across the date line, or more than once around, counts its degrees on beyond 180. */
function onEarth({ west, south, east, north }: Box): Box {
  if (east - west >= 360) return { west: -180, south, east: 180, north };
  const wrap = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  return { west: wrap(west), south, east: wrap(east), north };
}

/**
 * The slim feed of a map section, of what passes the wish's filters; west beyond east means across the date line. With the
 * version of an earlier answer only what is new since, as far as this index still knows.
 */
export async function listPins(
  deps: StationSearchDeps,
  userId: string,
  asked: PinsAsked,
  wish: SearchWish,
  holds: Holds,
): Promise<BytesAnswer> {
  const { limit, since } = asked;
  const box = onEarth(asked);
  const compact = asked.compact?.trim() === "true";
  const moment = await momentOf(deps, userId, false);
  if (!moment) return asBytes(await pinsBySql(deps, userId, box, limit, wish), holds);
  const { ready, now } = moment;
  const { index } = ready;
  const inBox = slotsIn(index, box);
  const isSeen = seenBy(index, mayBeSeen(moment));
  const passesWish = slotTest(index, queryOf(moment, wish));
  const all = inBox.filter((slot) => isSeen(slot) && (!passesWish || passesWish(slot)));
  const map = all.length > limit ? thinned(index, all, limit) : { slots: all, edge: 0 };
  const question = questionOf(moment, [box, limit, compact, wish]);
  const drawn: Drawn = { changes: index.changes.count, minute: minuteOf(now), edge: map.edge };
  const before = readVersion(since, question, now);
  const news = before && newsSince(moment, before, { ...map, inBox, isSeen }, wish);
  const slots = news ? news.slots : map.slots;
  const facts = ["pins", all.length, limit, compact, news && [before, news.gone]];
  return answer(moment, slots, facts, holds, (shown) => {
    const told = {
      version: versionOf(question, drawn),
      delta: news !== null,
      gone: news ? news.gone : [],
      truncated: all.length > limit,
    };
    const list = compact ? `"pins":[],"rows":[` : `"pins":[`;
    const envelope = { status_code: 1000, timestamp: now.toISOString() };
    return writePins(index, shown, slots, {
      head: `{"data":{${JSON.stringify(told).slice(1, -1)},${list}`,
      tail: `]},${JSON.stringify(envelope).slice(1)}`,
      compact,
    });
  });
}

type DrawnNow = {
  slots: readonly number[];
  edge: number;
  inBox: readonly number[];
  isSeen(slot: number): boolean;
};

/** Of a map as it is now, what another one from before lacks, and who has to go from that; null: it has to be drawn anew. */
function newsSince(
  { ready, now }: Moment,
  before: Drawn,
  map: DrawnNow,
  { mostPaise }: SearchWish,
): { slots: number[]; gone: string[] } | null {
  const { index, views } = ready;
  const { changed, hours, hidden } = index.slots;
  const left = index.changes.leftSince(before.changes);
  // Prices turn by the minute, and nobody counts whose did.
  if (!left || map.edge !== before.edge) return null;
  if (mostPaise !== null && before.minute !== minuteOf(now)) return null;
  const then = views.hours(startOf(before.minute));
  const opens = views.hours(startOf(minuteOf(now)));
  const isNew = (slot: number) =>
    changed[slot]! > before.changes || then.isOpened(hours[slot]!) !== opens.isOpened(hours[slot]!);
  const slots = map.slots.filter(isNew);
  const onMap = new Set(slots);
  const gone = left.filter((id) => !onMap.has(index.slotOf(id) ?? -1));
  for (const slot of map.inBox) {
    if (onMap.has(slot) || !isNew(slot)) continue;
    // Who does not see it now may have seen it before; the others must not learn of it.
    if (map.isSeen(slot)) gone.push(index.ids[slot]!);
    else if (hidden[slot] === 1 && index.hidden.get(slot)!.since > before.changes) return null;
  }
  return { slots, gone };
}

const seenBy =
  ({ slots: { hidden } }: StationIndex, maySee: (slot: number) => boolean) =>
  (slot: number) =>
    hidden[slot] === 0 || maySee(slot);

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
function thinned(index: StationIndex, all: readonly number[], limit: number) {
  const keys = Float64Array.from(all, (slot) => index.slots.rank[slot]! * SLOTS + slot).sort();
  const taken = keys.subarray(0, limit);
  return { slots: Array.from(taken, (key) => key % SLOTS), edge: taken.at(-1)! };
}

/** While the index loads. */
async function pinsBySql(
  deps: StationSearchDeps,
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
  const charging = await evsesOf(
    on,
    rows.map((row) => row.id),
  );
  const view = await viewFor(deps, who, null, rows, charging);
  const evses = byLocation(charging);
  const now = deps.clock.now();
  const found = rows.filter((row) => {
    const fitting = fittingPlugs(asKnown(row, evses.get(row.id) ?? [], now), wish);
    return fitting !== null && isOpenAndCheap(row, fitting, wish, view);
  });
  const shown = found.slice(0, limit);
  const favourites = new Set(await favouriteIds(on, userId));
  const pins: Pin[] = shown.map((row) => {
    const restricted = restrictions.isRestricted(who, row);
    const { state, plugs: counted, power } = stateOf(row, evses.get(row.id) ?? [], now, restricted);
    return {
      id: row.id,
      name: row.name,
      latitude: row.latitude,
      longitude: row.longitude,
      state,
      free: counted.available,
      total: counted.total,
      power,
      favourite: favourites.has(row.id),
    };
  });
  const truncated = found.length > limit;
  return ocpiData({ pins, truncated, version: null, delta: false, gone: [] }, now);
}
