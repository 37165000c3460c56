/** Places in a growing room, given back and taken again. Sizes are rounded up to whole units. */
export type FreeList = {
  take(size: number): number;
  give(start: number, size: number): void;
  /** Everything below was taken at some time. */
  readonly end: number;
  /** How much a piece of this size really occupies. */
  rounded(size: number): number;
};

/** `grow` is told how large the room must be before a place beyond its end is handed out. */
export function createFreeList(unit: number, grow: (end: number) => void): FreeList {
  const free = new Map<number, number[]>();
  let end = 0;
  const rounded = (size: number) => Math.ceil(size / unit) * unit;
  return {
    rounded,
    take: (size) => {
      const needed = rounded(size);
      const again = free.get(needed)?.pop();
      if (again !== undefined) return again;
      const start = end;
      end += needed;
      grow(end);
      return start;
    },
    give: (start, size) => {
      const given = rounded(size);
      if (given === 0) return;
      const list = free.get(given);
      if (list) list.push(start);
      else free.set(given, [start]);
    },
    get end() {
      return end;
    },
  };
}
