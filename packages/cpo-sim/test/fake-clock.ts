import type { Clock } from "../src/index.ts";

/** A clock that stands until it is moved. */
export function fakeClock(at: string | number): Clock & { advance(ms: number): void } {
  let now = new Date(at).getTime();
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
