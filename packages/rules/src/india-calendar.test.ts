import { expect, test } from "vitest";
import { monthBounds, monthOf } from "./india-calendar.ts";

test("a month begins and ends at midnight in India", () => {
  const { from, until } = monthBounds("2026-12");
  expect([from.toISOString(), until.toISOString()]).toEqual([
    "2026-11-30T18:30:00.000Z",
    "2026-12-31T18:30:00.000Z",
  ]);
});

test.each([
  ["2026-11-30T18:29:59.999Z", "2026-11"],
  ["2026-11-30T18:30:00.000Z", "2026-12"],
  ["2026-12-31T18:30:00.000Z", "2027-01"],
])("%s falls into %s", (at, month) => {
  expect(monthOf(new Date(at))).toBe(month);
  const { from, until } = monthBounds(month);
  expect(from <= new Date(at) && new Date(at) < until).toBe(true);
});
