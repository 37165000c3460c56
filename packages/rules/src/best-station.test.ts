import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cityMinutes,
  stationMinutes,
  type StationOffer,
  type StationProof,
} from "./best-station.ts";

const proof: StationProof = { chargedHoursAgo: null, worked: 0, failed: 0 };
const near: StationOffer = { km: 1, state: "free", powerKw: 60, perKwhMinor: 1_800, proof };
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

test("[L-18] of two alike the one where somebody charged of late comes first; what fails costs minutes", () => {
  const charged = (chargedHoursAgo: number | null) => ({ proof: { ...proof, chargedHoursAgo } });
  expect(before(charged(3), charged(100 * 24))).toBe(true);
  expect(before(charged(3), charged(null))).toBe(true);
  expect(before(charged(3), charged(3 * 24))).toBe(true);
  // Worth a km, not five: nobody's charge makes up for the way.
  expect(before({ ...charged(3), km: 2 }, charged(null))).toBe(true);
  expect(before(charged(null), { ...charged(3), km: 6 })).toBe(true);
  const starts = (worked: number, failed: number) => ({ proof: { ...proof, worked, failed } });
  expect(before(starts(9, 1), starts(2, 8))).toBe(true);
  expect(before({ km: 5 }, starts(0, 20))).toBe(true);
  // Half of them and more costs nothing, and few starts say little.
  expect(stationMinutes({ ...near, ...starts(6, 6) })).toBe(stationMinutes(near));
  expect(stationMinutes({ ...near, ...starts(0, 5) })).toBe(stationMinutes(near));
});

const known = (max: number) => fc.option(fc.double({ min: 0.1, max, noNaN: true }));
const offer: fc.Arbitrary<StationOffer> = fc.record({
  km: fc.double({ min: 0, max: 500, noNaN: true }),
  state: fc.constantFrom("free", "unknown", "taken", "broken"),
  powerKw: known(400),
  perKwhMinor: known(10_000),
  proof: fc.record({
    chargedHoursAgo: fc.option(fc.double({ min: 0, max: 20_000, noNaN: true })),
    worked: fc.nat(40),
    failed: fc.nat(40),
  }),
});

test("[L-18] more proof never makes a station worse", () => {
  fc.assert(
    fc.property(offer, fc.double({ min: 0, max: 1, noNaN: true }), (one, part) => {
      const minutes = stationMinutes(one);
      const { chargedHoursAgo, worked, failed } = one.proof;
      const after = (more: Partial<StationProof>) =>
        stationMinutes({ ...one, proof: { ...one.proof, ...more } });
      expect(after({ chargedHoursAgo: (chargedHoursAgo ?? 20_000) * part })).toBeLessThanOrEqual(
        minutes,
      );
      expect(after({ worked: worked + 1 })).toBeLessThanOrEqual(minutes);
      expect(after({ failed: failed + 1 })).toBeGreaterThanOrEqual(minutes);
    }),
  );
});

test("[L-18] the order is total: however they come, stations are in one order", () => {
  const order = (all: readonly (readonly [string, StationOffer])[]) =>
    all
      .toSorted(([a, one], [b, other]) => {
        const by = stationMinutes(one) - stationMinutes(other);
        return by || (a < b ? -1 : 1);
      })
      .map(([id]) => id);
  const shuffled = fc
    .array(offer, { minLength: 2, maxLength: 20 })
    .map((all) => all.map((one, nth) => [`loc_${nth}`, one] as const))
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([all, mixed]) => {
      expect(order(mixed)).toEqual(order(all));
    }),
  );
});

test("[L-13] nearer, cheaper and faster is never worse, and it is always a number", () => {
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
