import { expect, test } from "vitest";
import { chargingMinutes, genericCurve, powerAt } from "./charging-curve.ts";

const FALLING = [
  { percent: 20, kw: 60 },
  { percent: 80, kw: 60 },
  { percent: 100, kw: 0 },
];

test("the power is on straight lines between the points, and level before the first and after the last", () => {
  expect([0, 20, 50, 80, 85, 90, 100].map((percent) => powerAt(FALLING, percent))).toEqual([
    60, 60, 60, 60, 45, 30, 0,
  ]);
  expect(powerAt(genericCurve(100), 85)).toBeCloseTo(37.5, 9);
  expect(powerAt(genericCurve(100, "LFP"), 75)).toBe(100);
});

test("[T-3] minutes are the energy over the power at the battery, and the weaker of plug and vehicle counts", () => {
  const level = [{ percent: 0, kw: 90 }];
  // 45 kWh at 50 kW, of which nine tenths reach the battery.
  expect(chargingMinutes(level, 90, 50)(0, 45)).toBeCloseTo(60, 9);
  expect(chargingMinutes(level, 90, 200)(0, 81)).toBeCloseTo(60, 9);
  expect(chargingMinutes(level, 90, 50)(10.2, 10.65)).toBeCloseTo(0.6, 9);
  expect(chargingMinutes(level, 90, 50)(45, 45)).toBe(0);
  expect(chargingMinutes(level, 90, 50)(45, 30)).toBe(0);
  expect(chargingMinutes(level, 90, 50)(0, 200)).toBeCloseTo(120, 9);
});

test("[T-3] a vehicle that takes nothing more when it is full is charged until then", () => {
  const minutes = chargingMinutes(FALLING, 50, 60);
  expect(minutes(10, 40)).toBeCloseTo((30 / 54) * 60, 9);
  expect(minutes(49, 50)).toBeGreaterThan(minutes(48, 49));
  expect(minutes(49, 50)).toBeLessThan(60);
});

test.each([
  ["no battery", 0, 50],
  ["a battery of NaN", NaN, 50],
  ["a plug without power", 50, 0],
  ["a plug of NaN", 50, NaN],
])("%s has no minutes", (_, batteryKwh, plugKw) => {
  expect(() => chargingMinutes(genericCurve(50), batteryKwh, plugKw)).toThrow(RangeError);
});
