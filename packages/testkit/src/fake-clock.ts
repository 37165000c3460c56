import type { Clock } from "../../server/src/platform/clock.ts";

export type FakeClock = Clock & { advance(milliseconds: number): void; set(instant: Date): void };

/** A clock that only tests move. */
export function fakeClock(start: Date): FakeClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
    set: (instant) => {
      at = instant.getTime();
    },
  };
}
