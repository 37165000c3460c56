/** The same seed gives the same numbers, so that a run can be repeated. */
export type Random = {
  /** From 0 up to, but without, 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** The list in random order. */
  shuffle<T>(list: readonly T[]): T[];
};

/** mulberry32, a small generator that is good enough for choices. */
export function randomOf(seed: number): Random {
  // Spreads neighbouring seeds before the first number.
  let state = Math.imul(seed ^ (seed >>> 16), 0x9e3779b1) ^ Math.floor(seed / 2 ** 32);
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    int,
    chance: (share) => fraction() < share,
    pick: (list) => list[int(0, list.length - 1)]!,
    shuffle: (list) => {
      const mixed = [...list];
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
      }
      return mixed;
    },
  };
}
