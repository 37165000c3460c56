import type { Evse } from "@voltmarg/contract";
import type { StartAttempt } from "./stations-deps.ts";

const DAY_MS = 86_400_000;
export const CONFIDENCE_DAYS = 7;
/** A failure counts half after so long. */
const HALF_LIFE_DAYS = 2;
/** One failure may be anybody's; two of late are the charger's. */
const DOUBTFUL = 1.5;

/** What recent starts say of an EVSE: failures since the last start that went well, the older the lighter. */
export function confidenceOf(
  attempts: readonly StartAttempt[],
  now: Date,
): NonNullable<Evse["confidence"]> {
  const since = now.getTime() - CONFIDENCE_DAYS * DAY_MS;
  const wentWell = Math.max(
    since,
    ...attempts.filter(({ failed }) => !failed).map(({ at }) => at.getTime()),
  );
  const failures = attempts
    .filter(({ failed, at }) => failed && at.getTime() > wentWell)
    .map(({ at }) => at.getTime());
  const weight = failures.reduce(
    (sum, at) => sum + 0.5 ** ((now.getTime() - at) / DAY_MS / HALF_LIFE_DAYS),
    0,
  );
  return {
    level: weight >= DOUBTFUL ? "doubtful" : "ok",
    failed_starts: failures.length,
    last_failed_at: failures.length > 0 ? new Date(Math.max(...failures)).toISOString() : null,
  };
}
