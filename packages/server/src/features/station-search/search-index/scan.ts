import { EARTH_KM, rangesWithin, type Position } from "@voltmarg/rules";
import { CELL_KM, FINE, firstAt, type Order } from "./order.ts";
import { ownerBits, type Filter } from "./filter.ts";
import { chordOf, onSphere } from "./great-circle.ts";
import type { LocationIndex } from "./location-index.ts";
import { emptyHits, scanRanges, queueRange, type Hits } from "./range-scan.ts";

export type Reach = {
  /** Null: anywhere. */
  from: Position | null;
  km: number;
  /** So many of the nearest are enough. */
  nearest: number;
  /** Whether all within reach are counted, or the search ends once the nearest are found. */
  counted: boolean;
};

/** The first circle, in km, times the root of how many are wanted: right where there are about 14 on a square km. */
const FIRST_KM = 0.15;
/** A circle is made so much larger than should be enough. */
const SPARE = 1.2;
const MOST_GROWTH = 6;
const KM_OF_DEGREE = 111;

/**
 * Finds what passes within some km of a position, or anywhere: the nearest ones, and some beyond. Circles are looked at
 * from small to large; each next one is as large as should do by what the last one held, and what was seen is not looked
 * at again.
 */
export function scan(index: LocationIndex, filter: Filter, reach: Reach): Hits {
  const hits = emptyHits(index.size);
  const { order, late } = index.spatialOrder;
  const { from, km, nearest, counted } = reach;
  if (filter.plugs.never || nearest === 0) return hits;
  const centre = from ? onSphere(from.latitude, from.longitude) : { x: 0, y: 0, z: 0 };
  const most = from ? chordOf(km) : Infinity;
  const lookNow = (list: Uint32Array, keep: boolean) =>
    scanRanges(index, filter, centre, most * most, keep, list);
  queueRange(0, late.length);
  lookNow(late, true);
  if (!from || km > EARTH_KM) {
    hits.within = most;
    queueRange(0, order.slots.length);
    lookNow(order.slots, true);
    return hits;
  }
  const cover = coverOf(order, from);
  const take = takeCells(index, filter);
  let radius =
    nearest === Infinity || crosses(from, km) ? km : Math.min(km, FIRST_KM * Math.sqrt(nearest));
  for (;;) {
    cover.upTo(radius, take);
    lookNow(order.slots, true);
    hits.within = chordOf(radius);
    if (radius === km) return hits;
    // A little less, so that all who are as near as the last one, by the decimetre, were seen as well.
    const inside = countWithin(hits, chordOf(Math.max(0, radius - 0.0002)));
    if (inside >= nearest) break;
    const share = Math.sqrt((nearest * SPARE) / Math.max(inside, 1));
    radius = Math.min(km, radius * Math.min(MOST_GROWTH, Math.max(share, 1.1)));
  }
  if (!counted) return hits;
  if (countsWhole(filter) && km > radius + CELL_KM)
    cover.upTo(km - CELL_KM, countCells(index, hits));
  cover.upTo(km, take);
  lookNow(order.slots, false);
  return hits;
}

/** Cells, by their numbers in the order. */
type Visit = (start: number, end: number) => void;

/** Whether a circle touches a pole or the date line: then it is looked at as a whole. */
function crosses({ latitude, longitude }: Position, km: number): boolean {
  const span = km / KM_OF_DEGREE;
  const highest = Math.abs(latitude) + span;
  if (highest > 89) return true;
  return Math.abs(longitude) + span / Math.cos((highest * Math.PI) / 180) > 179;
}

function countWithin({ chords, count }: Hits, most: number): number {
  let inside = 0;
  for (let at = 0; at < count; at++) if (chords[at]! <= most) inside++;
  return inside;
}

// Which cells of each row this scan has looked at, and in which of its circles first.
const seenFrom = new Uint32Array(FINE.rows);
const seenTo = new Uint32Array(FINE.rows);
const seenIn = new Float64Array(FINE.rows);
let circles = 0;

/** Circles around a position, each larger than the last: those cells are visited that no smaller one has touched. */
function coverOf(order: Order, { latitude, longitude }: Position) {
  const before = circles;
  const { cells, rows } = order;
  return {
    upTo: (km: number, visit: Visit) => {
      const circle = ++circles;
      // A millimetre more, for what rounding takes away.
      for (const { first, last } of rangesWithin(FINE, latitude, longitude, km + 1e-6)) {
        const row = Math.floor(first / FINE.columns);
        let start: number;
        let end: number;
        // A row that the date line cuts comes twice in one circle, and then there is only one circle.
        if (seenIn[row]! > before && seenIn[row]! < circle) {
          start = seenFrom[row]!;
          end = seenTo[row]!;
          while (start > rows[row]! && cells[start - 1]! >= first) start--;
          while (end < rows[row + 1]! && cells[end]! <= last) end++;
          visit(start, seenFrom[row]!);
          visit(seenTo[row]!, end);
        } else {
          start = firstAt(order, first, row);
          end = firstAt(order, last + 1, row, start);
          visit(start, end);
        }
        seenFrom[row] = start;
        seenTo[row] = end;
        seenIn[row] = circle;
      }
    },
  };
}

/** Has those cells looked at in which something may pass. */
function takeCells(index: LocationIndex, filter: Filter): Visit {
  const { starts } = index.spatialOrder.order;
  const { masks, owners } = index.spatialOrder.cells;
  const { classMask, statusMask } = filter.plugs;
  if (classMask === 0 && statusMask === 0 && !filter.owners)
    return (start, end) => queueRange(starts[start]!, starts[end]!);
  const ownerMask = ownerBits(filter.owners);
  const silentMask = ownerBits(filter.silent);
  return (start, end) => {
    for (let nth = start; nth < end; nth++) {
      const has = masks[nth]!;
      const whose = owners[nth]!;
      if (classMask !== 0 && (has & classMask) === 0) continue;
      if (statusMask !== 0 && (has & statusMask) === 0 && (whose & silentMask) === 0) continue;
      if ((whose & ownerMask) !== 0) queueRange(starts[nth]!, starts[nth + 1]!);
    }
  };
}

/** Whether a location passes by being there and being seen by everybody. */
const countsWhole = ({ plugs, owners, also, publish }: Filter) =>
  plugs.open && !owners && !also && publish !== false;

/** Counts what is in cells that are wholly within reach; looks only where not everybody sees all. */
function countCells(index: LocationIndex, hits: Hits): Visit {
  const { order, cells } = index.spatialOrder;
  return (start, end) => {
    for (let nth = start; nth < end; nth++) {
      if (cells.hidden[nth] === 0) hits.total += cells.open[nth]!;
      else queueRange(order.starts[nth]!, order.starts[nth + 1]!);
    }
  };
}
