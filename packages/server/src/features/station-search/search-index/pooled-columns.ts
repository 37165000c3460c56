import { columnsOf, type Columns, type Kinds } from "./slots.ts";

/** Lists of different length, each on a stretch of shared columns: a location's plugs, words and JSON. */
export type Pool<K extends Kinds> = {
  readonly columns: Columns<K>;
  /** A stretch for `count` entries. */
  take(count: number): number;
  /** Gives a stretch back; one of the same size takes it again. */
  give(start: number, count: number): void;
  readonly data: PoolData<K>;
};

/** `end`: everything below was taken at some time. `free`: stretches given back, by size. */
export type PoolData<K extends Kinds> = {
  columns: Columns<K>;
  end: number;
  free: Map<number, number[]>;
};

export const emptyPool = <K extends Kinds>(kinds: K, size: number): PoolData<K> => ({
  columns: columnsOf(kinds, size),
  end: 0,
  free: new Map(),
});

/** Sizes are rounded up to whole units. */
export function createPool<K extends Kinds>(kinds: K, unit: number, data: PoolData<K>): Pool<K> {
  const rounded = (count: number) => Math.ceil(count / unit) * unit;
  let room = Object.values(data.columns)[0]!.length;
  return {
    data,
    get columns() {
      return data.columns;
    },
    take: (count) => {
      const size = rounded(count);
      if (size === 0) return 0;
      const again = data.free.get(size)?.pop();
      if (again !== undefined) return again;
      const start = data.end;
      data.end += size;
      if (data.end > room) {
        room = Math.max(data.end, Math.ceil(room * GROWTH));
        data.columns = columnsOf(kinds, room, data.columns);
      }
      return start;
    },
    give: (start, count) => {
      const size = rounded(count);
      if (size === 0) return;
      const list = data.free.get(size);
      if (list) list.push(start);
      else data.free.set(size, [start]);
    },
  };
}

/** More room than is needed; memory that was never written to costs nothing. */
const GROWTH = 1.5;

/** The same lists, in the order of these slots, without what was given back. What they were in is freed at once. */
export function sortedPool<K extends Kinds>(
  kinds: K,
  unit: number,
  { columns, end }: PoolData<K>,
  lists: { starts: Uint32Array; counts: Uint32Array | Uint16Array; slots: Uint32Array },
): { data: PoolData<K>; starts: Uint32Array<ArrayBuffer> } {
  const data = emptyPool(kinds, Math.ceil(end * GROWTH) + 1024);
  const { take } = createPool(kinds, unit, data);
  const { counts, slots } = lists;
  const starts = Uint32Array.from(slots, (slot) => take(counts[slot]!));
  for (const name of Object.keys(kinds)) {
    const from = columns[name]!;
    const to = data.columns[name]!;
    slots.forEach((slot, nth) => {
      const start = lists.starts[slot]!;
      to.set(from.subarray(start, start + counts[slot]!), starts[nth]);
    });
    from.buffer.transfer(0);
  }
  return { data, starts };
}

/** A column with room for so many entries; what was in it stays. */
export function withRoom<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  column: T,
  size: number,
): T {
  if (size <= column.length) return column;
  const larger = new (column.constructor as new (size: number) => T)(
    Math.max(size, Math.ceil(column.length * GROWTH)),
  );
  larger.set(column);
  return larger;
}
