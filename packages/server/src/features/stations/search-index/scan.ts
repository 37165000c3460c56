import { cellRangesWithin, EARTH_KM, type Position } from "@voltmarg/rules";
import { UNKNOWN, type PlugTest } from "./facets.ts";
import { firstAt, SLOTS } from "./order.ts";
import type { StationIndex } from "./station-index.ts";

/** What a location must be, besides near. */
export type Sieve = {
  plugs: PlugTest;
  /** By owner number, 1: asked for; null: all are. */
  owners: Uint8Array | null;
  /** true: only what everybody sees; false: only what not everybody sees. */
  publish: boolean | null;
  /** Whether the driver may see a location that not everybody sees. */
  sees(slot: number): boolean;
  /** By owner number, 1: has been silent for so long that its statuses are not known. */
  silent: Uint8Array;
};

const RADIANS = Math.PI / 180;
const METRE_TENTHS = 10_000;

// Searches run one after another within a turn: they share the room their finds are written to.
let keys = new Float64Array(8192);

/**
 * Finds what passes within some km of a position, or anywhere: keys of decimetres × SLOTS + slot, in no order, in memory
 * that the next scan uses again. One plain loop over columns: this is where the time of a search goes.
 */
export function scan(
  index: StationIndex,
  sieve: Sieve,
  from: Position | null,
  km: number,
): Float64Array {
  if (sieve.plugs.never) return keys.subarray(0, 0);
  if (keys.length < index.size) keys = new Float64Array(index.size * 2);
  const late = Uint32Array.from(index.late);
  if (!from) {
    const { slots } = index.order;
    const some = stretch(index, sieve, null, Infinity, slots, 0, slots.length, 0);
    return keys.subarray(0, stretch(index, sieve, null, Infinity, late, 0, late.length, some));
  }
  const centre = onSphere(from);
  // A chord across the sphere, squared: compares like the distance.
  const most = km >= EARTH_KM * Math.PI ? Infinity : (2 * Math.sin(km / (2 * EARTH_KM))) ** 2;
  const { order } = index;
  let count = 0;
  for (const { first, last } of cellRangesWithin(from.latitude, from.longitude, km)) {
    const start = firstAt(order, first);
    const end = firstAt(order, last + 1, start);
    if (start < end) count = stretch(index, sieve, centre, most, order.slots, start, end, count);
  }
  return keys.subarray(0, stretch(index, sieve, centre, most, late, 0, late.length, count));
}

type Point = { x: number; y: number; z: number };

function stretch(
  index: StationIndex,
  sieve: Sieve,
  centre: Point | null,
  most: number,
  list: Uint32Array,
  start: number,
  end: number,
  count: number,
): number {
  const { x, y, z, mask, owner, hidden, plugStart, plugCount } = index.slots;
  const { plug } = index.plugs.columns;
  const { owners, silent, publish } = sieve;
  const { statusMask, typeMask, standardMask, open, least, most: mostKw } = sieve.plugs;
  const { statuses, types, standards } = sieve.plugs;
  const cx = centre ? centre.x : 0;
  const cy = centre ? centre.y : 0;
  const cz = centre ? centre.z : 0;
  const found = keys;
  const anySilent = silent.includes(1);
  for (let at = start; at < end; at++) {
    const slot = list[at]!;
    const has = mask[slot]!;
    if (has === 0) continue;
    if (typeMask !== 0 && (has & typeMask) === 0) continue;
    if (standardMask !== 0 && (has & standardMask) === 0) continue;
    const mute = anySilent && silent[owner[slot]!] === 1;
    if (statusMask !== 0 && (has & statusMask) === 0 && !mute) continue;
    let chord = 0;
    if (centre !== null) {
      const dx = x[slot]! - cx;
      const dy = y[slot]! - cy;
      const dz = z[slot]! - cz;
      chord = dx * dx + dy * dy + dz * dz;
      if (chord > most) continue;
    }
    if (!open) {
      let any = false;
      const last = plugStart[slot]! + plugCount[slot]!;
      for (let p = plugStart[slot]!; p < last; p++) {
        const one = plug[p]!;
        const tenths = one >>> 15;
        if (
          statuses[mute ? UNKNOWN : one & 15] === 1 &&
          standards[(one >> 7) & 255] === 1 &&
          types[(one >> 4) & 7] === 1 &&
          tenths >= least &&
          tenths <= mostKw
        ) {
          any = true;
          break;
        }
      }
      if (!any) continue;
    }
    if (owners !== null && owners[owner[slot]!] !== 1) continue;
    if (hidden[slot] === 1) {
      if (publish === true || !sieve.sees(slot)) continue;
    } else if (publish === false) continue;
    found[count++] = Math.round(kmOfChord(chord) * METRE_TENTHS) * SLOTS + slot;
  }
  return count;
}

/** The way over the ground along a chord; its arcsine as a series, good to a tenth of a millimetre up to 500 km. */
function kmOfChord(squared: number): number {
  const half = Math.sqrt(squared) / 2;
  if (half > 0.04) return 2 * EARTH_KM * Math.asin(half);
  const s = half * half;
  return 2 * EARTH_KM * half * (1 + s * (1 / 6 + s * (3 / 40 + s * (15 / 336))));
}

function onSphere({ latitude, longitude }: Position): Point {
  const a = latitude * RADIANS;
  const b = longitude * RADIANS;
  return { x: Math.cos(a) * Math.cos(b), y: Math.cos(a) * Math.sin(b), z: Math.sin(a) };
}

/** km from a position to each of these locations. */
export function kmOf(index: StationIndex, slots: readonly number[], from: Position): number[] {
  const { x, y, z } = index.slots;
  const c = onSphere(from);
  return slots.map((slot) => {
    const dx = x[slot]! - c.x;
    const dy = y[slot]! - c.y;
    const dz = z[slot]! - c.z;
    return kmOfChord(dx * dx + dy * dy + dz * dz);
  });
}
