import { columnsOf, type Column } from "./slots.ts";
import { createFreeList } from "./free-list.ts";

/** Lists of different length, each on a stretch of shared columns: a location's plugs, EVSEs and words. */
export function createPooledColumns<K extends Record<string, new (size: number) => Column>>(
  kinds: K,
  unit: number,
) {
  let size = 1024;
  const pool = {
    columns: columnsOf(kinds, size),
    /** A stretch for `count` entries. */
    take: (count: number) => (count === 0 ? 0 : freeList.take(count)),
    give: (start: number, count: number) => {
      if (count > 0) freeList.give(start, count);
    },
  };
  const freeList = createFreeList(unit, (end) => {
    if (end <= size) return;
    size = Math.max(end, size * 2);
    pool.columns = columnsOf(kinds, size, pool.columns);
  });
  return pool;
}
