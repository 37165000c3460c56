import type { Connector } from "@voltmarg/ocpi";
import fc from "fast-check";
import { expect, test } from "vitest";
import { points } from "../catalogue/sites.ts";
import { randomFrom } from "../random.ts";
import { carFor, connectorPower } from "./car.ts";
import { meterFor } from "./meter.ts";

const connector = (name: keyof typeof points): Connector => {
  const { tariffs: _, ...rest } = points[name];
  return { id: "1", ...rest, last_updated: "2026-01-01T00:00:00Z" };
};
const names = Object.keys(points) as (keyof typeof points)[];

test("without a stated power it follows from volts to neutral, amperes and phases", () => {
  expect(connectorPower(connector("type2TwentyTwo"))).toBe(22_080);
  expect(connectorPower(connector("ccs60"))).toBe(60_000);
});

test("a meter never runs backwards, never exceeds plug and car, and ends where the car is full", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.integer(), (name, seed) => {
      const plug = connector(name);
      const car = carFor(plug, randomFrom(seed));
      const meter = meterFor(car, plug);
      const need = (car.battery * (car.targetSoc - car.startSoc)) / 100;
      expect(meter.reading(0)).toBe(0);
      expect(Math.abs(meter.reading(meter.chargingSeconds) - need)).toBeLessThanOrEqual(1);
      expect(meter.soc(meter.chargingSeconds)).toBeGreaterThanOrEqual(car.targetSoc - 1);
      for (let second = 0; second < meter.chargingSeconds; second += 97) {
        expect(meter.watts(second)).toBeLessThanOrEqual(Math.min(car.intake, connectorPower(plug)));
        expect(meter.reading(second + 1)).toBeGreaterThanOrEqual(meter.reading(second));
      }
      expect(meter.watts(meter.chargingSeconds)).toBe(0);
      expect(meter.reading(meter.chargingSeconds + 5000)).toBe(
        meter.reading(meter.chargingSeconds),
      );
    }),
    { numRuns: 40 },
  );
});

test("AC is flat; DC ramps up, holds, and tapers above 80 %", () => {
  const ac = meterFor(
    { battery: 40_000, intake: 7200, startSoc: 20, targetSoc: 100, lingers: 600 },
    connector("type2Single"),
  );
  expect([ac.watts(0), ac.watts(10_000), ac.watts(15_000)]).toEqual([7200, 7200, 7200]);

  const dc = meterFor(
    { battery: 40_000, intake: 50_000, startSoc: 20, targetSoc: 100, lingers: 600 },
    connector("ccs60"),
  );
  expect(dc.watts(0)).toBeLessThan(10_000);
  expect(dc.watts(60)).toBe(50_000);
  const eighty = Array.from({ length: dc.chargingSeconds }, (_, second) => second).find(
    (second) => dc.soc(second) >= 81,
  )!;
  expect(dc.watts(eighty - 200)).toBe(50_000);
  expect(dc.watts(eighty)).toBeLessThan(50_000);
  expect(dc.watts(dc.chargingSeconds - 60)).toBeLessThan(15_000);
});
