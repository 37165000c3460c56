import { expect, test } from "vitest";
import { clockMinutes, clockText, dayNumber, instantMs } from "./instant.ts";

test("OCPI dates: Z or no zone, fractions, and the unpadded ones peers send", () => {
  expect(instantMs("2026-03-04T05:06:07Z")).toBe(Date.UTC(2026, 2, 4, 5, 6, 7));
  expect(instantMs("2026-03-04T05:06:07")).toBe(Date.UTC(2026, 2, 4, 5, 6, 7));
  expect(instantMs("2026-03-31T05:06:07.5Z")).toBe(Date.UTC(2026, 2, 31, 5, 6, 7, 500));
  expect(instantMs("2026-03-04T05:06:07.123456Z")).toBe(Date.UTC(2026, 2, 4, 5, 6, 7, 123));
  expect(instantMs("1970-1-1T00:00:00Z")).toBe(0);
});

test.each([
  "2026-02-29T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:60Z",
  "2026-04-31T00:00:00Z",
  "2026-01-01T00:00:00+05:30",
  "2026x01-01T00:00:00Z",
  "2026-01x01T00:00:00Z",
  "2026-01-01x00:00:00Z",
  "2026-01-01T00x00:00Z",
  "2026-01-01T00:00x00Z",
  "2026-01-01T00:00:00x",
  "2026-01-01T00:00:00x000Z",
  "2026-01-01",
  "yesterday",
  "",
])("%j is not an instant", (text) => {
  expect(() => instantMs(text)).toThrow("not a UTC date and time");
});

test("an error quotes the invalid text, cut to a line", () => {
  const long = "x".repeat(99);
  expect(() => instantMs(long)).toThrow(
    new RangeError(`not a UTC date and time: ${long.slice(0, 40)}`),
  );
  expect(() => clockMinutes(long)).toThrow(
    new RangeError(`not a time of day: ${long.slice(0, 20)}`),
  );
  expect(() => dayNumber(long)).toThrow(new RangeError(`not a date: ${long.slice(0, 20)}`));
});

test("times of day", () => {
  expect(clockMinutes("00:00")).toBe(0);
  expect(clockMinutes("24:00")).toBe(1440);
  expect(clockMinutes("9:05")).toBe(545);
  expect(clockMinutes("12:59")).toBe(779);
  expect(clockText(545)).toBe("09:05");
  for (const bad of ["24:01", "12:60", "12", "noon", "-1:00"])
    expect(() => clockMinutes(bad)).toThrow("not a time of day");
});

test("dates", () => {
  expect(dayNumber("1970-01-02")).toBe(1);
  expect(() => dayNumber("2026-1-1")).toThrow("not a date");
});
