import type { Clock } from "../clock.ts";

export type Alarm = {
  /** Rings at this instant; what is over or further away than an hour is left to the job worker. */
  at(instant: Date): void;
  stop(): void;
};

const FURTHEST_MS = 3_600_000;
/** Instants so close to each other ring once. */
const TOGETHER_MS = 20;

/**
 * Rings to the millisecond for what this process itself has planned. The job worker polls for jobs of the future, which
 * is up to two seconds late: too much for a charge that has reached its limit.
 */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
  const timers = new Map<number, NodeJS.Timeout>();
  return {
    at: (instant) => {
      const left = instant.getTime() - clock.now().getTime();
      const slot = Math.ceil(instant.getTime() / TOGETHER_MS);
      if (left <= 0 || left > FURTHEST_MS || timers.has(slot)) return;
      const wait = slot * TOGETHER_MS - clock.now().getTime();
      const timer = setTimeout(() => {
        timers.delete(slot);
        ring();
      }, wait);
      timers.set(slot, timer.unref());
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
