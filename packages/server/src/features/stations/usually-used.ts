import { localTime } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { usedAtHours } from "./intervals.store.ts";

/** Fewer weeks say nothing. */
const LEAST_WEEKS = 3;
const HOUR_MS = 3_600_000;

type At = { locationId: string; evseUid: string; timeZone: string; instant: Date };

/** How much of the local hour of an instant each EVSE is usually in use, 0 to 1; null: too little is known. */
export async function usuallyUsed(on: Queryable, at: readonly At[]): Promise<(number | null)[]> {
  if (at.length === 0) return [];
  const found = await usedAtHours(
    on,
    at.map(({ locationId, evseUid, timeZone, instant }) => {
      const { weekday, time } = localTime(timeZone, instant.getTime());
      return { locationId, evseUid, hourOfWeek: (weekday - 1) * 24 + Math.floor(time / HOUR_MS) };
    }),
    LEAST_WEEKS,
  );
  const shares = new Map(found.map((one) => [keyOf(one), one.share]));
  return at.map((one) => shares.get(keyOf(one)) ?? null);
}

const keyOf = ({ locationId, evseUid }: { locationId: string; evseUid: string }) =>
  JSON.stringify([locationId, evseUid]);
