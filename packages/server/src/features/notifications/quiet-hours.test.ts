import { describe, expect, test } from "vitest";
import { afterQuietHours, minuteOf, timeOf } from "./quiet-hours.ts";

const quiet = (from: string, until: string) => ({
  from_minute: minuteOf(from),
  until_minute: minuteOf(until),
});
const at = (time: string) => new Date(`2026-11-20T${time}+05:30`);

describe("[R-26] what can wait is sent after the quiet hours", () => {
  test.each([
    ["22:00", "07:00", "23:30:00", "2026-11-21T07:00:00+05:30"],
    ["22:00", "07:00", "03:10:20", "2026-11-20T07:00:00+05:30"],
    ["22:00", "07:00", "22:00:00", "2026-11-21T07:00:00+05:30"],
    ["13:00", "14:00", "13:59:59", "2026-11-20T14:00:00+05:30"],
  ])("from %s until %s: at %s it waits", (from, until, now, due) => {
    expect(afterQuietHours(quiet(from, until), at(now))).toEqual(new Date(due));
  });

  test.each([
    ["22:00", "07:00", "21:59:59"],
    ["22:00", "07:00", "07:00:00"],
    ["13:00", "14:00", "12:00:00"],
    ["13:00", "14:00", "14:00:00"],
    ["09:00", "09:00", "09:00:00"],
  ])("from %s until %s: at %s it goes at once", (from, until, now) => {
    expect(afterQuietHours(quiet(from, until), at(now))).toEqual(at(now));
  });

  test("without quiet hours nothing waits", () => {
    expect(afterQuietHours(null, at("03:00:00"))).toEqual(at("03:00:00"));
  });

  test("minutes and times of day are converted both ways", () => {
    for (const time of ["00:00", "07:05", "23:59"]) expect(timeOf(minuteOf(time))).toBe(time);
  });
});
