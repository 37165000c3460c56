import { type Hours, writeDateTime } from "@voltmarg/ocpi";
import type { Random } from "../random.ts";
import type { Site } from "./sites.ts";

const week = [1, 2, 3, 4, 5, 6, 7];
const daily = (period_begin: string, period_end: string, days = week) =>
  days.map((weekday) => ({ weekday, period_begin, period_end }));

/** OCPI wants a window to end after it begins, so an overnight one is two. */
const overnight = (opens: string, closes: string) =>
  week.flatMap((weekday) => [
    { weekday, period_begin: "00:00", period_end: closes },
    { weekday, period_begin: opens, period_end: "23:59" },
  ]);

export function openingTimes(site: Site, random: Random, year: number): Hours {
  const regular_hours = regular(site.hours, random);
  const closings = random.chance(0.12) ? { exceptional_closings: holidays(year) } : {};
  return {
    twentyfourseven: regular_hours === null,
    ...(regular_hours && { regular_hours }),
    ...closings,
  };
}

function regular(kind: Site["hours"], random: Random): Hours["regular_hours"] | null {
  switch (kind) {
    case "always":
      return null;
    case "night":
      return random.chance(0.5) ? overnight("20:00", "07:00") : null;
    case "mall":
      return random.chance(0.6) ? daily("10:00", "22:00") : null;
    case "mixed":
      return random.weighted([
        [7, null],
        [2, daily("07:00", "23:00")],
        [1, [...daily("09:00", "21:00", [1, 2, 3, 4, 5, 6]), ...daily("10:00", "14:00", [7])]],
        [1, overnight("18:00", "06:00")],
      ]);
  }
}

/** Republic Day and Independence Day from midnight to midnight in India, this year and the next two. */
function holidays(year: number): NonNullable<Hours["exceptional_closings"]> {
  return [year, year + 1, year + 2].flatMap((each) =>
    [Date.UTC(each, 0, 26), Date.UTC(each, 7, 15)].map((day) => {
      const begin = day - 5.5 * 3_600_000;
      return { period_begin: writeDateTime(begin), period_end: writeDateTime(begin + 86_400_000) };
    }),
  );
}
