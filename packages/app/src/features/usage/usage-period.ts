import { timeCopy } from "../../ui/copy.ts";
import {
  addDays,
  addMonths,
  daysFrom,
  daysOfMonth,
  fullDay,
  shortDay,
} from "../../ui/india-days.ts";

export type By = "day" | "week" | "month";
export const steps = ["day", "week", "month"] as const satisfies readonly By[];

/** Days of India such as 2026-11-20, both included. */
export type Period = { by: By; from: string; until: string };

/** The service sums up no more days at once. */
export const longestDays = 1100;
const isDay = (text: string | null): text is string =>
  text !== null &&
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text;

/** What an address asks for: `by`, `from` and `until`; what it leaves out or says wrongly is the usual. */
export function readPeriod(query: URLSearchParams, today: string): Period {
  const by = steps.find((step) => step === query.get("by")) ?? "day";
  const [from, until] = [query.get("from"), query.get("until")];
  if (isDay(from) && isDay(until) && until <= today && datesProblem(from, until, today) === null)
    return { by, from, until };
  return usualPeriod(by, today);
}

/** Up to a day: 31 days; 12 weeks from a Monday; 12 months from a first. */
export function usualPeriod(by: By, until: string): Period {
  if (by === "day") return { by, from: addDays(until, -30), until };
  if (by === "month") return { by, from: `${addMonths(until.slice(0, 7), -11)}-01`, until };
  const weekday = (new Date(`${until}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { by, from: addDays(until, -weekday - 77), until };
}

/** As many days right before; of whole months as many months. */
export function earlier({ by, from, until }: Period): Period {
  if (by === "month" && from.endsWith("-01")) {
    const months = monthsBetween(from.slice(0, 7), until.slice(0, 7)) + 1;
    const first = addMonths(from.slice(0, 7), -months);
    return { by, from: `${first}-01`, until: addDays(from, -1) };
  }
  const days = Math.ceil(daysFrom(from, until) / (by === "week" ? 7 : 1)) * (by === "week" ? 7 : 1);
  return { by, from: addDays(from, -days), until: addDays(from, -1) };
}

/** As many days right after, but none that is still to come; null when there is nothing after. */
export function later({ by, from, until }: Period, today: string): Period | null {
  if (until >= today) return null;
  const start = addDays(until, 1);
  const end =
    by === "month" && from.endsWith("-01") && until === daysOfMonth(until.slice(0, 7))[1]
      ? daysOfMonth(
          addMonths(until.slice(0, 7), monthsBetween(from.slice(0, 7), until.slice(0, 7)) + 1),
        )[1]
      : addDays(until, daysFrom(from, until));
  return { by, from: start, until: end < today ? end : today };
}

function monthsBetween(first: string, last: string): number {
  const [y, m] = [Number(last.slice(0, 4)), Number(last.slice(5))];
  return (y - Number(first.slice(0, 4))) * 12 + m - Number(first.slice(5));
}

export type DatesProblem = "order" | "future" | "long";
/** What is wrong with two days; null: nothing. */
export function datesProblem(from: string, until: string, today: string): DatesProblem | null {
  if (from > until) return "order";
  if (until > today) return "future";
  return daysFrom(from, until) > longestDays ? "long" : null;
}

/** 21 Oct to 20 Nov 2026; both years where they differ. */
export const periodWords = ({ from, until }: { from: string; until: string }): string =>
  from === until
    ? fullDay(until)
    : timeCopy.span(
        from.slice(0, 4) === until.slice(0, 4) ? shortDay(from) : fullDay(from),
        fullDay(until),
      );
