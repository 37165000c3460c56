import { expect, test } from "vitest";
import { atIndia, DEPARTURE_DAYS, instantOf, isDeparture } from "./departure.ts";

const now = Date.parse("2026-11-25T20:00:00Z");

test("a departure is a time of India's clock", () => {
  expect(atIndia(Date.parse("2026-11-25T18:29:59Z"))).toBe("2026-11-25T23:59");
  expect(atIndia(Date.parse("2026-11-25T18:30:00Z"))).toBe("2026-11-26T00:00");
  expect(instantOf("2026-11-26T00:00")).toBe("2026-11-25T18:30:00.000Z");
});

test("a departure up to an hour ago is now, an earlier one is past", () => {
  // It is 01:30 in India.
  expect(isDeparture("2026-11-26T00:31", now)).toBe(true);
  expect(isDeparture("2026-11-26T00:30", now)).toBe(false);
});

test("a departure is less than thirty days ahead", () => {
  expect(DEPARTURE_DAYS).toBe(30);
  expect(isDeparture("2026-12-26T01:29", now)).toBe(true);
  expect(isDeparture("2026-12-26T01:30", now)).toBe(false);
});

test("no departure is now, and what is no time is none", () => {
  expect(isDeparture("", now)).toBe(true);
  expect(isDeparture("soon", now)).toBe(false);
});
