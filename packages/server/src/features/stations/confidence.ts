import type { Evse } from "@voltmarg/contract";
import type { CheckInEvidence, StartAttempt } from "./stations-deps.ts";

const DAY_MS = 86_400_000;
export const CONFIDENCE_DAYS = 7;
/** The age at which a failure counts half. */
const HALF_LIFE_DAYS = 2;
/** One failure may have any cause; two recent ones are probably the charger's fault. */
const DOUBTFUL = 1.5;

/**
 * What a check-in weighs of an account that never charged, beside 1 of a failed start or of an account that did; and
 * what all of them weigh together at most. A crowd of new accounts alone makes no charger doubtful.
 */
const NEW_ACCOUNT_WEIGHT = 0.1;
const MOST_OF_NEW_ACCOUNTS = 0.5;
/** A driver's failed start and the check-in about it are one failure. */
const ECHO_MS = 12 * 3_600_000;

/** Check-ins without those that repeat the same driver's failed start. */
export const withoutEchoes = (
  checkIns: readonly CheckInEvidence[],
  attempts: readonly StartAttempt[],
): CheckInEvidence[] =>
  checkIns.filter(
    (said) =>
      !said.failed ||
      !attempts.some(
        (start) =>
          start.failed &&
          start.user_id === said.user_id &&
          start.evse_uid === (said.evse_uid ?? start.evse_uid) &&
          Math.abs(start.at.getTime() - said.at.getTime()) < ECHO_MS,
      ),
  );

/**
 * Confidence in an EVSE from recent starts and check-ins: counts failures since it last worked; older ones weigh less.
 * That it worked is believed of starts, and of drivers who had charged.
 */
export function confidenceOf(
  attempts: readonly StartAttempt[],
  checkIns: readonly CheckInEvidence[],
  now: Date,
): NonNullable<Evse["confidence"]> {
  const since = now.getTime() - CONFIDENCE_DAYS * DAY_MS;
  const sure = [...attempts, ...checkIns.filter(({ has_charged }) => has_charged)];
  const lastSuccess = Math.max(
    since,
    ...sure.filter(({ failed }) => !failed).map(({ at }) => at.getTime()),
  );
  const failuresOf = (of: readonly { failed: boolean; at: Date }[]) =>
    of
      .filter(({ failed, at }) => failed && at.getTime() > lastSuccess)
      .map(({ at }) => at.getTime());
  const weightOf = (failures: readonly number[]) =>
    failures.reduce((sum, at) => sum + 0.5 ** ((now.getTime() - at) / DAY_MS / HALF_LIFE_DAYS), 0);
  const failures = failuresOf(sure);
  const ofNew = weightOf(failuresOf(checkIns.filter(({ has_charged }) => !has_charged)));
  const weight = weightOf(failures) + Math.min(NEW_ACCOUNT_WEIGHT * ofNew, MOST_OF_NEW_ACCOUNTS);
  return {
    level: weight >= DOUBTFUL ? "doubtful" : "ok",
    failed_starts: failures.length,
    last_failed_at: failures.length > 0 ? new Date(Math.max(...failures)).toISOString() : null,
  };
}
