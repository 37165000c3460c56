import type { Session } from "@voltmarg/contract";
import { minutesLeft } from "../features/charging/live-state.ts";
import { inr, kwh, roughDuration, when } from "../ui/format.ts";
import { shellCopy } from "./copy.ts";

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
    rest: silent === null ? whatIsNext(session, now) : shellCopy.noNews(silent),
  };
}

/** What will cost, or end it, next. */
function whatIsNext(session: Session, now: number): string | null {
  const { parking_fee: fee, location } = session;
  if (fee) return shellCopy.parkingFrom(when(fee.starts_at, location.time_zone).time);
  const left = minutesLeft(session, now);
  return left === null ? null : shellCopy.timeLeft(roughDuration(left));
}
