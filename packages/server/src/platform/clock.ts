/** The only source of time. Rules and SQL receive instants; nothing else reads the system clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Monotonic milliseconds, for durations. Not related to the time of day. */
export const monotonicMs = (): number => performance.now();

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
