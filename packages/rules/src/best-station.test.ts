import fc from "fast-check";
import { expect, test } from "vitest";
import { cityMinutes, stationMinutes, type StationOffer } from "./best-station.ts";

const near: StationOffer = { km: 1, state: "free", powerKw: 60, perKwhMinor: 1_800 };
const before = (a: Partial<StationOffer>, b: Partial<StationOffer>) =>
  stationMinutes({ ...near, ...a }) < stationMinutes({ ...near, ...b });

test("[L-13] what a driver would choose comes first", () => {
  // A free one 3 km away rather than a taken one here; a taken one here rather than a free one 15 km away.
  expect(before({ km: 3 }, { state: "taken" })).toBe(true);
  expect(before({ state: "taken" }, { km: 15 })).toBe(true);
  // A broken one never, unknown before taken.
  expect(before({ km: 40 }, { state: "broken" })).toBe(true);
  expect(before({ state: "unknown" }, { state: "taken" })).toBe(true);
  // Fast rather than slow at the same price; some km farther for ₹5 a kWh less, not for ₹1.
  expect(before({ km: 3, powerKw: 60 }, { powerKw: 3.3 })).toBe(true);
  expect(before({ km: 3, perKwhMinor: 1_300 }, {})).toBe(true);
  expect(before({ km: 3, perKwhMinor: 1_700 }, {})).toBe(false);
});

test("[L-13] nearer, cheaper and faster is never worse, and it is always a number", () => {
  const known = (max: number) => fc.option(fc.double({ min: 0.1, max, noNaN: true }));
  const offer = fc.record({
    km: fc.double({ min: 0, max: 500, noNaN: true }),
    state: fc.constantFrom("free", "unknown", "taken", "broken"),
    powerKw: known(400),
    perKwhMinor: known(10_000),
  });
  fc.assert(
    fc.property(offer, fc.double({ min: 1, max: 3, noNaN: true }), (one, more) => {
      const minutes = stationMinutes(one);
      expect(Number.isFinite(minutes)).toBe(true);
      expect(stationMinutes({ ...one, km: one.km * more })).toBeGreaterThanOrEqual(minutes);
      if (one.perKwhMinor !== null)
        expect(
          stationMinutes({ ...one, perKwhMinor: one.perKwhMinor * more }),
        ).toBeGreaterThanOrEqual(minutes);
      if (one.powerKw !== null)
        expect(stationMinutes({ ...one, powerKw: one.powerKw * more })).toBeLessThanOrEqual(
          minutes,
        );
    }),
  );
});

test("[L-13] minutes on the road are said within a city only, and never none", () => {
  expect([0, 0.1, 1.2, 5, 20, 20.1].map(cityMinutes)).toEqual([1, 1, 4, 16, 65, null]);
});
