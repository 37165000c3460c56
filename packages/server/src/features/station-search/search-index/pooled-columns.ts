import { columnsOf, type Column } from "./slots.ts";
import { createFreeList } from "./free-list.ts";

/** Lists of different length, each on a range of shared columns: a location's plugs, EVSEs and words. */
export function createPooledColumns<K extends Record<string, new (size: number) => Column>>(
  kinds: K,
  unit: number,
) {
  let size = 1024;
  const shelf = {
    columns: columnsOf(kinds, size),
    /** A range for `count` entries. */
    take: (count: number) => (count === 0 ? 0 : space.take(count)),
    give: (start: number, count: number) => {
      if (count > 0) space.give(start, count);
    },
  };
  const space = createFreeList(unit, (end) => {
    if (end <= size) return;
    size = Math.max(end, size * 2);
    shelf.columns = columnsOf(kinds, size, shelf.columns);
  });
  return shelf;
}
