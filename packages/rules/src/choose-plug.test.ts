import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ANY_STATION,
  choosePlug,
  comparePlugs,
  countMeant,
  isAnyPlug,
  matches,
  readWish,
  plugPasses,
  type PlugFacts,
  type Wish,
} from "./choose-plug.ts";
import { powerClass } from "./power.ts";

const plug = (more: Partial<PlugFacts> = {}): PlugFacts => ({
  standard: "IEC_62196_T2_COMBO",
  power_type: "DC",
  status: "AVAILABLE",
  kw: 60,
  vehicleKw: 50,
  perKwhMinor: 1800,
  fits: true,
  payable: true,
  ...more,
});
const wish = (more: Partial<Wish> = {}): Wish => ({ ...ANY_STATION, ...more });

const statuses = [
  "AVAILABLE",
  "CHARGING",
  "BLOCKED",
  "INOPERATIVE",
  "PLANNED",
  "REMOVED",
  "UNKNOWN",
];
const standards = ["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO"];
const types = ["DC", "AC_1_PHASE", "AC_3_PHASE"];
const kw = fc.option(fc.constantFrom(3.3, 7.4, 22, 60, 120), { nil: null });
const anyPlug: fc.Arbitrary<PlugFacts> = fc.record({
  standard: fc.constantFrom(...standards),
  power_type: fc.constantFrom(...types),
  status: fc.constantFrom(...statuses),
  kw,
  vehicleKw: kw,
  perKwhMinor: fc.option(fc.constantFrom(0, 1200, 1800, 2400), { nil: null }),
  fits: fc.boolean(),
  payable: fc.boolean(),
});
const some = (from: readonly string[]) => fc.subarray([...from], { maxLength: 2 });
const anyWish: fc.Arbitrary<Wish> = fc.record({
  openNow: fc.constant(false),
  partyIds: fc.constant([]),
  statuses: some(statuses),
  powerTypes: some(["AC", ...types]),
  standards: some(standards),
  power: fc.option(fc.record({ minKw: kw, maxKw: kw }), { nil: null }),
  mostMinor: fc.option(fc.constantFrom(0, 1500, 2000), { nil: null }),
  byPrice: fc.boolean(),
});

test("[L-10] one and the same plug must have all that is asked", () => {
  const taken = plug({ status: "CHARGING" });
  const other = plug({ standard: "IEC_62196_T2", power_type: "AC_3_PHASE", kw: 22 });
  const asked = wish({ standards: ["IEC_62196_T2_COMBO"], statuses: ["AVAILABLE"] });
  expect(choosePlug([taken, other], asked)).toBeNull();
  // Not the free one of another kind: what is meant is taken.
  const meant = wish({ standards: ["IEC_62196_T2_COMBO"] });
  expect(choosePlug([other, taken], meant)).toBe(taken);
  expect(countMeant([other, taken], meant)).toEqual({ state: "busy", free: 0, total: 1, kw: 60 });
});

test("[L-10] a ceiling is of the price that is shown; without a known price none passes", () => {
  const at = (perKwhMinor: number | null) =>
    plugPasses(plug({ perKwhMinor }), wish({ mostMinor: 1800 }));
  expect([0, 1799, 1800, 1801, null].map(at)).toEqual([true, true, true, false, false]);
});

test("[L-10] the order: what fits, can be paid, is free; then the fastest, or the cheapest", () => {
  const best = plug({ vehicleKw: 50, kw: 120 });
  const worse = [
    plug({ vehicleKw: 50, kw: 60, perKwhMinor: 1700 }),
    plug({ vehicleKw: 30, kw: 120, perKwhMinor: 0 }),
    plug({ status: "UNKNOWN", vehicleKw: 240 }),
    plug({ status: "RESERVED", vehicleKw: 240 }),
    plug({ status: "OUTOFORDER", vehicleKw: 240 }),
    plug({ payable: false, vehicleKw: 240 }),
    plug({ fits: false, vehicleKw: 240 }),
  ];
  const mixed = [...worse.slice(3), best, ...worse.slice(0, 3)];
  expect(mixed.toSorted((a, b) => comparePlugs(a, b, ANY_STATION))).toEqual([best, ...worse]);
  const cheapest = choosePlug(mixed, wish({ byPrice: true }));
  expect(cheapest).toBe(worse[1]);
  const unknown = plug({ perKwhMinor: null, vehicleKw: 240 });
  expect(choosePlug([unknown, best], wish({ byPrice: true }))).toBe(best);
});

test("[L-10] a plug that is planned or removed is nobody's, unless it is asked for", () => {
  const planned = plug({ status: "PLANNED" });
  expect(choosePlug([planned], ANY_STATION)).toBeNull();
  expect(choosePlug([planned], wish({ statuses: ["PLANNED"] }))).toBe(planned);
  expect(countMeant([planned], ANY_STATION)).toEqual({
    state: "unknown",
    free: 0,
    total: 0,
    kw: 60,
  });
  expect(isAnyPlug(ANY_STATION)).toBe(true);
  for (const one of [{ statuses: ["X"] }, { mostMinor: 1 }, { power: { minKw: 1, maxKw: null } }])
    expect(isAnyPlug(wish(one))).toBe(false);
});

test("[L-10] AC stands for every AC", () => {
  const asked = wish({ powerTypes: ["AC"] });
  expect(types.map((power_type) => plugPasses(plug({ power_type }), asked))).toEqual([
    false,
    true,
    true,
  ]);
});

test("[L-10] what is chosen passes, no plug that passes is better, and its order does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyPlug, { maxLength: 6 }), anyWish, (plugs, asked) => {
      const chosen = choosePlug(plugs, asked);
      const passing = plugs.filter((one) => plugPasses(one, asked));
      expect(chosen === null).toBe(passing.length === 0);
      if (!chosen) return;
      expect(passing).toContain(chosen);
      for (const one of passing) expect(comparePlugs(chosen, one, asked)).toBeLessThanOrEqual(0);
      expect(comparePlugs(choosePlug(plugs.toReversed(), asked)!, chosen, asked)).toBe(0);
    }),
  );
});

test("[L-10] a station with a free plug that is meant is free, and the chosen plug is one of them", () => {
  fc.assert(
    fc.property(fc.array(anyPlug, { maxLength: 6 }), anyWish, (plugs, asked) => {
      const all = { ...asked, statuses: [] };
      // The vehicle and what can be paid come first: here all plugs are alike in both.
      const alike = plugs.map((one) => ({ ...one, fits: true, payable: true }));
      const { state, free, total, kw: most } = countMeant(alike, all);
      const chosen = choosePlug(alike, all);
      expect(state === "available").toBe(free > 0);
      expect(free > 0).toBe(chosen?.status === "AVAILABLE");
      expect(total).toBe(alike.filter((one) => plugPasses(one, all)).length);
      expect(powerClass(most) === null).toBe(most === null);
    }),
  );
});

test("[L-10] a station must be known to be open, and of an operator that is asked for", () => {
  const station = { operatorId: "opr_1", partyId: "AbC", isOpened: true, plugs: [plug()] };
  const open = wish({ openNow: true });
  const isOpened = (value: boolean | null) => matches({ ...station, isOpened: value }, open);
  expect([true, false, null].map(isOpened)).toEqual([true, false, false]);
  const of = (...partyIds: string[]) => matches(station, wish({ partyIds }));
  expect([of(), of("opr_1"), of("aBc"), of("OPR_1"), of("x", "abc")]).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  expect(matches({ ...station, plugs: [] }, ANY_STATION)).toBe(true);
  expect(matches({ ...station, plugs: [] }, wish({ standards: ["CHADEMO"] }))).toBe(false);
});

test("[L-10] a wish is read from the wire; a power range that makes no sense is none", () => {
  expect(readWish({})).toEqual(ANY_STATION);
  expect(
    readWish({
      status: "AVAILABLE, UNKNOWN,",
      power_type: "DC",
      standard: "CHADEMO",
      power_range: "15 < kW > = 99",
      price_max: 0,
      open_now: " TRUE",
      party_id: "a%23b",
      sort: "price",
    }),
  ).toEqual({
    openNow: true,
    partyIds: ["a", "b"],
    statuses: ["AVAILABLE", "UNKNOWN"],
    powerTypes: ["DC"],
    standards: ["CHADEMO"],
    power: { minKw: 15, maxKw: 99 },
    mostMinor: 0,
    byPrice: true,
  });
  expect(readWish({ power_range: "99-15" })).toBeNull();
});
