import { describe, expect, test } from "vitest";
import { at, daily, location } from "../../../test/location.ts";
import { exceptionRows, weekRows } from "./hours-text.ts";

describe("[L-3] opening hours in words", () => {
  test("a week of equal days is one row; unreadable hours are none", () => {
    expect(weekRows(location(), at)).toEqual([
      { day: "Every day", hours: "24 hours", today: false },
    ]);
    expect(weekRows(location({ opening_times: daily("late", "later") }), at)).toBeNull();
  });

  test("[L-3] today is the station's today, not the phone's", () => {
    const hours = [{ weekday: 6, period_begin: "10:00", period_end: "18:00" }];
    const weekend = location({
      opening_times: { twentyfourseven: false, regular_hours: hours },
    });
    const todayAt = (instant: string) =>
      weekRows(weekend, new Date(instant))!
        .filter(({ today }) => today)
        .map(({ day, hours: words }) => `${day} ${words}`);
    expect(todayAt("2026-11-20T18:00:00Z")).toEqual(["Friday Closed"]);
    expect(todayAt("2026-11-20T18:31:00Z")).toEqual(["Saturday 10:00–18:00"]);
  });

  test("[L-3] days that differ are told from today on, in the station's time", () => {
    const period = (period_begin: string, period_end: string) => ({ period_begin, period_end });
    const times = {
      twentyfourseven: true,
      exceptional_closings: [
        period("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"),
        period("2026-12-24T18:30:00Z", "2026-12-25T18:30:00Z"),
        period("2027-12-24T18:30:00Z", "2027-12-25T18:30:00Z"),
      ],
      exceptional_openings: [period("2026-11-21T04:30:00Z", "2026-11-21T06:30:00Z")],
    };
    expect(exceptionRows(location({ opening_times: times }), at)).toEqual([
      "Open Sat 21 Nov, 10:00–12:00",
      "Closed Fri 25 Dec, 00:00 – Sat 26 Dec, 00:00",
    ]);
    expect(exceptionRows(location({ opening_times: null }), at)).toEqual([]);
  });
});
