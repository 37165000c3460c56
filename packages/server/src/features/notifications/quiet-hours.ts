import { INDIA_AHEAD_MS } from "@voltmarg/rules";
import type { QuietMinutes } from "./notices.store.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const AHEAD_MINUTES = INDIA_AHEAD_MS / MINUTE_MS;

/**
 * When something may be sent that is ready now: at once, or when the quiet hours end it fell into. They may pass
 * midnight; from and until the same minute means none.
 */
export function afterQuietHours(quiet: QuietMinutes | null, now: Date): Date {
  if (!quiet) return now;
  const minute = Math.floor(now.getTime() / MINUTE_MS) + AHEAD_MINUTES;
  const since = (from: number) => (minute - from + DAY_MINUTES) % DAY_MINUTES;
  const length = (quiet.until_minute - quiet.from_minute + DAY_MINUTES) % DAY_MINUTES;
  if (since(quiet.from_minute) >= length) return now;
  const left = length - since(quiet.from_minute);
  return new Date((minute - AHEAD_MINUTES + left) * MINUTE_MS);
}

export const minuteOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
