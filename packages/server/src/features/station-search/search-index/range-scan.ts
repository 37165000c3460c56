import { HIDDEN, UNKNOWN } from "./facets.ts";
import type { Listed } from "./spatial-order.ts";
import type { LocationFilter } from "./filter.ts";
import type { StationIndex } from "./station-index.ts";
import type { Point } from "./great-circle.ts";

/** What a scan has found so far, in no order, in memory that the next scan uses again. */
export type Hits = {
  slots: Uint32Array;
  /** How far each is: the chord across the unit sphere. */
  chords: Float64Array;
  count: number;
  /** How many there are in all; not counted: at least so many. */
  total: number;
  /** All that is within this chord is among them. */
  within: number;
  /** How many locations were looked at. */
  seen: number;
};

// Searches run one after another within a turn: they share the room their finds are written to.
const hits: Hits = {
  slots: new Uint32Array(8192),
  chords: new Float64Array(8192),
  count: 0,
  total: 0,
  within: 0,
  seen: 0,
};

/** Empty, with room for all locations. */
export function emptyHits(size: number): Hits {
  if (hits.slots.length < size) {
    hits.slots = new Uint32Array(size * 2);
    hits.chords = new Float64Array(size * 2);
  }
  hits.count = 0;
  hits.total = 0;
  hits.within = 0;
  hits.seen = 0;
  return hits;
}

/** Ranges of a list of slots that wait to be looked at. */
const waiting = { starts: new Uint32Array(4096), ends: new Uint32Array(4096), count: 0 };

/** Queues a range for the next scan; a range that continues the last one is merged with it. */
export function lookLater(start: number, end: number): void {
  const { starts, ends, count } = waiting;
  if (start >= end) return;
  if (count > 0 && ends[count - 1] === start) {
    ends[count - 1] = end;
    return;
  }
  if (count === starts.length) {
    waiting.starts = doubled(starts);
    waiting.ends = doubled(ends);
  }
  waiting.starts[count] = start;
  waiting.ends[count] = end;
  waiting.count++;
}

function doubled(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(before.length * 2);
  after.set(before);
  return after;
}

/**
 * Scans the waiting ranges: locations that pass the filter within `most` (a squared chord) are counted and, with `keep`, stored.
 * One plain loop over columns: this is where the time of a search goes.
 */
export function look(
  index: StationIndex,
  filter: LocationFilter,
  centre: Point,
  most: number,
  keep: boolean,
  { slots: listed, places, bits }: Listed,
): void {
  const { owner, plugStart, plugCount } = index.slots;
  const { plug } = index.plugs.columns;
  const { owners, silent, publish, also = null, sees } = filter;
  const { open, classMask, statusMask, freeMask, statuses, classes } = filter.plugs;
  const { slots, chords } = hits;
  const { x: cx, y: cy, z: cz } = centre;
  const anySilent = silent.includes(1);
  let count = hits.count;
  let total = hits.total;
  const { starts, ends, count: ranges } = waiting;
  for (let nth = 0; nth < ranges; nth++) {
    const end = ends[nth]!;
    hits.seen += end - starts[nth]!;
    for (let at = starts[nth]!; at < end; at++) {
      const has = bits[8 * at + 6]!;
      if (has === 0) continue;
      if (classMask !== 0 && (has & classMask) === 0) continue;
      if (freeMask !== 0 && (bits[8 * at + 7]! & freeMask) === 0) continue;
      const slot = listed[at]!;
      const mute = anySilent && silent[owner[slot]!] === 1;
      if (statusMask !== 0 && (has & statusMask) === 0 && !mute) continue;
      const dx = places[4 * at]! - cx;
      const dy = places[4 * at + 1]! - cy;
      const dz = places[4 * at + 2]! - cz;
      const chord = dx * dx + dy * dy + dz * dz;
      if (chord > most) continue;
      if (!open) {
        const last = plugStart[slot]! + plugCount[slot]!;
        let p = plugStart[slot]!;
        for (; p < last; p++) {
          const one = plug[p]!;
          if (((statuses >>> (mute ? UNKNOWN : one & 15)) & classes[one >>> 4]!) === 1) break;
        }
        if (p === last) continue;
      }
      if (owners !== null && owners[owner[slot]!] !== 1) continue;
      if ((has & HIDDEN) !== 0) {
        if (publish === true || !sees(slot)) continue;
      } else if (publish === false) continue;
      if (also !== null && !also(slot)) continue;
      total++;
      if (!keep) continue;
      slots[count] = slot;
      chords[count++] = Math.sqrt(chord);
    }
  }
  waiting.count = 0;
  hits.count = count;
  hits.total = total;
}
