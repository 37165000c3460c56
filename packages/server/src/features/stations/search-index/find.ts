import { cellRangesWithin, EARTH_KM, type Position } from "@voltmarg/rules";
import type { PlugTest } from "./facets.ts";
import { AVAILABLE, statusOfPlug } from "./facets.ts";
import { firstAt, SLOTS } from "./order.ts";
import type { StationIndex } from "./station-index.ts";
import { COST_DECIMETRES } from "./words.ts";
import type { TextTest } from "./text-test.ts";
import type { View } from "./views.ts";

export type Sort = "distance" | "price" | "power" | "free";

export type Query = {
  from: Position | null;
  /** km; not heeded without a position */
  km: number;
  plugs: PlugTest;
  /** By owner number, 1: asked for; null: all are. */
  owners: Uint8Array | null;
  text: TextTest | null;
  /** true: only what everybody sees; false: only what not everybody sees. */
  publish: boolean | null;
  /** Whether the driver may see a location that not everybody sees. */
  sees(slot: number): boolean;
  /** By owner number, 1: has been silent for so long that its statuses are not known. */
  silent: Uint8Array;
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

/** Nearer circles first: most pages are full before the whole distance is looked at. */
const STEPS = [8, 3, 1];

/** The page of locations that pass, in order; of equals the one with the lower id comes first. */
export function find(index: StationIndex, query: Query): Found {
  const wanted = query.first + query.count;
  const early = query.from && !query.counted && query.sort === "distance" && !query.text;
  if (!early) return pageOf(index, query, matches(index, query, query.km));
  for (const step of STEPS) {
    const found = matches(index, query, query.km / step);
    if (found.length > wanted || step === 1) return pageOf(index, query, found);
  }
  return pageOf(index, query, []);
}

type Match = number[];

/** Slots that pass within some km of a position, in no order. */
export function passing(index: StationIndex, query: Query, from: Position, km: number): number[] {
  const slots: number[] = [];
  if (!query.plugs.never) visit(index, query, from, km, (slot) => void slots.push(slot));
  return slots;
}

function visit(
  index: StationIndex,
  query: Query,
  from: Position | null,
  km: number,
  pass: (slot: number, decimetres: number) => void,
): void {
  const take = tester(index, query, from, km, pass);
  if (!from) {
    for (let slot = 0; slot < index.size; slot++) take(slot);
    return;
  }
  const { cells, slots } = index.order;
  for (const { first, last } of cellRangesWithin(from.latitude, from.longitude, km)) {
    for (let at = firstAt(index.order, first); at < cells.length && cells[at]! <= last; at++)
      take(slots[at]!);
  }
  for (const slot of index.late) take(slot);
}

/** Keys of what passes: decimetres, and what text costs, times SLOTS, plus the slot. */
function matches(index: StationIndex, query: Query, km: number): Match {
  if (query.plugs.never) return [];
  const keys: number[] = [];
  const forgiven: number[] = [];
  visit(index, query, query.from, km, (slot, decimetres) => {
    const text = query.text?.of(slot);
    if (text === null) return;
    const key = (decimetres + (text ? text.cost * COST_DECIMETRES : 0)) * SLOTS + slot;
    if (text?.forgiven) forgiven.push(key);
    else keys.push(key);
  });
  // Errors are forgiven only where nothing is as it was typed.
  return keys.length > 0 ? keys : forgiven;
}

function tester(
  index: StationIndex,
  query: Query,
  from: Position | null,
  km: number,
  pass: (slot: number, decimetres: number) => void,
): (slot: number) => void {
  const { x, y, z, mask, owner, hidden, plugStart, plugCount } = index.slots;
  const { plug } = index.plugs.columns;
  const { plugs, owners, silent, publish } = query;
  const { statusMask, typeMask, standardMask } = plugs;
  const centre = from && onSphere(from);
  const cx = centre?.x ?? 0;
  const cy = centre?.y ?? 0;
  const cz = centre?.z ?? 0;
  // A chord across the sphere, squared: compares like the distance.
  const most = km >= EARTH_KM * Math.PI ? Infinity : (2 * Math.sin(km / (2 * EARTH_KM))) ** 2;
  return (slot) => {
    const has = mask[slot]!;
    if (has === 0) return;
    if (typeMask !== 0 && (has & typeMask) === 0) return;
    if (standardMask !== 0 && (has & standardMask) === 0) return;
    const mute = silent[owner[slot]!] === 1;
    if (statusMask !== 0 && (mute ? !plugs.takesUnknown : (has & statusMask) === 0)) return;
    let decimetres = 0;
    if (centre) {
      const dx = x[slot]! - cx;
      const dy = y[slot]! - cy;
      const dz = z[slot]! - cz;
      const chord = dx * dx + dy * dy + dz * dz;
      if (chord > most) return;
      decimetres = Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(chord) / 2) * 10_000);
    }
    if (owners !== null && owners[owner[slot]!] !== 1) return;
    if (hidden[slot] === 1 ? publish === true || !query.sees(slot) : publish === false) return;
    if (!plugs.open) {
      const start = plugStart[slot]!;
      const end = start + plugCount[slot]!;
      let any = false;
      for (let at = start; at < end && !any; at++) any = plugs.passes(plug[at]!, mute);
      if (!any) return;
    }
    pass(slot, decimetres);
  };
}

const RADIANS = Math.PI / 180;
function onSphere({ latitude, longitude }: Position) {
  const [a, b] = [latitude * RADIANS, longitude * RADIANS];
  return { x: Math.cos(a) * Math.cos(b), y: Math.cos(a) * Math.sin(b), z: Math.sin(a) };
}

function pageOf(index: StationIndex, query: Query, keys: Match): Found {
  const { first, count, sort, from } = query;
  const slotOf = (key: number) => key % SLOTS;
  const byId = (a: number, b: number) => compare(index.ids[slotOf(a)]!, index.ids[slotOf(b)]!);
  const near = (key: number) => Math.floor(key / SLOTS);
  let sorted: number[] | Float64Array;
  if (sort !== "distance") {
    const value = valueOf(index, query);
    const values = new Map(keys.map((key) => [key, value(slotOf(key))]));
    sorted = keys.sort(
      (a, b) => compare(values.get(a)!, values.get(b)!) || compare(near(a), near(b)) || byId(a, b),
    );
  } else if (from || query.text) {
    sorted = Float64Array.from(keys).sort();
    const equal = from ? byId : (a: number, b: number) => byName(index, slotOf(a), slotOf(b));
    settleEquals(sorted, near, equal, from ? first + count : sorted.length);
  } else sorted = keys.sort((a, b) => byName(index, slotOf(a), slotOf(b)));
  const slots = Array.from(sorted.slice(first, first + count), slotOf);
  return { slots, km: from && slots.map((slot) => kmOf(index, slot, from)), total: keys.length };
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (index: StationIndex, a: number, b: number) =>
  compare(index.names[a]!, index.names[b]!) || compare(index.ids[a]!, index.ids[b]!);

/** A sort by numbers leaves equals in the order of their slots, which is nobody's: puts each run of them in order. */
function settleEquals(
  sorted: Float64Array,
  near: (key: number) => number,
  compareKeys: (a: number, b: number) => number,
  until: number,
): void {
  for (let at = 0; at < Math.min(until, sorted.length);) {
    let end = at + 1;
    while (end < sorted.length && near(sorted[end]!) === near(sorted[at]!)) end++;
    if (end - at > 1) sorted.set([...sorted.subarray(at, end)].sort(compareKeys), at);
    at = end;
  }
}

function kmOf({ slots: { x, y, z } }: StationIndex, slot: number, from: Position): number {
  const c = onSphere(from);
  const chord = Math.hypot(x[slot]! - c.x, y[slot]! - c.y, z[slot]! - c.z);
  return 2 * EARTH_KM * Math.asin(chord / 2);
}

/** What is sorted by, lowest first, over the plugs that pass; what is not known comes last. */
function valueOf(index: StationIndex, query: Query): (slot: number) => number {
  const { plugStart, plugCount, owner } = index.slots;
  const { plug, kind } = index.plugs.columns;
  const { plugs, view, sort, silent } = query;
  const one = (at: number): number => {
    if (sort === "price") return view.price(kind[at]!) ?? Infinity;
    return -(view.powerKw(kind[at]!) ?? -Infinity);
  };
  return (slot) => {
    const mute = silent[owner[slot]!] === 1;
    let best = Infinity;
    let free = 0;
    for (let at = plugStart[slot]!; at < plugStart[slot]! + plugCount[slot]!; at++) {
      if (!plugs.passes(plug[at]!, mute)) continue;
      if (sort !== "free") best = Math.min(best, one(at));
      else if (!mute && statusOfPlug(plug[at]!) === AVAILABLE) free++;
    }
    return sort === "free" ? -free : best;
  };
}
