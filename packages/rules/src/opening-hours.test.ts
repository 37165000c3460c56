import { describe, expect, test } from "vitest";
import { openState, weekTable, type OpeningTimes } from "./opening-hours.ts";

const ZONE = "Asia/Kolkata";
/** 5 January 2026 is a Monday. */
function at(day: number, clock: string): Date {
  return new Date(`2026-01-${String(day).padStart(2, "0")}T${clock}:00+05:30`);
}
function hours(...entries: [number, string, string][]): OpeningTimes {
  return {
    twentyfourseven: false,
    regular_hours: entries.map(([weekday, period_begin, period_end]) => ({
      weekday,
      period_begin,
      period_end,
    })),
  };
}
const daily = (begin: string, end: string) =>
  hours(...[1, 2, 3, 4, 5, 6, 7].map((day): [number, string, string] => [day, begin, end]));

describe("[L-3] open now", () => {
  test("from begin up to before end, in local time", () => {
    const times = daily("07:00", "22:00");
    const open = (clock: string) => openState(times, ZONE, at(5, clock)).isOpened;
    expect([open("06:59"), open("07:00"), open("21:59"), open("22:00")]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("open: the current window; closed: the next one", () => {
    const times = hours([1, "07:00", "12:00"], [1, "14:00", "22:00"], [3, "08:00", "20:00"]);
    expect(openState(times, ZONE, at(5, "09:00"))).toMatchObject({
      isOpened: true,
      openTime: "07:00",
      closeTime: "12:00",
    });
    expect(openState(times, ZONE, at(5, "13:00"))).toMatchObject({
      isOpened: false,
      openTime: "14:00",
      closeTime: "22:00",
    });
    expect(openState(times, ZONE, at(5, "23:00"))).toMatchObject({
      isOpened: false,
      openTime: "08:00",
      closeTime: "20:00",
    });
  });

  test("Sunday is 7", () => {
    expect(openState(hours([7, "10:00", "11:00"]), ZONE, at(11, "10:30")).isOpened).toBe(true);
    expect(openState(hours([7, "10:00", "11:00"]), ZONE, at(10, "10:30")).isOpened).toBe(false);
  });

  test("a window past midnight belongs to the day it begins", () => {
    const friday = hours([5, "18:00", "02:00"]);
    expect(openState(friday, ZONE, at(10, "01:59"))).toMatchObject({
      isOpened: true,
      openTime: "18:00",
      closeTime: "02:00",
    });
    expect(openState(friday, ZONE, at(10, "02:00")).isOpened).toBe(false);
    expect(openState(friday, ZONE, at(9, "01:00")).isOpened).toBe(false);
  });

  test("00:00 as an end is the end of the day; a split night is one window", () => {
    expect(openState(daily("06:00", "00:00"), ZONE, at(5, "23:59"))).toMatchObject({
      isOpened: true,
      closeTime: "00:00",
    });
    const split = hours([5, "18:00", "00:00"], [6, "00:00", "02:00"]);
    expect(openState(split, ZONE, at(9, "20:00"))).toMatchObject({
      isOpened: true,
      openTime: "18:00",
      closeTime: "02:00",
    });
  });

  test.each(["23:59", "24:00", "00:00"])(
    "every day from 00:00 to %s is around the clock",
    (end) => {
      const times = daily("00:00", end);
      expect(openState(times, ZONE, at(5, "23:59"))).toEqual({
        isOpened: true,
        openTime: null,
        closeTime: null,
        closesAt: null,
      });
      expect(weekTable(times)![0]!.windows).toEqual([{ begin: "00:00", end: "24:00" }]);
    },
  );

  test("around the clock has no times", () => {
    const always = { isOpened: true, openTime: null, closeTime: null, closesAt: null };
    expect(openState({ twentyfourseven: true }, ZONE, at(5, "03:00"))).toMatchObject(always);
    expect(openState(daily("00:00", "24:00"), ZONE, at(5, "03:00"))).toMatchObject(always);
    expect(openState(daily("00:00", "00:00"), ZONE, at(5, "03:00"))).toMatchObject(always);
  });

  test("exceptional openings and closings win; closings win over both", () => {
    const holiday: OpeningTimes = {
      ...daily("07:00", "22:00"),
      exceptional_openings: [
        { period_begin: "2026-01-05T17:00:00Z", period_end: "2026-01-05T18:00:00Z" },
      ],
      exceptional_closings: [
        { period_begin: "2026-01-05T04:30:00Z", period_end: "2026-01-05T06:30:00Z" },
      ],
    };
    const open = (clock: string) => openState(holiday, ZONE, at(5, clock));
    expect(open("09:59")).toMatchObject({ isOpened: true, openTime: "07:00", closeTime: "10:00" });
    expect(open("10:00")).toMatchObject({ isOpened: false, openTime: "12:00", closeTime: "22:00" });
    expect(open("22:45")).toMatchObject({ isOpened: true, openTime: "22:30", closeTime: "23:30" });
    const shut = { twentyfourseven: true, exceptional_closings: holiday.exceptional_closings };
    expect(openState(shut, ZONE, at(5, "11:00"))).toMatchObject({
      isOpened: false,
      openTime: "12:00",
      closeTime: null,
    });
  });

  test("the time it closes, while it is open", () => {
    const closesAt = (times: OpeningTimes, clock: string) =>
      openState(times, ZONE, at(5, clock)).closesAt;
    expect(closesAt(daily("07:00", "22:00"), "21:59")).toEqual(at(5, "22:00"));
    expect(closesAt(daily("18:00", "02:00"), "23:00")).toEqual(at(6, "02:00"));
    expect(closesAt(daily("07:00", "22:00"), "22:00")).toBeNull();
    const shut = { period_begin: "2026-01-05T10:00:00Z", period_end: "2026-01-05T11:00:00Z" };
    expect(closesAt({ twentyfourseven: true, exceptional_closings: [shut] }, "12:00")).toEqual(
      new Date(shut.period_begin),
    );
  });

  test("without data it is unknown, neither open nor closed", () => {
    for (const times of [
      null,
      undefined,
      { twentyfourseven: false },
      { twentyfourseven: false, regular_hours: null },
    ]) {
      expect(openState(times, ZONE, at(5, "12:00")).isOpened).toBeNull();
    }
  });

  test("closed for the whole coming week has no next time", () => {
    const opening = {
      twentyfourseven: false,
      exceptional_openings: [
        { period_begin: "2025-01-01T00:00:00Z", period_end: "2025-01-02T00:00:00Z" },
      ],
    };
    expect(openState(opening, ZONE, at(5, "12:00"))).toMatchObject({
      isOpened: false,
      openTime: null,
      closeTime: null,
    });
  });

  test("times that cannot be read are refused", () => {
    expect(() => openState(hours([1, "7 am", "22:00"]), ZONE, at(5, "12:00"))).toThrow(
      "not a time of day",
    );
  });
});

describe("[L-3] the week as a table", () => {
  test("seven days, windows in order, none is closed", () => {
    const table = weekTable(
      hours(
        [1, "14:00", "22:00"],
        [1, "7:00", "12:00"],
        [6, "18:00", "02:00"],
        [7, "10:00", "00:00"],
      ),
    )!;
    expect(table).toHaveLength(7);
    expect(table[0]).toEqual({
      weekday: 1,
      windows: [
        { begin: "07:00", end: "12:00" },
        { begin: "14:00", end: "22:00" },
      ],
    });
    expect(table[1]!.windows).toEqual([]);
    expect(table[5]!.windows).toEqual([{ begin: "18:00", end: "02:00" }]);
    expect(table[6]!.windows).toEqual([{ begin: "10:00", end: "24:00" }]);
  });

  test("around the clock, and not known", () => {
    expect(weekTable({ twentyfourseven: true })![3]!.windows).toEqual([
      { begin: "00:00", end: "24:00" },
    ]);
    expect(weekTable(null)).toBeNull();
    expect(weekTable({ twentyfourseven: false, regular_hours: [] })).toBeNull();
  });
});
