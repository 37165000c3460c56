import type { Clock } from "../clock.ts";

export type WakeTimer = {
  /** Wakes at this time. Past times, and those more than an hour ahead, are left to the look of each second. */
  at(instant: Date): void;
  stop(): void;
};

const FURTHEST_MS = 3_600_000;
/** Times this close together cause one wake. */
const TOGETHER_MS = 20;

/**
 * Wakes exactly on time for rows that this process enqueued. The look of each second is up to a second late: too late for
 * a session that has reached its limit.
 */
export function createWakeTimer(clock: Clock, ring: () => void): WakeTimer {
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
