import fc from "fast-check";
import { expect, test } from "vitest";
import { learnedUse, type VehicleCharge, type VehicleReading } from "./learned-use.ts";

const DAY_MS = 86_400_000;
/** Day, km and percent of each reading. */
const said = (...all: [day: number, km: number, percent: number][]): VehicleReading[] =>
  all.map(([day, odometerKm, percent]) => ({ atMs: day * DAY_MS, odometerKm, percent }));
const charged = (day: number, kwh: number | null, days = 0.1): VehicleCharge => ({
  startMs: day * DAY_MS,
  endMs: (day + days) * DAY_MS,
  kwh,
});
/** A battery of 40 kWh; the vehicle states 0.15 kWh for a km. */
const learned = (readings: readonly VehicleReading[], charges: readonly VehicleCharge[] = []) =>
  learnedUse({ readings, charges, batteryKwh: 40, statedUse: 0.15 });

// 100 km for 16 kWh, and 50 km for 4 kWh and what 6.67 kWh from the plug leave in the battery: 10 kWh.
const START = said([0, 10_000, 90], [1, 10_100, 50], [2, 10_150, 40]);
const CHARGE = charged(1.5, 6 / 0.9);

test("[T-12] two intervals are weighed by their distance, with what was charged in between", () => {
  expect(learned(START, [CHARGE])).toBeCloseTo(26 / 150);
});

test("[T-12] one interval is not enough, and short ones do not count", () => {
  expect(learned([])).toBeNull();
  expect(learned(START.slice(0, 2))).toBeNull();
  const short = said([0, 10_000, 90], [1, 10_100, 50], [2, 10_129, 39]);
  expect(learned(short)).toBeNull();
});

test("[T-12] an interval that looks too cheap or too dear is left out, not clamped", () => {
  // 50 km for 4 kWh: charged elsewhere.
  expect(learned(START)).toBeNull();
  const more = said([3, 10_250, 0]);
  expect(learned([...START, ...more])).toBeCloseTo(0.16);
  // 100 km for 25 kWh.
  expect(learned([...START, ...said([3, 10_250, 0], [4, 10_350, 100])])).toBeCloseTo(0.16);
  expect(learned(said([0, 0, 90], [1, 100, 50], [2, 150, 19.5]))).toBeNull();
});

test("[T-12] an interval in which nobody knows what was charged is left out", () => {
  expect(learned(START, [CHARGE, charged(0.5, null)])).toBeNull();
  // It goes on at the second reading.
  expect(learned(START, [CHARGE, charged(0.95, 1)])).toBeNull();
  expect(learned(START, [CHARGE, charged(2.1, null), charged(-1, null)])).toBeCloseTo(26 / 150);
});

test("[T-12] only the last ten intervals count", () => {
  const at = (nth: number, percent: number) => said([nth, 1_000 + nth * 100, percent])[0]!;
  const heavy = [at(0, 100), at(1, 50), at(2, 0)];
  const light = Array.from({ length: 10 }, (_, nth) => at(nth + 3, 0));
  const plugs = light.map((_, nth) => charged(nth + 2.5, 15 / 0.9));
  expect(learned(heavy)).toBeCloseTo(0.2);
  expect(learned([...heavy, ...light], plugs)).toBeCloseTo(0.15);
  expect(learned([...heavy, ...light.slice(1)], plugs)).not.toBeCloseTo(0.15, 4);
});

test("[T-12] a mistyped odometer is left out, also where it is the first", () => {
  const wrong: [number, number, number][] = [
    [-1, 2_000_000, 50],
    [0.5, 101, 50],
    [1.5, 10_100, 80],
    [1.6, 101_200, 45],
    [2.1, 10_149, 40],
    [3, 11_651, 40],
  ];
  for (const one of wrong)
    expect(learned([...START, ...said(one)], [CHARGE]), String(one)).toBeCloseTo(26 / 150);
});

const anyReading = fc.record({
  atMs: fc.integer({ min: 0, max: 30 * DAY_MS }),
  odometerKm: fc.integer({ min: 0, max: 2_000_000 }),
  percent: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 0, max: 100 })),
});
/** Readings of a car that drives: each a day and some km after the one before. */
const honest = fc
  .array(
    fc.record({
      km: fc.integer({ min: 1, max: 400 }),
      percent: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 0, max: 100 })),
    }),
    { minLength: 3, maxLength: 20 },
  )
  .map((steps) => {
    let odometerKm = 50_000;
    return steps.map(({ km, percent }, nth): VehicleReading => {
      odometerKm += km;
      return { atMs: nth * DAY_MS, odometerKm, percent };
    });
  });
const anyCharge = fc.record({
  startMs: fc.integer({ min: 0, max: 30 * DAY_MS }),
  kwh: fc.option(fc.double({ min: 0, max: 60, noNaN: true })),
});
const charges = fc.array(
  anyCharge.map(({ startMs, kwh }) => ({ startMs, endMs: startMs + 3_600_000, kwh })),
  { maxLength: 10 },
);

test("[T-12] whatever is said, it is null or 0.6 to 1.6 of what is stated, in any order", () => {
  let known = 0;
  fc.assert(
    fc.property(
      fc.oneof(honest, fc.array(anyReading, { maxLength: 50 })),
      charges,
      fc.infiniteStream(fc.nat()),
      (readings, plugs, random) => {
        const use = learned(readings, plugs);
        if (use !== null) {
          known += 1;
          expect(use).toBeGreaterThanOrEqual(0.15 * 0.6 - 1e-9);
          expect(use).toBeLessThanOrEqual(0.15 * 1.6 + 1e-9);
        }
        const mixed = readings
          .map((reading) => ({ reading, place: random.next().value! }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ reading }) => reading);
        const again = learned(mixed, plugs.toReversed());
        expect(again === null).toBe(use === null);
        expect(again ?? 0).toBeCloseTo(use ?? 0, 9);
      },
    ),
    { numRuns: 500, seed: 12 },
  );
  expect(known).toBeGreaterThan(20);
});

test("[T-12] one odometer that runs backwards or flies changes nothing of an honest row", () => {
  fc.assert(
    fc.property(
      honest,
      fc.nat(19),
      fc.boolean(),
      fc.nat(100),
      charges,
      (row, nth, flies, percent, plugs) => {
        const before = row[nth % row.length]!;
        const odometerKm = flies ? before.odometerKm + 200_000 : before.odometerKm - 1;
        const wrong = { atMs: before.atMs + 1, odometerKm, percent };
        expect(learned([...row, wrong], plugs)).toBe(learned(row, plugs));
      },
    ),
    { seed: 12 },
  );
});
