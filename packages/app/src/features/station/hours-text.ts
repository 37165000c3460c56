import type { Location } from "@voltmarg/contract";
import { localTime, weekTable } from "@voltmarg/rules";
import { hoursSpan } from "../../ui/clock-time.ts";
import { timeCopy } from "../../ui/copy.ts";
import { listed, when } from "../../ui/format.ts";
import { copy } from "../../locations/copy.ts";
import { stationCopy } from "./copy.ts";

export type WeekRow = { day: string; hours: string; today: boolean };

/** The week as rows of text, today marked; null when the operator does not say or says it unreadably. */
export function weekRows(location: Location, now: Date): WeekRow[] | null {
  try {
    const week = weekTable(location.opening_times);
    if (!week) return null;
    const today = localTime(location.time_zone, now.getTime()).weekday;
    const rows = week.map(({ weekday, windows }) => ({
      day: copy.days[weekday - 1]!,
      today: weekday === today,
      hours:
        windows.length === 0
          ? copy.closedDay
          : windows
              .map(({ begin, end }) =>
                begin === "00:00" && end === "24:00" ? copy.allDay : hoursSpan(begin, end),
              )
              .join(", "),
    }));
    const [first] = rows;
    return first && rows.every(({ hours }) => hours === first.hours)
      ? [{ day: copy.daily, hours: first.hours, today: false }]
      : rows;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const AHEAD_MS = 60 * 86_400_000;

/** The days that are not like the others, from today on: "Closed Fri 25 Dec 00:00 – Sat 26 Dec 00:00". */
export function exceptionRows(location: Location, now: Date): string[] {
  const { exceptional_closings: closings, exceptional_openings: openings } =
    location.opening_times ?? {};
  const of = (
    periods: typeof closings,
    words: (span: string) => string,
  ): { from: number; words: string }[] =>
    (periods ?? []).flatMap(({ period_begin, period_end }) => {
      const [from, until] = [Date.parse(period_begin), Date.parse(period_end)];
      const ahead = until > now.getTime() && from < now.getTime() + AHEAD_MS;
      return ahead
        ? [{ from, words: words(spanOf(period_begin, period_end, location.time_zone)) }]
        : [];
    });
  return [...of(closings, stationCopy.closedFrom), ...of(openings, stationCopy.openFrom)]
    .toSorted((a, b) => a.from - b.from)
    .map(({ words }) => words);
}

function spanOf(begin: string, end: string, timeZone: string): string {
  const [from, until] = [when(begin, timeZone), when(end, timeZone)];
  const sameDay = from.fullDate === until.fullDate;
  return sameDay
    ? listed([from.date, timeCopy.hours(from.time, until.time)])
    : `${from.dateTime} – ${until.dateTime}`;
}
