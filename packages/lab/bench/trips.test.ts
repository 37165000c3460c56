import { planTrip, type TripPlan } from "@voltmarg/rules";
import { station, trip, way } from "@voltmarg/rules/trip-brute-force";
import { expect, test } from "vitest";
import { benchTrips, ratioOf } from "./trips.ts";

test("[T-2] the benchmark of trips compares plans with brute force, and its last line has the figures", () => {
  const lines: string[] = [];
  const { ratio, compared } = benchTrips({ trips: 60, plans: 2, seed: 5 }, (line) =>
    lines.push(line),
  );
  expect(compared).toBeGreaterThan(20);
  expect(ratio).toBeLessThanOrEqual(1.005);
  expect(lines.at(-1)).toMatch(/^trips ratio=\d\.\d{4} p50=\d+ms p99=\d+ms$/);
});

test("[T-2] it finds a plan that is dearer than the best", () => {
  const asked = trip({ way: way(330), stations: [station(150, 120), station(165, 25)] });
  const plan = planTrip({ ...asked, stations: [station(165, 25)] }) as TripPlan;
  expect(ratioOf(asked)).toBeCloseTo(1, 6);
  expect(ratioOf(asked, plan)).toBeGreaterThan(1.05);
});
