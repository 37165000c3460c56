import type { Clock } from "../src/index.ts";

/** A clock that only moves when told to. */
export function fakeClock(at: string | number): Clock & { advance(ms: number): void } {
  let now = new Date(at).getTime();
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
