/** 32 bits from any mixture of texts and numbers: the same input gives the same output (FNV-1a, then a finaliser). */
export function hash(...parts: readonly (string | number)[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}|`;
    for (let index = 0; index < text.length; index += 1) {
      h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
    }
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Whole number from `low` to `high`, both included */
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
  chance(probability: number): boolean;
};

/** A stream of numbers from a seed (mulberry32). */
export function randomFrom(...seed: readonly (string | number)[]): Random {
  let state = hash(...seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted: (list) => {
      let left = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return list.at(-1)![1];
    },
    chance: (probability) => next() < probability,
  };
}
