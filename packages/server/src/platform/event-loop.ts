import { setImmediate } from "node:timers/promises";
import { monotonicMs } from "./clock.ts";

/**
 * Yields to the event loop in long loops: call it after each step; it waits for a turn when `milliseconds` have passed.
 * Data read before it waits may be stale afterwards.
 */
export function createEventLoopYield(milliseconds: number): () => Promise<void> | void {
  let since = monotonicMs();
  return () => {
    if (monotonicMs() - since < milliseconds) return;
    return setImmediate().then(() => void (since = monotonicMs()));
  };
}
