import { columnsOf, type Column } from "./slots.ts";
import { createSpace } from "./space.ts";

/** Lists of different length, each on a stretch of shared columns: a location's plugs, EVSEs and words. */
export function createShelf<K extends Record<string, new (size: number) => Column>>(
  kinds: K,
  unit: number,
) {
  let size = 1024;
  const shelf = {
    columns: columnsOf(kinds, size),
    /** A stretch for `count` entries. */
    take: (count: number) => (count === 0 ? 0 : space.take(count)),
    give: (start: number, count: number) => {
      if (count > 0) space.give(start, count);
    },
  };
  const space = createSpace(unit, (end) => {
    if (end <= size) return;
    size = Math.max(end, size * 2);
    shelf.columns = columnsOf(kinds, size, shelf.columns);
  });
  return shelf;
}
