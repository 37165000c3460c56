import type { StationSummary } from "@voltmarg/contract";
import { type CheckInEvidence, type StartAttempt, withoutEchoes } from "../stations/index.ts";

/** Times are told to the quarter of an hour: when exactly a driver was there is nobody's business. */
const QUARTER_MS = 15 * 60_000;
const told = (at: number) => new Date(Math.floor(at / QUARTER_MS) * QUARTER_MS).toISOString();

/**
 * Whether a station works, by its newest evidence and not by an average. Check-ins of accounts that never charged
 * decide nothing, however many they are: they could be one person's.
 */
export function summarise(of: {
  starts: readonly StartAttempt[];
  checkIns: readonly CheckInEvidence[];
  lastCharge: Date | null;
  since: Date;
}): StationSummary {
  const sure = of.checkIns.filter(({ has_charged }) => has_charged);
  const worked = [...of.starts, ...sure].filter(({ failed }) => !failed).map(({ at }) => at);
  if (of.lastCharge && of.lastCharge >= of.since) worked.push(of.lastCharge);
  const last = Math.max(...worked.map((at) => at.getTime()));
  const failed = [...of.starts, ...withoutEchoes(sure, of.starts)].filter(
    (each) => each.failed && each.at.getTime() > last,
  );
  return {
    last_worked_at: worked.length > 0 ? told(last) : null,
    failing:
      failed.length === 0
        ? null
        : {
            drivers: new Set(failed.map(({ user_id }) => user_id)).size,
            since: told(Math.min(...failed.map(({ at }) => at.getTime()))),
          },
  };
}
