import { setImmediate } from "node:timers/promises";
import { monotonicMs } from "./clock.ts";

/**
 * For a work of many steps: called after each, it lets others have a turn when this one has lasted `milliseconds`. What
 * was read before it waits may be of yesterday after it.
 */
export function createBreath(milliseconds: number): () => Promise<void> | void {
  let since = monotonicMs();
  return () => {
    if (monotonicMs() - since < milliseconds) return;
    return setImmediate().then(() => void (since = monotonicMs()));
  };
}
