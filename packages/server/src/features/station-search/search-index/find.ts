import { offerState, stationMinutes, type Position } from "@voltmarg/rules";
import type { AskedPlugs } from "./asked-plugs.ts";
import { scan } from "./scan.ts";
import type { Filter } from "./filter.ts";
import { decimetresOf } from "./great-circle.ts";
import { orderProofAt } from "./proof.ts";
import { sortByDistance } from "./sort-by-distance.ts";
import type { LocationIndex } from "./location-index.ts";
import type { Hits } from "./range-scan.ts";
import type { TextTest } from "./text-test.ts";
import { COST_DECIMETRES } from "./words.ts";

export type Sort = "distance" | "price" | "power" | "free" | "best";

export type Query = Filter & {
  from: Position | null;
  /** km; not heeded without a position */
  km: number;
  text: TextTest | null;
  sort: Sort;
  asked: AskedPlugs;
  now: Date;
  /** Whether a location is known to be closed now, or the driver may not charge there. */
  isShut(slot: number): boolean;
  /** The page: from the first on, so many. */
  first: number;
  count: number;
  /** Without it a search stops once the page is full. */
  counted: boolean;
};

export type Found = {
  slots: Uint32Array;
  /** How many there are in all; not counted: at least so many. */
  total: number;
};

/** The page of locations that pass, in order; of equals the one with the lower id comes first. */
export function find(index: LocationIndex, query: Query): Found {
  const { from, km, text, sort, first, count } = query;
  const ids = (a: number, b: number) => compare(index.idOf(a), index.idOf(b));
  if (from && sort === "distance" && !text) {
    const wanted = first + count;
    const hits = scan(index, query, { from, km, nearest: wanted, counted: query.counted });
    const slots = sortByDistance(hits, wanted, ids);
    return { slots: slots.slice(first, wanted), total: hits.total };
  }
  const hits = scan(index, query, { from, km, nearest: Infinity, counted: true });
  const value = sort === "distance" ? null : valueOf(index, query);
  const all = candidates(hits, from !== null, text, value);
  const byName = !from && !text && sort === "distance";
  if (byName) for (const one of all) one.name = index.nameOf(one.slot);
  const idOf = (one: Candidate) => (one.id ??= index.idOf(one.slot));
  all.sort(
    (a, b) =>
      compare(a.value, b.value) ||
      a.far - b.far ||
      compare(a.name, b.name) ||
      compare(idOf(a), idOf(b)),
  );
  const page = all.slice(first, first + count);
  return { slots: Uint32Array.from(page, ({ slot }) => slot), total: all.length };
}

/** Slots that pass within some km of a position, in no order. */
export function passing(
  index: LocationIndex,
  filter: Filter,
  from: Position,
  km: number,
): Uint32Array {
  const hits = scan(index, filter, { from, km, nearest: Infinity, counted: true });
  return hits.slots.slice(0, hits.count);
}

/** `value`: what is sorted by first; `far`: decimetres; `name`, where sorted by it; `id`, once it was looked up. */
type Candidate = { slot: number; value: number; far: number; name: string; id: string | null };

/** What answers the text, with how far it is: each word less well matched counts as some way more. */
function candidates(
  hits: Hits,
  isNear: boolean,
  text: TextTest | null,
  value: ((slot: number, km: number) => number) | null,
): Candidate[] {
  const asTyped: Candidate[] = [];
  const forgiven: Candidate[] = [];
  for (let at = 0; at < hits.count; at++) {
    const slot = hits.slots[at]!;
    const match = text ? text(slot) : EXACT;
    if (!match) continue;
    const away = isNear ? decimetresOf(hits.chords[at]!) : 0;
    const far = away + match.cost * COST_DECIMETRES;
    (match.forgiven ? forgiven : asTyped).push({
      slot,
      value: value ? value(slot, away / 10_000) : 0,
      far,
      name: "",
      id: null,
    });
  }
  // Errors are forgiven only where nothing is as it was typed.
  return asTyped.length > 0 ? asTyped : forgiven;
}

const EXACT = { cost: 0, forgiven: false };

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** What is sorted by, lowest first: what a row shows of the plug that is meant. What is not known comes last. */
function valueOf(index: LocationIndex, query: Query): (slot: number, km: number) => number {
  const { sort, asked, isShut, now } = query;
  if (sort === "free") return (slot) => (isShut(slot) ? 0 : -asked.counts(slot).free);
  return (slot, km) => {
    const plug = asked.chosen(slot);
    if (!plug) return Infinity;
    if (sort === "price") return plug.perKwhMinor ?? Infinity;
    // In tenths, as shown.
    if (sort === "power") return -Math.round((plug.vehicleKw ?? -Infinity) * 10);
    return stationMinutes({
      km,
      state: isShut(slot) ? "broken" : offerState(plug.status),
      powerKw: plug.vehicleKw,
      perKwhMinor: plug.perKwhMinor,
      proof: orderProofAt(index.slots, slot, now),
    });
  };
}
