/** Numbers from a seed: the same seed is the same row of them (mulberry32). */
export function createRandom(seed: number): { below(limit: number): number } {
  let state = (seed * 2_654_435_761) >>> 0;
  return {
    below: (limit) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}
