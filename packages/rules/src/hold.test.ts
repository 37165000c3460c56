import fc from "fast-check";
import { expect, test } from "vitest";
import { holdMinor, overrunBoundMinor } from "./hold.ts";

test("[B-2] the bound is power × gap × price, rounded up", () => {
  // 60 kW, 90 s, ₹20 and 18 %: ₹35.40; 240 kW: ₹141.60
  expect(overrunBoundMinor({ powerKw: 60, perKwhMinor: 2360n })).toBe(3_540n);
  expect(overrunBoundMinor({ powerKw: 240, perKwhMinor: 2360n })).toBe(14_160n);
  expect(overrunBoundMinor({ powerKw: 60, perKwhMinor: 2360n, gapSeconds: 900 })).toBe(35_400n);
  expect(overrunBoundMinor({ powerKw: 7.4, perKwhMinor: 2183n })).toBe(404n);
  expect(overrunBoundMinor({ powerKw: 60, perKwhMinor: null })).toBe(0n);
});

test("[B-2] what time costs in the gap counts as well", () => {
  // ₹59 an hour is 98.3 paise a minute, given as 98.
  const byTime = { powerKw: 60, perMinuteMinor: 98n };
  expect(overrunBoundMinor({ ...byTime, perKwhMinor: null })).toBe(147n);
  expect(overrunBoundMinor({ ...byTime, perKwhMinor: 2360n })).toBe(3_540n + 147n);
});

test("[B-2] a hold is the choice plus the larger of ₹50 and the bound", () => {
  expect(holdMinor({ choiceCostMinor: 30_000n, powerKw: 60, perKwhMinor: 2360n })).toBe(35_000n);
  expect(holdMinor({ choiceCostMinor: 30_000n, powerKw: 240, perKwhMinor: 2360n })).toBe(44_160n);
  expect(
    holdMinor({ choiceCostMinor: 30_000n, powerKw: 60, perKwhMinor: 2360n, minimumMinor: 1_000n }),
  ).toBe(33_540n);
});

test("[B-2] without a choice the first step is ₹100", () => {
  expect(holdMinor({ choiceCostMinor: null, powerKw: 7.4, perKwhMinor: null })).toBe(15_000n);
});

test("the overdue energy is always covered", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 500, noNaN: true }),
      fc.bigInt(0n, 10_000n),
      fc.integer({ min: 0, max: 3600 }),
      (powerKw, perKwhMinor, gapSeconds) => {
        const exact = (powerKw * gapSeconds * Number(perKwhMinor)) / 3600;
        expect(
          Number(overrunBoundMinor({ powerKw, perKwhMinor, gapSeconds })),
        ).toBeGreaterThanOrEqual(exact - 1e-6);
      },
    ),
  );
});

test("unknown power is refused", () => {
  for (const powerKw of [Number.NaN, -1, Infinity])
    expect(() => overrunBoundMinor({ powerKw, perKwhMinor: 1n })).toThrow("power is not known");
  for (const gapSeconds of [Number.NaN, Infinity])
    expect(() => overrunBoundMinor({ powerKw: 1, perKwhMinor: 1n, gapSeconds })).toThrow(
      "gap is negative",
    );
  expect(() => overrunBoundMinor({ powerKw: 1, perKwhMinor: 1n, gapSeconds: -1 })).toThrow(
    "gap is negative",
  );
});
