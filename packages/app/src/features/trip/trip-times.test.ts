import { expect, test } from "vitest";
import { clockOf, lateMs, momentOf, percent } from "./trip-times.ts";

const plan = { departs_at: "2024-11-20T03:00:00Z" };
const now = Date.parse("2024-11-20T04:00:00Z");

test("who sets out late arrives late, who sets out early arrives as planned", () => {
  expect(lateMs({ plan })).toBe(0);
  expect(lateMs({ plan, begun_at: null })).toBe(0);
  expect(lateMs({ plan, begun_at: "2024-11-20T03:12:00Z" })).toBe(720_000);
  expect(lateMs({ plan, begun_at: "2024-11-20T02:48:00Z" })).toBe(0);
});

test("a moment of a trip is shown by India's clock, with its day when that is not today", () => {
  const shown = (instant: string, begun_at: string | null = null) =>
    clockOf(instant, { plan, begun_at }, now);
  expect(shown("2024-11-20T05:00:00Z")).toEqual({ time: "10:30", day: null });
  expect(shown("2024-11-20T18:29:00Z")).toEqual({ time: "23:59", day: null });
  expect(shown("2024-11-20T18:30:00Z")).toEqual({ time: "00:00", day: "Thu 21 Nov 2024" });
  const late = "2024-11-20T03:01:00Z";
  expect(shown("2024-11-20T05:00:00Z", late)).toEqual({ time: "10:31", day: null });
  expect(shown("2024-11-20T18:29:00Z", late)).toEqual({ time: "00:00", day: "Thu 21 Nov 2024" });
});

test("in one piece it is the time, tomorrow or the day", () => {
  const trip = { plan, begun_at: "2024-11-20T03:10:00Z" };
  expect(momentOf("2024-11-20T05:00:00Z", trip, now)).toBe("10:40");
  expect(momentOf("2024-11-21T05:00:00Z", trip, now)).toBe("tomorrow 10:40");
  expect(momentOf("2024-11-22T05:00:00Z", trip, now)).toBe("Fri 22 Nov 2024, 10:40");
});

test("a battery is told in whole per cent", () => {
  expect(percent(64.4)).toBe("64%");
  expect(percent(64.5)).toBe("65%");
  expect(percent(0)).toBe("0%");
});
