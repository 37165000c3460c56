import fc from "fast-check";
import { expect, test } from "vitest";
import { clockBoundaries, instantOf, localTime, offsetAt } from "./time-zone.ts";

const HOUR = 3_600_000;

test("India has one offset all year", () => {
  expect(offsetAt("Asia/Kolkata", Date.UTC(2026, 0, 1))).toBe(5.5 * HOUR);
  expect(offsetAt("Asia/Kolkata", Date.UTC(2026, 6, 1))).toBe(5.5 * HOUR);
});

test("a clock change is found to the second, also one of half an hour", () => {
  const spring = Date.UTC(2026, 2, 29, 1);
  expect(offsetAt("Europe/Amsterdam", spring - 1)).toBe(HOUR);
  expect(offsetAt("Europe/Amsterdam", spring)).toBe(2 * HOUR);
  const lordHowe = Date.UTC(2026, 3, 4, 15);
  expect(offsetAt("Australia/Lord_Howe", lordHowe - 1)).toBe(11 * HOUR);
  expect(offsetAt("Australia/Lord_Howe", lordHowe)).toBe(10.5 * HOUR);
});

test("an unknown zone is refused by name", () => {
  expect(() => offsetAt("India/Delhi", 0)).toThrow("unknown time zone: India/Delhi");
});

test("[L-3] weekdays are 1 Monday to 7 Sunday, in local time", () => {
  // Saturday 20:00 in UTC is Sunday 01:30 in India.
  expect(localTime("Asia/Kolkata", Date.UTC(2026, 0, 10, 20))).toMatchObject({
    weekday: 7,
    time: 1.5 * HOUR,
  });
  expect(localTime("UTC", Date.UTC(1969, 11, 29)).weekday).toBe(1);
});

test("offsets agree with Intl at any instant", () => {
  const zones = [
    "Asia/Kolkata",
    "Europe/Amsterdam",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Casablanca",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2035, 0) }),
      (timeZone, at) => {
        const text = new Date(at + offsetAt(timeZone, at))
          .toISOString()
          .slice(0, 19)
          .replace("T", ", ");
        const format = new Intl.DateTimeFormat("sv-SE", {
          timeZone,
          dateStyle: "short",
          timeStyle: "medium",
        });
        expect(format.format(at).replace(" ", ", ")).toBe(text);
      },
    ),
  );
});

test("a skipped wall-clock time is the instant of the clock change; a repeated one is its first occurrence", () => {
  const zone = "Europe/Amsterdam";
  const spring = Date.UTC(2026, 2, 29) / 86_400_000;
  expect(instantOf(zone, spring, 2.5 * HOUR)).toBe(Date.UTC(2026, 2, 29, 1));
  const autumn = Date.UTC(2026, 9, 25) / 86_400_000;
  expect(instantOf(zone, autumn, 2.5 * HOUR)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  expect(instantOf("Asia/Kolkata", autumn, 9 * HOUR)).toBe(Date.UTC(2026, 9, 25, 3, 30));
});

test("clock boundaries are strictly inside the span, and include the clock change", () => {
  const boundaries = clockBoundaries(
    "Europe/Amsterdam",
    Date.UTC(2026, 9, 24, 22),
    Date.UTC(2026, 9, 25, 4),
    [0, 2.5 * HOUR],
  );
  // Midnight itself (22:00Z) is the start; 02:30 comes twice, the clocks change between.
  expect(boundaries).toEqual([
    Date.UTC(2026, 9, 25, 0, 30),
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2026, 9, 25, 1, 30),
  ]);
});

test("clock boundaries are in order, and none is the start or the end itself", () => {
  const zone = "Europe/Amsterdam";
  const change = Date.UTC(2026, 9, 25, 1);
  const around = (from: number, until: number, ...times: number[]) =>
    clockBoundaries(zone, change + from, change + until, times);
  expect(around(0, HOUR)).toEqual([]);
  expect(around(-HOUR, 0)).toEqual([]);
  expect(around(-1, 1)).toEqual([change]);
  // 04:00 is two hours after the change, 03:00 one.
  expect(around(1, 3 * HOUR, 4 * HOUR, 3 * HOUR)).toEqual([change + HOUR, change + 2 * HOUR]);
  expect(around(HOUR, 2 * HOUR, 4 * HOUR, 3 * HOUR)).toEqual([]);
  const midnight = Date.UTC(2026, 0, 5, 18, 30);
  expect(clockBoundaries("Asia/Kolkata", midnight - 1, midnight, [0])).toEqual([]);
  expect(clockBoundaries("Asia/Kolkata", midnight - 1, midnight + 1, [0])).toEqual([midnight]);
});

test("an error for a zone with a long name quotes its beginning", () => {
  const long = "x".repeat(99);
  expect(() => offsetAt(long, 0)).toThrow(
    new RangeError(`unknown time zone: ${long.slice(0, 40)}`),
  );
});
