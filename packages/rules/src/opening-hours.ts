import { clockMinutes, clockText, instantMs } from "./instant.ts";
import { DAY_MS, instantOf, localTime, weekdayOf } from "./time-zone.ts";

// OCPI 2.2.1 mod_locations Hours.
export type RegularHours = { weekday: number; period_begin: string; period_end: string };
export type ExceptionalPeriod = { period_begin: string; period_end: string };
export type OpeningTimes = {
  twentyfourseven: boolean;
  /** weekday 1 Monday … 7 Sunday, HH:MM local */
  regular_hours?: readonly RegularHours[] | null | undefined;
  /** UTC instants */
  exceptional_openings?: readonly ExceptionalPeriod[] | null | undefined;
  /** UTC instants; they take precedence over everything else */
  exceptional_closings?: readonly ExceptionalPeriod[] | null | undefined;
};

export type OpenState = {
  /** null: the operator does not say */
  isOpened: boolean | null;
  /** HH:MM local: start of the current window, otherwise of the next one within a week */
  openTime: string | null;
  /** HH:MM local: end of that window; null when it does not end within a week */
  closeTime: string | null;
  /** when it closes, if it is open now; null: closed, not said, or open for more than a week */
  closesAt: Date | null;
};

type Interval = { from: number; until: number };

const UNSAID: OpenState = { isOpened: null, openTime: null, closeTime: null, closesAt: null };

/**
 * Open at `now`? Begin inclusive, end exclusive, in the location's own time zone; windows may run
 * past midnight and 00:00 as an end is 24:00. Throws RangeError for times that cannot be read.
 */
export function openState(
  times: OpeningTimes | null | undefined,
  timeZone: string,
  now: Date,
): OpenState {
  if (times == null || !isSaid(times)) return UNSAID;
  const at = now.getTime();
  const from = at - 2 * DAY_MS;
  const until = at + 8 * DAY_MS;
  const regular = times.twentyfourseven
    ? [{ from, until }]
    : regularIntervals(times.regular_hours ?? [], timeZone, at);
  const openings = (times.exceptional_openings ?? []).map(toInterval);
  const closings = (times.exceptional_closings ?? []).map(toInterval);
  const open = subtract(union([...regular, ...openings]), union(closings));
  const current = open.find((interval) => interval.from <= at && at < interval.until);
  const shown = current ?? open.find((interval) => interval.from > at);
  const clock = (instant: number): string | null =>
    instant <= from || instant >= until
      ? null
      : clockText(Math.floor(localTime(timeZone, instant).time / 60_000));
  return {
    isOpened: current !== undefined,
    openTime: shown === undefined ? null : clock(shown.from),
    closeTime: shown === undefined ? null : clock(shown.until),
    closesAt: current === undefined || current.until >= until ? null : new Date(current.until),
  };
}

function isSaid(times: OpeningTimes): boolean {
  return (
    times.twentyfourseven ||
    (times.regular_hours ?? []).length > 0 ||
    (times.exceptional_openings ?? []).length > 0
  );
}

function toInterval(period: ExceptionalPeriod): Interval {
  return { from: instantMs(period.period_begin), until: instantMs(period.period_end) };
}

const DAY_MINUTES = 1440;

/** Minutes since midnight of an end: 00:00 is the end of the day, and so is the last minute, which is written for it. */
function endMinutes(text: string): number {
  const minutes = clockMinutes(text);
  return minutes === 0 || minutes === DAY_MINUTES - 1 ? DAY_MINUTES : minutes;
}

function regularIntervals(
  hours: readonly RegularHours[],
  timeZone: string,
  at: number,
): Interval[] {
  const today = localTime(timeZone, at).day;
  const intervals: Interval[] = [];
  for (let day = today - 2; day <= today + 8; day++) {
    for (const { weekday, period_begin, period_end } of hours) {
      if (weekdayOf(day) !== weekday) continue;
      const begin = clockMinutes(period_begin);
      const end = endMinutes(period_end);
      const lastsUntil = end <= begin ? end + DAY_MINUTES : end;
      intervals.push({
        from: instantOf(timeZone, day, begin * 60_000),
        until: instantOf(
          timeZone,
          day + Math.floor(lastsUntil / DAY_MINUTES),
          (lastsUntil % DAY_MINUTES) * 60_000,
        ),
      });
    }
  }
  return intervals;
}

/** Sorted, touching intervals joined. */
function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, until } of [...intervals].sort((a, b) => a.from - b.from)) {
    if (until <= from) continue;
    const last = joined.at(-1);
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

function subtract(open: readonly Interval[], closed: readonly Interval[]): Interval[] {
  return closed.reduce<Interval[]>(
    (rest, { from, until }) =>
      rest.flatMap((interval) =>
        until <= interval.from || from >= interval.until
          ? [interval]
          : [
              { from: interval.from, until: from },
              { from: until, until: interval.until },
            ].filter((part) => part.from < part.until),
      ),
    [...open],
  );
}

export type WeekDay = {
  /** 1 Monday … 7 Sunday */
  weekday: number;
  /** HH:MM; an end before its begin is on the next day, 24:00 ends the day; none: closed */
  windows: { begin: string; end: string }[];
};

/** The regular week as a table; null when the operator does not say. */
export function weekTable(times: OpeningTimes | null | undefined): WeekDay[] | null {
  if (times == null) return null;
  const hours = times.regular_hours ?? [];
  if (!times.twentyfourseven && hours.length === 0) return null;
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    windows: times.twentyfourseven
      ? [{ begin: "00:00", end: "24:00" }]
      : hours
          .filter((entry) => entry.weekday === weekday)
          .map(({ period_begin, period_end }) => {
            return {
              begin: clockText(clockMinutes(period_begin)),
              end: clockText(endMinutes(period_end)),
            };
          })
          .sort((a, b) => (a.begin < b.begin ? -1 : 1)),
  }));
}
