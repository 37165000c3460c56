import { expect, test } from "vitest";
import { chargeAtKm, chargeOnArrival, detourKm } from "./along.ts";

const chargeAt = [
  { km: 0, percent: 80 },
  { km: 50, percent: 60 },
  { km: 100, percent: 30 },
  { km: 130, percent: 0 },
];

test("[T-9] the battery at a km lies on the line between its marks", () => {
  const at = (km: number) => chargeAtKm(chargeAt, km);
  expect([0, 25, 50, 75, 115, 130].map(at)).toEqual([80, 70, 60, 45, 15, 0]);
  // Beyond the last mark it does not come back.
  expect([-3, 200].map(at)).toEqual([80, 0]);
  expect(chargeAtKm([], 5)).toBeNull();
});

test("[T-9] a station off the way costs the road to it, and the way back as a detour", () => {
  expect(detourKm(1.2)).toBeCloseTo(3.12);
  expect(chargeOnArrival(chargeAt, { along_km: 50, off_km: 0 })).toBe(60);
  // 80 % in 130 km, for 2.6 km of road
  expect(chargeOnArrival(chargeAt, { along_km: 50, off_km: 2 })).toBeCloseTo(60 - 1.6);
  expect(chargeOnArrival(chargeAt, { along_km: 129, off_km: 5 })!).toBeLessThan(0);
});

test("[T-9] a battery that is not known stays unknown", () => {
  expect(chargeOnArrival(null, { along_km: 5, off_km: 1 })).toBeNull();
  expect(chargeOnArrival([], { along_km: 5, off_km: 1 })).toBeNull();
});
