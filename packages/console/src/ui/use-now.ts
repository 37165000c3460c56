import { useSyncExternalStore } from "react";
import { clock } from "../api/clock.ts";

const EVERY_MS = 10_000;
let now = clock.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = clock.now();
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The service's time in milliseconds, ten seconds old at most. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
