import { HIDDEN, UNKNOWN } from "./facets.ts";
import type { Filter } from "./filter.ts";
import type { LocationIndex } from "./location-index.ts";
import type { Point } from "./great-circle.ts";

/**
 * Unordered results of a scan; the next scan uses them again. A search does not await, so searches never overlap.
 */
const hits = {
  slots: new Uint32Array(8192),
  /** How far each is: the chord across the unit sphere. */
  chords: new Float64Array(8192),
  count: 0,
  /** How many there are in all; not counted: at least so many. */
  total: 0,
  /** Every match within this chord is included. */
  within: 0,
};

export type Hits = typeof hits;

/** Clears the hits and makes room for `size` locations. */
export function emptyHits(size: number): Hits {
  if (hits.slots.length < size) {
    hits.slots = new Uint32Array(size * 2);
    hits.chords = new Float64Array(size * 2);
  }
  hits.count = 0;
  hits.total = 0;
  hits.within = 0;
  return hits;
}

/** Ranges of a slot list that `scanRanges` tests next: where each begins and ends. */
const pending: number[] = [];
let pendingCount = 0;

/** Adds a range to the next scan; a range that begins where the last one ends extends it. */
export function queueRange(start: number, end: number): void {
  if (start >= end) return;
  if (pendingCount > 0 && pending[pendingCount - 1] === start) pendingCount--;
  else pending[pendingCount++] = start;
  pending[pendingCount++] = end;
}

/**
 * Tests the locations of all pending ranges. One that passes the filter within `maxChordSquared` is counted and, with
 * `collect`, added to the hits. Returns with no range pending.
 * One plain loop over columns, as a search spends most of its time here: cheap tests on bits come before the distance,
 * tests that read other columns after it.
 */
export function scanRanges(
  index: LocationIndex,
  filter: Filter,
  centre: Point,
  maxChordSquared: number,
  collect: boolean,
  listed: Uint32Array,
): void {
  const { points, mask, ready, owner, plugStart, plugCount } = index.slots;
  const { column: plugs } = index.data.plugs;
  const { owners, silent, publish, also = null, sees } = filter;
  const { open, classMask, statusMask, freeMask, statuses, classes, classOfKind } = filter.plugs;
  const { slots, chords } = hits;
  const { x: cx, y: cy, z: cz } = centre;
  const anySilent = silent.includes(1);
  let count = hits.count;
  let total = hits.total;
  for (let nth = 0; nth < pendingCount; nth += 2) {
    const end = pending[nth + 1]!;
    for (let at = pending[nth]!; at < end; at++) {
      const slot = listed[at]!;
      const has = mask[slot]!;
      if (has === 0) continue;
      if (classMask !== 0 && (has & classMask) === 0) continue;
      if (freeMask !== 0 && (ready[slot]! & freeMask) === 0) continue;
      const mute = anySilent && silent[owner[slot]!] === 1;
      if (statusMask !== 0 && (has & statusMask) === 0 && !mute) continue;
      const dx = points[3 * slot]! - cx;
      const dy = points[3 * slot + 1]! - cy;
      const dz = points[3 * slot + 2]! - cz;
      const chordSquared = dx * dx + dy * dy + dz * dz;
      if (chordSquared > maxChordSquared) continue;
      if (!open) {
        const last = plugStart[slot]! + plugCount[slot]!;
        let p = plugStart[slot]!;
        for (; p < last; p++) {
          const one = plugs[p]!;
          const will = classes[classOfKind[one >>> 4]!]!;
          if (((statuses >>> (mute ? UNKNOWN : one & 15)) & will) === 1) break;
        }
        if (p === last) continue;
      }
      if (owners !== null && owners[owner[slot]!] !== 1) continue;
      if ((has & HIDDEN) !== 0) {
        if (publish === true || !sees(slot)) continue;
      } else if (publish === false) continue;
      if (also !== null && !also(slot)) continue;
      total++;
      if (!collect) continue;
      slots[count] = slot;
      chords[count++] = Math.sqrt(chordSquared);
    }
  }
  pendingCount = 0;
  hits.count = count;
  hits.total = total;
}
