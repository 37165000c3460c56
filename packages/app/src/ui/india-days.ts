import { indianDayOf } from "@voltmarg/rules";
import { dateFormat } from "./format.ts";

/** Days and months as the service counts them: in India, wherever the phone is. */
const DAY_MS = 86_400_000;

/** 2026-11-20 of an instant. */
export const dayOf = (instant: string | number): string => indianDayOf(new Date(instant));
/** 2026-11 of an instant. */
export const monthOf = (instant: string | number): string => dayOf(instant).slice(0, 7);

/** A day some days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** A month some months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}
/** How many days there are from one to another, both counted. */
export const daysFrom = (first: string, last: string): number =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;

/** First and last day of a month. */
export const daysOfMonth = (month: string): [first: string, last: string] => [
  `${month}-01`,
  addDays(`${addMonths(month, 1)}-01`, -1),
];

const show = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  dateFormat(options).format(new Date(`${day}T00:00:00Z`));
/** 20 Nov */
export const shortDay = show({ day: "numeric", month: "short" });
/** 20 Nov 2026 */
export const fullDay = show({ day: "numeric", month: "short", year: "numeric" });
/** Fri 20 Nov */
export const dayName = (day: string): string => `${weekday(day)} ${shortDay(day)}`;
const weekday = show({ weekday: "short" });
const longMonth = show({ month: "long", year: "numeric" });
/** November 2026 out of 2026-11. */
export const monthName = (month: string): string => longMonth(`${month}-01`);

/** Nov 2026 out of 2026-11. */
export const shortMonth = (month: string): string => shortMonthOf(`${month}-01`);
const shortMonthOf = show({ month: "short", year: "numeric" });

/** Nov out of 2026-11. */
export const monthAlone = (month: string): string => shortMonthAlone(`${month}-01`);
const shortMonthAlone = show({ month: "short" });

/** The months from one down to another, newest first; at most `most` of them. */
export function monthsBack(newest: string, oldest: string, most = 36): string[] {
  const months: string[] = [];
  for (let month = newest; month >= oldest && months.length < most; month = addMonths(month, -1))
    months.push(month);
  return months;
}
