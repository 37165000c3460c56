import type { Session } from "@voltmarg/contract";
import { inr, when } from "../../ui/format.ts";
import { liveCopy } from "./live-copy.ts";
import { sessionClock } from "./live-state.ts";

/** The parking fee of a full car at the plug, and when it begins; null: there is none. */
export function parkingWords(session: Session, now: number): string | null {
  const { parking_fee: fee, location } = session;
  const at = sessionClock(session, now);
  if (!fee || at === null) return null;
  const { time } = when(fee.starts_at, location.time_zone);
  const price = inr(fee.per_minute_minor);
  return Date.parse(fee.starts_at) > at
    ? liveCopy.parkingStarts(time, price)
    : liveCopy.parkingRuns(time, price);
}
