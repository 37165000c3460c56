import { timeCopy } from "../../ui/copy.ts";
import {
  addDays,
  addMonths,
  daysFrom,
  daysOfMonth,
  fullDay,
  monthName,
  shortDay,
  shortMonth,
} from "../../ui/india-days.ts";

export type By = "day" | "week" | "month";
/** A year of months says more than the days of one, so it comes first. */
export const steps = ["month", "week", "day"] as const satisfies readonly By[];

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
  const by = steps.find((step) => step === query.get("by")) ?? "month";
  const [from, until] = [query.get("from"), query.get("until")];
  if (isDay(from) && isDay(until) && until <= today && datesProblem(from, until, today) === null)
    return { by, from, until };
  return usualPeriod(by, today);
}

/** Up to a day: 12 months from a first; 12 weeks from a Monday; the days of its month. */
export function usualPeriod(by: By, until: string): Period {
  const month = until.slice(0, 7);
  if (by === "day") return { by, from: `${month}-01`, until };
  if (by === "month") return { by, from: `${addMonths(month, -11)}-01`, until };
  const weekday = (new Date(`${until}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { by, from: addDays(until, -weekday - 77), until };
}

/** The days of a month, as far as they have come. */
export function daysOf(month: string, today: string): Period {
  const [from, last] = daysOfMonth(month);
  return { by: "day", from, until: last < today ? last : today };
}

/** Whole months; the one that runs counts as whole. Null: other days. */
function monthsIn({ by, from, until }: Period, today: string): number | null {
  const isWhole = until === today || until === daysOfMonth(until.slice(0, 7))[1];
  if (by === "week" || !from.endsWith("-01") || !isWhole) return null;
  return monthsBetween(from.slice(0, 7), until.slice(0, 7)) + 1;
}

/** As many days right before; of whole months as many months. */
export function earlier(period: Period, today: string): Period {
  const { by, from, until } = period;
  const months = monthsIn(period, today);
  if (months !== null)
    return { by, from: `${addMonths(from.slice(0, 7), -months)}-01`, until: addDays(from, -1) };
  const week = by === "week" ? 7 : 1;
  const days = Math.ceil(daysFrom(from, until) / week) * week;
  return { by, from: addDays(from, -days), until: addDays(from, -1) };
}

/** As many days right after, but none that is still to come; null when there is nothing after. */
export function later(period: Period, today: string): Period | null {
  const { by, from, until } = period;
  if (until >= today) return null;
  const months = monthsIn(period, today);
  const end =
    months === null
      ? addDays(until, daysFrom(from, until))
      : daysOfMonth(addMonths(until.slice(0, 7), months))[1];
  return { by, from: addDays(until, 1), until: end < today ? end : today };
}

/** What the figures are compared with: right before, and of a month that runs only as many days. */
export function comparedWith(period: Period, today: string): Period {
  const past = earlier(period, today);
  const months = monthsIn(period, today);
  if (months === null) return past;
  const month = addMonths(period.until.slice(0, 7), -months);
  const [, last] = daysOfMonth(month);
  const isOver = period.until === daysOfMonth(period.until.slice(0, 7))[1];
  const same = `${month}-${period.until.slice(8)}`;
  return { ...past, until: isOver || same > last ? last : same };
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

/** November 2026, or Dec 2025 to Nov 2026; of other days 21 Oct to 20 Nov 2026, with both years where they differ. */
export function periodWords(period: Period, today: string): string {
  const { from, until } = period;
  const months = monthsIn(period, today);
  if (months === 1) return monthName(from.slice(0, 7));
  if (months !== null)
    return timeCopy.span(shortMonth(from.slice(0, 7)), shortMonth(until.slice(0, 7)));
  return daysWords(period);
}

/** 21 Oct to 20 Nov 2026; both years where they differ. */
export const daysWords = ({ from, until }: { from: string; until: string }): string =>
  from === until
    ? fullDay(until)
    : timeCopy.span(
        from.slice(0, 4) === until.slice(0, 4) ? shortDay(from) : fullDay(from),
        fullDay(until),
      );
