import { afterEach, beforeEach, expect, test } from "vitest";
import { byMonth } from "./by-month.ts";
import { timeWithDay, when } from "./format.ts";
import { dayOf, monthOf } from "./india-days.ts";

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });

const own = process.env["TZ"];
beforeEach(() => {
  process.env["TZ"] = "America/New_York";
});
afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

// 00:10 on 1 November in India; the phone says 14:40 on 31 October.
const charged = "2026-10-31T18:40:00Z";

test("[B-3] a phone abroad writes days, months and times as India's clock has them", () => {
  expect(new Date(charged).getHours()).toBe(14);
  const moment = when(charged, "Asia/Kolkata");
  expect([moment.fullDate, moment.time, moment.month]).toEqual([
    "Sun 1 Nov 2026",
    "00:10",
    "November 2026",
  ]);
  expect(byMonth([charged], (at) => at, true)[0]!.name).toBe(moment.month);
  expect([dayOf(charged), monthOf(charged)]).toEqual(["2026-11-01", "2026-11"]);
});

test("[L-3] the hours of a station are by its own clock", () => {
  const now = Date.parse(charged);
  expect(timeWithDay(now + 3_600_000, "Asia/Kathmandu", now)).toBe("01:25");
});
