import type { Session } from "@voltmarg/contract";
import { inr, kwh, when } from "../ui/format.ts";
import { shellCopy } from "./copy.ts";

/** Minutes until the chosen limit at the pace so far, on the session's own clock; null when nothing says so. */
export function minutesLeft(session: Session): number | null {
  const { estimation_info: choice, duration_s: seconds } = session;
  if (seconds === null || seconds < 60) return null;
  if (choice.limitBy === "TIME" && choice.selectedTime)
    return Math.max(0, Math.round(choice.selectedTime - seconds / 60));
  const [done, limit] =
    choice.limitBy === "MONEY"
      ? [session.cost_minor === null ? null : session.cost_minor / 100, choice.selectedMoney]
      : choice.limitBy === "RANGE"
        ? [session.range_km, choice.selectedRange]
        : choice.limitBy === "ENERGY"
          ? [session.kwh, choice.selectedPower]
          : [null, null];
  if (!done || !limit || done / limit < 0.02) return null;
  return Math.max(0, Math.round((seconds / 60) * (limit / done - 1)));
}

/** Minutes since the operator's last update; null while it is fresh. */
export function silentMinutes(session: Session, now: number): number | null {
  if (session.news_at === null) return null;
  const minutes = Math.floor((now - Date.parse(session.news_at)) / 60_000);
  return minutes >= 2 ? minutes : null;
}

export type SessionLines = { lead: string; place: string; rest: string | null };

/** The text of the session bar, without unknown parts. */
export function sessionLines(session: Session, now: number): SessionLines {
  const place = session.location.name;
  if (session.status === "PENDING") return { lead: shellCopy.connecting, place, rest: null };
  const numbers = [
    session.cost_minor === null ? null : inr(session.cost_minor),
    session.kwh === null ? null : kwh(session.kwh),
  ].filter((part) => part !== null);
  const silent = silentMinutes(session, now);
  return {
    lead: numbers.join(" · ") || shellCopy.chargingNow,
    place,
    rest: silent === null ? whatIsNext(session) : shellCopy.noNews(silent),
  };
}

/** What will cost, or end it, next. */
function whatIsNext(session: Session): string | null {
  const { parking_fee: fee, location } = session;
  if (fee) return shellCopy.parkingFrom(when(fee.starts_at, location.time_zone).time);
  const left = minutesLeft(session);
  return left === null ? null : shellCopy.minutesLeft(left);
}
