import type { Evse } from "@voltmarg/contract";
import type { StartAttempt } from "./stations-deps.ts";

const DAY_MS = 86_400_000;
export const CONFIDENCE_DAYS = 7;
/** The age at which a failure counts half. */
const HALF_LIFE_DAYS = 2;
/** One failure may have any cause; two recent ones are probably the charger's fault. */
const DOUBTFUL = 1.5;

/** Confidence in an EVSE from recent starts: counts failures since the last successful start; older ones weigh less. */
export function confidenceOf(
  attempts: readonly StartAttempt[],
  now: Date,
): NonNullable<Evse["confidence"]> {
  const since = now.getTime() - CONFIDENCE_DAYS * DAY_MS;
  const lastSuccess = Math.max(
    since,
    ...attempts.filter(({ failed }) => !failed).map(({ at }) => at.getTime()),
  );
  const failures = attempts
    .filter(({ failed, at }) => failed && at.getTime() > lastSuccess)
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
