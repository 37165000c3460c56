import { localTime } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { freeAtHour } from "./intervals.store.ts";

/** Fewer days say nothing. */
const LEAST_DAYS = 3;
const HOUR_MS = 3_600_000;

/** On how many of the last days one of these plugs was free at the local hour of an instant; null: too little is known. */
export async function usuallyFree(
  on: Queryable,
  at: { locationId: string; evseUids: readonly string[]; timeZone: string; instant: Date },
): Promise<{ free: number; of: number } | null> {
  const hour = Math.floor(localTime(at.timeZone, at.instant.getTime()).time / HOUR_MS);
  const found = await freeAtHour(on, { ...at, hour });
  return found.of < LEAST_DAYS ? null : found;
}
