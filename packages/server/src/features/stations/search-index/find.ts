import type { Position } from "@voltmarg/rules";
import { AVAILABLE, passes, statusOfPlug } from "./facets.ts";
import { SLOTS } from "./order.ts";
import { kmOf, scan, type Sieve } from "./scan.ts";
import type { StationIndex } from "./station-index.ts";
import type { TextTest } from "./text-test.ts";
import type { View } from "./views.ts";
import { COST_DECIMETRES } from "./words.ts";

export type Sort = "distance" | "price" | "power" | "free";

export type Query = Sieve & {
  from: Position | null;
  /** km; not heeded without a position */
  km: number;
  text: TextTest | null;
  /** What else a location must be; asked of those only that pass everything before. */
  also?: ((slot: number) => boolean) | null;
  sort: Sort;
  view: View;
  /** The page: from the first on, so many. */
  first: number;
  count: number;
  /** Without it a search stops once the page is full. */
  counted: boolean;
};

export type Found = {
  slots: number[];
  /** Of each, in km; null: no position was given. */
  km: number[] | null;
  /** How many there are in all; not counted: at least so many. */
  total: number;
};

/** Nearer circles first: most pages are full before the whole distance is looked at. Below 3 km nothing is saved. */
const STEPS = [16, 4, 1];
const LEAST_KM = 3;

/** The page of locations that pass, in order; of equals the one with the lower id comes first. */
export function find(index: StationIndex, query: Query): Found {
  const { from, km, text } = query;
  if (from && !query.counted && query.sort === "distance" && !text) {
    const wanted = query.first + query.count;
    for (const step of STEPS) {
      if (step > 1 && km / step < LEAST_KM) continue;
      const keys = narrowed(scan(index, query, from, km / step), query);
      if (keys.length > wanted || step === 1) return pageOf(index, query, keys);
    }
  }
  const keys = narrowed(scan(index, query, from, km), query);
  return pageOf(index, query, text ? ranked(keys, text) : keys);
}

const narrowed = (keys: Float64Array, { also }: Query) =>
  also ? keys.filter((key) => also(slotOf(key))) : keys;

/** Slots that pass within some km of a position, in no order. */
export function passing(index: StationIndex, sieve: Sieve, from: Position, km: number): number[] {
  return Array.from(scan(index, sieve, from, km), slotOf);
}

/** Keys of what answers the text: each word less well matched counts as some way more. */
function ranked(keys: Float64Array, text: TextTest): Float64Array {
  const asTyped: number[] = [];
  const forgiven: number[] = [];
  for (const key of keys) {
    const match = text.of(slotOf(key));
    if (match)
      (match.forgiven ? forgiven : asTyped).push(key + match.cost * COST_DECIMETRES * SLOTS);
  }
  // Errors are forgiven only where nothing is as it was typed.
  return new Float64Array(asTyped.length > 0 ? asTyped : forgiven);
}

const slotOf = (key: number) => key % SLOTS;
const near = (key: number) => Math.floor(key / SLOTS);

function pageOf(index: StationIndex, query: Query, keys: Float64Array): Found {
  const { first, count, sort, from, text } = query;
  const { ids } = index;
  const byId = (a: number, b: number) => compare(ids[slotOf(a)]!, ids[slotOf(b)]!);
  const byName = (a: number, b: number) =>
    compare(index.names[slotOf(a)]!, index.names[slotOf(b)]!) || byId(a, b);
  const end = Math.min(first + count, keys.length);
  let sorted: number[] | Float64Array;
  if (sort !== "distance") {
    const value = valueOf(index, query);
    const values = new Map<number, number>();
    for (const key of keys) values.set(key, value(slotOf(key)));
    sorted = [...keys].sort(
      (a, b) => compare(values.get(a)!, values.get(b)!) || compare(near(a), near(b)) || byId(a, b),
    );
  } else if (from || text) {
    sorted = keys;
    sortFirst(keys, end);
    settleEquals(keys, from ? byId : byName, end);
  } else sorted = [...keys].sort(byName);
  const slots: number[] = [];
  for (let at = first; at < end; at++) slots.push(slotOf(sorted[at]!));
  return { slots, km: from && kmOf(index, slots, from), total: keys.length };
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** Puts the lowest `count` numbers, and all that share the last one's distance, in order at the front. */
function sortFirst(keys: Float64Array, count: number): void {
  if (count * 4 >= keys.length) {
    keys.sort();
    return;
  }
  // Quickselect: below `end` stands nothing that is above what stands behind it.
  let low = 0;
  let high = keys.length - 1;
  while (high - low > 32) {
    const pivot = middleOf(keys[low]!, keys[(low + high) >>> 1]!, keys[high]!);
    let left = low;
    let right = high;
    while (left <= right) {
      while (keys[left]! < pivot) left++;
      while (keys[right]! > pivot) right--;
      if (left > right) break;
      const swapped = keys[left]!;
      keys[left++] = keys[right]!;
      keys[right--] = swapped;
    }
    if (count <= right) high = right;
    else if (count >= left) low = left;
    else break;
  }
  const end = Math.max(count, high + 1);
  let front = keys.subarray(0, end).sort();
  // Equals of the last one that were left behind belong to its run.
  const last = (near(front[count - 1]!) + 1) * SLOTS;
  let upto = end;
  for (let at = end; at < keys.length; at++) {
    if (keys[at]! >= last) continue;
    const swapped = keys[upto]!;
    keys[upto++] = keys[at]!;
    keys[at] = swapped;
  }
  if (upto > end) front = keys.subarray(0, upto).sort();
}

const middleOf = (a: number, b: number, c: number) =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));

/** A sort by numbers leaves equals in the order of their slots, which is nobody's: puts each run of them in order. */
function settleEquals(
  sorted: Float64Array,
  compareKeys: (a: number, b: number) => number,
  until: number,
): void {
  for (let at = 0; at < until;) {
    let end = at + 1;
    const next = (near(sorted[at]!) + 1) * SLOTS;
    while (end < sorted.length && sorted[end]! < next) end++;
    if (end - at > 1) sorted.set([...sorted.subarray(at, end)].sort(compareKeys), at);
    at = end;
  }
}

/** What is sorted by, lowest first, over the plugs that pass; what is not known comes last. */
function valueOf(index: StationIndex, query: Query): (slot: number) => number {
  const { plugStart, plugCount, owner } = index.slots;
  const { plug, kind } = index.plugs.columns;
  const { plugs, view, sort, silent } = query;
  return (slot) => {
    const mute = silent[owner[slot]!] === 1;
    let best = Infinity;
    let free = 0;
    for (let at = plugStart[slot]!; at < plugStart[slot]! + plugCount[slot]!; at++) {
      if (!passes(plugs, plug[at]!, mute)) continue;
      if (sort === "price") best = Math.min(best, view.price(kind[at]!) ?? Infinity);
      else if (sort === "power") best = Math.min(best, -(view.powerKw(kind[at]!) ?? -Infinity));
      else if (!mute && statusOfPlug(plug[at]!) === AVAILABLE) free++;
    }
    return sort === "free" ? -free : best;
  };
}
