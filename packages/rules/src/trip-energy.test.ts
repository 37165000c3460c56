import fc from "fast-check";
import { expect, test } from "vitest";
import { energyWay, speedFactor, type TripDrive } from "./trip-energy.ts";
import { alongWay } from "./trip-way.ts";

const drive: TripDrive = { kwhPerKm: 0.15, massKg: 1_600, coolingKw: 0, loadKg: 0, style: "USUAL" };
const flat = (km: number, kmh: number) => ({
  km,
  minutes: (km / kmh) * 60,
  climbM: 0,
  descentM: 0,
});
const kwhOf = (more: Partial<TripDrive>, parts = [flat(100, 80)], heights = true) =>
  energyWay(parts, { ...drive, ...more }, { heights }).kwh.at(-1)!;

test("[T-5] everyday use is that at 60 km/h; on a motorway a vehicle takes half as much again", () => {
  expect(speedFactor(60)).toBeCloseTo(1);
  expect(speedFactor(100)).toBeGreaterThan(1.4);
  expect(speedFactor(100)).toBeLessThan(1.7);
  expect(kwhOf({}, [flat(100, 60)])).toBeCloseTo(15);
  // 260 km at 100 km/h with air conditioning: Noida to Jaipur took such a car from 100 % to about a third.
  const jaipur = kwhOf({ kwhPerKm: 0.11, coolingKw: 1, loadKg: 150 }, [flat(260, 95)]);
  expect(jaipur / 60).toBeGreaterThan(0.6);
  expect(jaipur / 60).toBeLessThan(0.9);
});

test("[T-5] load, cooling, a fast driver and unknown heights only add; a calm one saves", () => {
  const usual = kwhOf({});
  expect(kwhOf({ loadKg: 300 })).toBeGreaterThan(usual);
  expect(kwhOf({ coolingKw: 1 })).toBeCloseTo(usual + 1.25);
  expect(kwhOf({ style: "FAST" })).toBeGreaterThan(usual * 1.05);
  expect(kwhOf({ style: "CALM" })).toBeLessThan(usual * 0.95);
  expect(kwhOf({}, undefined, false)).toBeCloseTo(usual * 1.05);
});

test("[T-5] a climb of 2,000 m takes what lifting takes, and its descent gives back a part", () => {
  const up = [{ ...flat(60, 40), climbM: 2_000 }];
  const both = [
    { ...flat(60, 40), climbM: 2_000 },
    { ...flat(60, 40), descentM: 2_000 },
  ];
  const level = kwhOf({}, [flat(60, 40)]);
  expect(kwhOf({}, up) - level).toBeCloseTo((1_600 * 9.81 * 2_000) / 3.6e6 / 0.88, 3);
  expect(kwhOf({}, both)).toBeGreaterThan(level * 2);
  expect(kwhOf({}, both)).toBeLessThan(kwhOf({}, up) + level);
});

test("[T-5] km, minutes and kWh of a way only rise, whatever its parts are", () => {
  const part = fc.record({
    km: fc.double({ min: 0, max: 200, noNaN: true }),
    minutes: fc.double({ min: 0, max: 400, noNaN: true }),
    climbM: fc.integer({ min: 0, max: 4_000 }),
    descentM: fc.integer({ min: 0, max: 4_000 }),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.boolean(), (parts, heights) => {
      const way = energyWay(parts, drive, { heights });
      for (const figures of [way.km, way.minutes, way.kwh])
        for (let nth = 1; nth < figures.length; nth += 1) {
          expect(Number.isFinite(figures[nth])).toBe(true);
          expect(figures[nth]).toBeGreaterThanOrEqual(figures[nth - 1]!);
        }
    }),
  );
});

test("[T-5] figures between two points of a way lie on a line", () => {
  const way = { km: [0, 10, 30], minutes: [0, 20, 30], kwh: [0, 2, 4] };
  expect([-1, 0, 5, 10, 20, 30, 99].map((km) => alongWay(way, "minutes", km))).toEqual([
    0, 0, 10, 20, 25, 30, 30,
  ]);
});
