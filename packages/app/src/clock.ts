import { createServiceClock } from "@voltmarg/client";
import { readServiceAhead, writeServiceAhead } from "./native/storage.ts";

const listeners = new Set<() => void>();
// A start without a network goes by what the last answer said.
let written = readServiceAhead();
const clock = createServiceClock({
  ahead: written,
  onLearned: (ahead, wrongBy) => {
    if (Math.max(Math.abs(ahead - written), Math.abs(wrongBy)) < 1000) return;
    written = Math.round(ahead);
    writeServiceAhead(written);
    for (const corrected of listeners) corrected();
  },
});

/** The service's time, ms: what it stamped is as old as this says. */
export const serviceNow = clock.now;
export const learnServiceTime = clock.learn;
/** Calls back when what was believed of the service's time was wrong. Returns how to stop it. */
export function onClockCorrected(corrected: () => void): () => void {
  listeners.add(corrected);
  return () => listeners.delete(corrected);
}
/** The device's clock was set, or it slept: what the service says must be asked for anew. */
export const hasClockJumped = clock.hasJumped;

/** The device's own clock, ms: for what only this device stamped and compares. */
export const deviceNow = (): number => Date.now();
/** The service's time, ms, of a moment that the device stamped. */
export const serviceTimeOf = (stamp: number): number => stamp + serviceNow() - deviceNow();
