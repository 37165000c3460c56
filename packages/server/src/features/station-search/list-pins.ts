import type { SearchDeps } from "./search-deps.ts";
import type { BytesAnswer, HasCopy } from "../../platform/http/bytes.ts";
import { refuse, type Refusal } from "../../platform/http/problem.ts";
import { queryOf } from "./search-locations.ts";
import type { SearchWish } from "./search-wish.ts";
import { answer, mayBeSeen, contextOf, type SearchContext } from "./search-context.ts";
import { minuteOf, questionOf, readVersion, startOf, versionOf, type Drawn } from "./pins-since.ts";
import { isHidden } from "./search-index/facets.ts";
import type { Query } from "./search-index/find.ts";
import { slotsInBox, type Box } from "./search-index/bbox-query.ts";
import { SLOTS } from "./search-index/order.ts";
import type { LocationIndex } from "./search-index/location-index.ts";
import { writePins } from "./search-index/write-pins.ts";

/** `limit`: most pins in the answer. `since`: the version of an earlier answer. */
export type PinsAsked = Box & {
  limit: number;
  since?: string | undefined;
  compact?: string | undefined;
};

/** Longitudes within ±180: a map that crosses the date line sends degrees beyond 180. */
function onEarth({ west, south, east, north }: Box): Box {
  if (east - west >= 360) return { west: -180, south, east: 180, north };
  const wrap = (degrees: number) =>
    Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
  return { west: wrap(west), south, east: wrap(east), north };
}

/**
 * Map pins in a bounding box that pass the filters; west greater than east crosses the date line. With the version of an
 * earlier answer only the changes since, if this index still has them; else all pins.
 */
export async function listPins(
  deps: SearchDeps,
  userId: string,
  asked: PinsAsked,
  wish: SearchWish,
  hasCopy: HasCopy,
): Promise<BytesAnswer | Refusal<"UNAVAILABLE">> {
  const { limit, since } = asked;
  const box = onEarth(asked);
  const compact = asked.compact?.trim() === "true";
  const context = await contextOf(deps, userId, false);
  if (!context) return refuse("UNAVAILABLE");
  const { ready, now } = context;
  const { index } = ready;
  const inBox = slotsInBox(index, box);
  const isSeen = seenBy(index, mayBeSeen(context));
  const query = queryOf(context, wish);
  const passesWish = slotTest(index, query);
  const matching = inBox.filter((slot) => isSeen(slot) && (!passesWish || passesWish(slot)));
  const map =
    matching.length > limit ? thinned(index, matching, limit) : { slots: matching, edge: 0 };
  // A new price may let a location in or out, and changes none.
  const prices = wish.asked.mostMinor === null ? null : ready.epoch;
  const question = questionOf(context, [box, limit, compact, wish, prices]);
  const drawn: Drawn = { changes: index.changes.count, minute: minuteOf(now), edge: map.edge };
  const before = readVersion(since, question, now);
  const delta = before && changesSince(context, before, { ...map, inBox, isSeen }, wish);
  const slots = delta ? delta.slots : map.slots;
  const facts = ["pins", matching.length, limit, compact, delta && [before, delta.gone]];
  return answer(context, slots, facts, wish, hasCopy, (shown) => {
    const header = {
      version: versionOf(question, drawn),
      delta: delta !== null,
      gone: delta ? delta.gone : [],
      truncated: matching.length > limit,
    };
    const list = compact ? `"pins":[],"rows":[` : `"pins":[`;
    const envelope = { status_code: 1000, timestamp: now.toISOString() };
    return writePins(index, shown, slots, {
      head: `{"data":{${JSON.stringify(header).slice(1, -1)},${list}`,
      tail: `]},${JSON.stringify(envelope).slice(1)}`,
      compact,
      asked: query.asked,
    });
  });
}

type DrawnNow = {
  slots: readonly number[];
  edge: number;
  inBox: readonly number[];
  isSeen(slot: number): boolean;
};

/** Pins to add or replace on an earlier map, and ids to remove from it; null: the client needs the whole map. */
function changesSince(
  { ready, now }: SearchContext,
  before: Drawn,
  map: DrawnNow,
  { asked: { mostMinor } }: SearchWish,
): { slots: number[]; gone: string[] } | null {
  const { index, views } = ready;
  const { changed, hours } = index.slots;
  const left = index.changes.leftSince(before.changes);
  // A price may change with the minute, and the index does not record which did.
  if (!left || map.edge !== before.edge) return null;
  if (mostMinor !== null && before.minute !== minuteOf(now)) return null;
  const then = views.hours(startOf(before.minute));
  const opens = views.hours(startOf(minuteOf(now)));
  const isNew = (slot: number) =>
    changed[slot]! > before.changes || then.isOpened(hours[slot]!) !== opens.isOpened(hours[slot]!);
  const slots = map.slots.filter(isNew);
  const onMap = new Set(slots);
  const gone = left.filter((id) => !onMap.has(index.slotOf(id) ?? -1));
  for (const slot of map.inBox) {
    if (onMap.has(slot) || !isNew(slot)) continue;
    // A hidden location's id is never sent. If it was hidden since the earlier map, this driver may hold it: send all.
    if (map.isSeen(slot)) gone.push(index.idOf(slot));
    else if (index.hidden.get(slot)!.since > before.changes) return null;
  }
  return { slots, gone };
}

const seenBy =
  ({ slots: { mask } }: LocationIndex, maySee: (slot: number) => boolean) =>
  (slot: number) =>
    !isHidden(mask[slot]!) || maySee(slot);

/** The filters of a search as a test of one location; null: no filter. */
function slotTest(
  index: LocationIndex,
  { plugs, owners, also, asked }: Query,
): ((slot: number) => boolean) | null {
  if (plugs.open && !owners && !also) return null;
  if (plugs.never) return () => false;
  const { owner } = index.slots;
  return (slot) =>
    (!owners || owners[owner[slot]!] === 1) &&
    (plugs.open || asked.passes(slot)) &&
    (!also || also(slot));
}

/** At most `limit` slots, by a fixed random rank, so that the same pins stay while the map moves. */
function thinned(index: LocationIndex, all: readonly number[], limit: number) {
  const keys = Float64Array.from(all, (slot) => index.slots.rank[slot]! * SLOTS + slot).sort();
  const taken = keys.subarray(0, limit);
  return { slots: Array.from(taken, (key) => key % SLOTS), edge: taken.at(-1)! };
}
