import type { Session } from "@voltmarg/contract";
import { roughDuration, when } from "../../ui/format.ts";
import { liveCopy } from "./live-copy.ts";
import { type Progress, sessionClock } from "./live-state.ts";
import { parkingWords } from "./parking-text.ts";

/** Shares of a limit and of a battery from which a charge is nearly done; the minutes left in which it is. */
const NEAR_SHARE = 0.9;
const NEAR_BATTERY = 80;
const NEAR_MINUTES = 5;

/** What the live screen shows. */
export type LiveView = {
  session: Session;
  now: number;
  online: boolean;
  silent: boolean;
  full: boolean;
  way: Progress | null;
  /** Minutes to the limit; null: not known */
  left: number | null;
};

/** What of it is worth saying to somebody who does not look. */
export type LiveFacts = {
  quiet: "operator" | "network" | null;
  noPower: boolean;
  near: boolean;
  reached: boolean;
  fee: "begins" | "runs" | null;
  ended: boolean;
};

/** `before`: a charge that was nearly done stays so, however its pace changes. */
export function liveFacts(view: LiveView, before: LiveFacts | null): LiveFacts {
  const { session, now, online, silent, full, way, left } = view;
  const fee = session.parking_fee;
  const at = sessionClock(session, now);
  const near = way
    ? (way.share ?? 0) >= NEAR_SHARE || (left !== null && left <= NEAR_MINUTES)
    : (session.state_of_charge ?? 0) >= NEAR_BATTERY;
  return {
    quiet: silent ? (online ? "operator" : "network") : null,
    noPower: full,
    near: near || before?.near === true,
    reached: way?.share === 1,
    fee: fee && at !== null ? (Date.parse(fee.starts_at) > at ? "begins" : "runs") : null,
    ended: session.status !== "ACTIVE" || session.step === "ENDED" || session.step === "BILLED",
  };
}

/**
 * The sentences that a screen reader says at this change; none where only figures moved. Nothing is said of how the
 * screen was when it opened: that is read there.
 */
export function liveNews(view: LiveView, before: LiveFacts | null, facts: LiveFacts): string[] {
  if (before === null) return [];
  const { session, now, way, left } = view;
  const { news_at, requested_at, location } = session;
  const said: (string | null)[] = [];
  const begins = (fact: keyof LiveFacts) => Boolean(facts[fact]) && facts[fact] !== before[fact];
  if (begins("reached")) said.push(liveCopy.limitReached);
  if (begins("ended")) said.push(liveCopy.endedNews);
  else if (begins("near") && !facts.reached && !facts.ended)
    said.push(
      way
        ? liveCopy.nearLimit(left === null ? null : roughDuration(left))
        : liveCopy.batteryAt(Math.round(session.state_of_charge ?? 0)),
    );
  if (begins("quiet"))
    said.push(
      facts.quiet === "operator"
        ? liveCopy.noNewsText(location.operator_name)
        : liveCopy.offlineText(when(news_at ?? requested_at, location.time_zone).time),
    );
  if (begins("noPower")) said.push(liveCopy.noPower);
  if (begins("fee")) said.push(parkingWords(session, now));
  return said.filter((one) => one !== null);
}
