import { EARTH_KM } from "@voltmarg/rules";
import { decimetresOf } from "./great-circle.ts";
import type { Hits } from "./range-scan.ts";

const MOST_BUCKETS = 8192;
/** A bucket of more is left to the engine's own sort. */
const FEW = 128;

// Sorts follow one another: they share their room.
const ends = new Uint32Array(MOST_BUCKETS + 1);
let far = new Float64Array(0);
let sorted = new Uint32Array(0);

/**
 * The nearest hits, `wanted` of them if there are so many, from near to far by the decimetre, equals by `tie`; in memory
 * that the next sort uses again. Each falls almost into its place at once, by its share of the whole distance, and what
 * falls beyond the last one wanted is not sorted.
 */
export function sortByDistance(
  { chords, slots, count, within }: Hits,
  wanted: number,
  tie: (a: number, b: number) => number,
): Uint32Array {
  if (far.length < count) {
    far = new Float64Array(count * 2);
    sorted = new Uint32Array(count * 2);
  }
  const buckets = Math.min(MOST_BUCKETS, count);
  const share = within > 0 && within < Infinity ? (buckets - 1) / within : 0;
  ends.fill(0, 0, buckets);
  for (let at = 0; at < count; at++) {
    const bucket = (chords[at]! * share) | 0;
    if (bucket < buckets) ends[bucket]!++;
  }
  let end = 0;
  let used = 0;
  let most = 0;
  // One more than is wanted: whoever is as near as the last one, by the decimetre, may belong before it.
  let rim: number | null = null;
  for (; used < buckets; used++) {
    if (end >= wanted) {
      const begins = decimetresOf(used / share);
      if (rim === null) rim = begins;
      else if (begins > rim) break;
    }
    const held = ends[used]!;
    if (held > most) most = held;
    ends[used] = end;
    end += held;
  }
  for (let at = 0; at < count; at++) {
    const chord = chords[at]!;
    const bucket = (chord * share) | 0;
    if (bucket >= used) continue;
    const to = ends[bucket]!++;
    far[to] = chord;
    sorted[to] = slots[at]!;
  }
  if (most > FEW) sortMany(end);
  else sortFew(end);
  settleEquals(end, tie);
  return sorted.subarray(0, Math.min(end, wanted));
}

/** Each is near its place: it is moved there. */
function sortFew(count: number): void {
  for (let at = 1; at < count; at++) {
    const chord = far[at]!;
    if (far[at - 1]! <= chord) continue;
    const slot = sorted[at]!;
    let to = at;
    for (; to > 0 && far[to - 1]! > chord; to--) {
      far[to] = far[to - 1]!;
      sorted[to] = sorted[to - 1]!;
    }
    far[to] = chord;
    sorted[to] = slot;
  }
}

/** Many on one spot. */
function sortMany(count: number): void {
  const byDistance = Uint32Array.from({ length: count }, (_, at) => at).sort(
    (a, b) => far[a]! - far[b]!,
  );
  sorted.set(byDistance.map((at) => sorted[at]!));
  far.set(Float64Array.from(byDistance, (at) => far[at]!));
}

/** A little more than a decimetre, as a chord. */
const DECIMETRE = 0.00011 / EARTH_KM;

/** Those as near as each other by the decimetre stand in no order yet: puts each run of them in order. */
function settleEquals(count: number, tie: (a: number, b: number) => number): void {
  for (let at = 1; at < count; at++) {
    if (Math.abs(far[at]! - far[at - 1]!) > DECIMETRE) continue;
    const distance = decimetresOf(far[at - 1]!);
    if (decimetresOf(far[at]!) !== distance) continue;
    let end = at + 1;
    while (end < count && decimetresOf(far[end]!) === distance) end++;
    sorted.subarray(at - 1, end).sort(tie);
    at = end;
  }
}
