import { SLOTS } from "./order.ts";

type List = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Lists of different length, each on a stretch of one column: all locations' plugs, words or JSON. */
export type Pool<T extends List> = {
  column: T;
  /** What a stretch is rounded up to. */
  unit: number;
  /** Everything below was taken at some time. */
  end: number;
  /** Stretches given back, by size: one of the same size takes them again. */
  free: Map<number, number[]>;
};

export const emptyPool = <T extends List>(column: T, unit: number): Pool<T> => ({
  column,
  unit,
  end: 0,
  free: new Map(),
});

/** From so many bytes on a pool's memory is resizable. Access to it is slower, which a small index need not bear. */
const LARGE = 1 << 23;

/** Memory for a pool that will be sorted: a large one shrinks meanwhile. */
export const memoryFor = (bytes: number): ArrayBuffer =>
  bytes < LARGE ? new ArrayBuffer(bytes) : new ArrayBuffer(bytes, { maxByteLength: bytes });

const sizeOf = ({ unit }: Pool<List>, count: number) => Math.ceil(count / unit) * unit;

/** Writes a list to a stretch; returns where it starts. */
export function addTo<T extends List>(pool: Pool<T>, list: ArrayLike<number>): number {
  const size = sizeOf(pool, list.length);
  let start = pool.free.get(size)?.pop();
  if (start === undefined) {
    start = pool.end;
    pool.end += size;
    pool.column = withRoom(pool.column, pool.end);
  }
  // Most are short, or typed arrays, which are copied at once.
  const { column } = pool;
  if (ArrayBuffer.isView(list)) column.set(list, start);
  else for (let at = 0; at < list.length; at++) column[start + at] = list[at]!;
  return start;
}

/** Gives a stretch of `count` entries back. */
export function giveBack(pool: Pool<List>, start: number, count: number): void {
  const size = sizeOf(pool, count);
  const list = pool.free.get(size);
  if (list) list.push(start);
  else pool.free.set(size, [start]);
}

/** More room than is needed; memory that was never written to costs nothing. */
const GROWTH = 1.5;

/** Parts in which large lists are sorted: so much of them is in memory twice. */
const PARTS = 4;

/**
 * The same lists, in the order of these slots, without what was given back. What they were in is freed at once; a column that
 * can be resized, after each part.
 */
export function sortedPool<T extends List>(
  { column, unit, end }: Pool<T>,
  lists: { starts: Uint32Array; counts: Uint32Array | Uint16Array; slots: Uint32Array },
): { pool: Pool<T>; starts: Uint32Array<ArrayBuffer> } {
  const pool = emptyPool(newLike(column, Math.ceil(end * GROWTH) + 1024), unit);
  const { slots } = lists;
  const from = Uint32Array.from(slots, (slot) => lists.starts[slot]!);
  const starts = new Uint32Array(slots.length);
  const { buffer } = column;
  const part = buffer.resizable ? Math.ceil(slots.length / PARTS) : slots.length;
  const byStart = buffer.resizable ? placesInOrder(from) : [];
  for (let nth = 0; nth < slots.length;) {
    for (const next = Math.min(nth + part, slots.length); nth < next; nth++) {
      const start = from[nth]!;
      starts[nth] = addTo(pool, column.subarray(start, start + lists.counts[slots[nth]!]!));
    }
    if (nth === slots.length) break;
    // The others are moved to the beginning, and the end is freed.
    let to = 0;
    for (const one of byStart) {
      if (one < nth) continue;
      const start = from[one]!;
      const count = lists.counts[slots[one]!]!;
      column.copyWithin(to, start, start + count);
      from[one] = to;
      to += count;
    }
    buffer.resize(to * column.BYTES_PER_ELEMENT);
  }
  buffer.transfer(0);
  return { pool, starts };
}

/** The places of numbers, the lowest first. */
function placesInOrder(numbers: Uint32Array): Uint32Array {
  // One number for both, so that the sort needs no comparator.
  const keys = Float64Array.from(numbers, (number, at) => number * SLOTS + at).sort();
  return Uint32Array.from(keys, (key) => key % SLOTS);
}

const newLike = <T extends List>(column: T, size: number): T =>
  new (column.constructor as new (size: number) => T)(size);

/** A column with room for so many entries; what was in it stays. */
export function withRoom<T extends List>(column: T, size: number): T {
  if (size <= column.length) return column;
  const larger = newLike(column, Math.max(size, Math.ceil(column.length * GROWTH)));
  larger.set(column);
  return larger;
}
