import type { Connector, Location, Vehicle } from "@voltmarg/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  carried,
  choiceOf,
  closingOf,
  coveredBy,
  estimationInfo,
  firstValue,
  holdFor,
  leastOf,
  limitsOf,
  mostOf,
  planOf,
} from "./limit-plan.ts";
import { kept, keyed, LIMITS, scaleFor, snap } from "./limit-scale.ts";
import { duration } from "../../ui/format.ts";
import { endWords, limitWords, planChanges, spokenPlan } from "./limit-text.ts";
import { limitOfSession } from "./live-state.ts";

const car: Vehicle = {
  id: "v",
  is_primary: true,
  make: "Tata",
  model: "Nexon EV 45",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 45,
  range: 315,
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
  variant: "",
  inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
  adapters: [],
  registration: null,
};
const ccs = {
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  tariff_id: "t",
  power_type: "DC",
  max_electric_power: 60_000,
  voltage: 500,
  amperage: 120,
  status: "AVAILABLE",
  powerInKwh: 60,
  powerTypeName: "DC",
  tariff: {
    id: "t",
    country_code: "IN",
    party_id: "URJ",
    currency: "INR",
    elements: [{ price_components: [{ type: "ENERGY", price: 16, vat: 18, step_size: 1 }] }],
    last_updated: "2026-01-01T00:00:00Z",
  },
  estimation: null,
} satisfies Connector;
const basis = {
  connector: ccs as Connector,
  location: { time_zone: "Asia/Kolkata" },
  vehicle: car as Vehicle | undefined,
  closesAt: null as Date | null,
  start: new Date("2026-11-20T05:00:00Z"),
};
const by$ = fc.constantFrom(...LIMITS);

describe("the ruler", () => {
  test("has stones at round values, as drawn", () => {
    expect(scaleFor("MONEY", 855)).toMatchObject({
      stone: 200,
      tick: 50,
      step: 10,
      presets: [100, 300, 500],
    });
    expect(scaleFor("RANGE", 315)).toMatchObject({ stone: 100, presets: [50, 150, 250] });
  });

  test("has at most five stones, and every value can be reached and is whole in its steps", () => {
    fc.assert(
      fc.property(by$, fc.double({ min: 1, max: 20_000, noNaN: true }), (by, max) => {
        const scale = scaleFor(by, max);
        expect(scale.max / scale.stone).toBeLessThanOrEqual(5);
        expect(scale.presets.every((value) => value > 0 && value < scale.max)).toBe(true);
        const value = snap(max / 3, scale);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(scale.max);
        expect(snap(value, scale)).toBe(value);
        expect(snap(Infinity, scale)).toBe(scale.max);
      }),
    );
  });

  test("answers the keys of a slider, and no others", () => {
    const scale = scaleFor("MONEY", 855);
    expect(keyed("ArrowRight", 300, scale)).toBe(310);
    expect(keyed("ArrowDown", 300, scale)).toBe(290);
    expect(keyed("PageUp", 300, scale)).toBe(350);
    expect(keyed("Home", 300, scale)).toBe(10);
    expect(keyed("End", 300, scale)).toBe(855);
    expect(keyed("ArrowLeft", 855, scale)).toBeLessThan(855);
    expect(keyed("Enter", 300, scale)).toBeUndefined();
  });

  test("refuses a length that is none", () => {
    expect(() => scaleFor("MONEY", 0)).toThrow(RangeError);
    expect(() => scaleFor("MONEY", NaN)).toThrow(RangeError);
  });
});

describe("[E-3] four linked values", () => {
  test("any of the four leads to the same charge", () => {
    const byEnergy = planOf(basis, choiceOf("ENERGY", 20))!;
    expect(byEnergy.minutes).toBeCloseTo(20, 3);
    expect(byEnergy.rangeKm).toBeCloseTo(140, 3);
    expect(Number(byEnergy.costMinor)).toBe(37_760);
    for (const choice of [
      choiceOf("TIME", byEnergy.minutes),
      choiceOf("RANGE", byEnergy.rangeKm!),
      choiceOf("MONEY", Number(byEnergy.costMinor) / 100),
    ]) {
      const plan = planOf(basis, choice)!;
      expect(plan.kwh).toBeCloseTo(20, 3);
      expect(plan.minutes).toBeCloseTo(20, 3);
    }
  });

  test("the ruler ends with the battery", () => {
    expect(mostOf(basis, "ENERGY")).toBeCloseTo(45, 3);
    expect(mostOf(basis, "TIME")).toBe(45);
    expect(mostOf(basis, "RANGE")).toBeCloseTo(315, 2);
    expect(mostOf(basis, "MONEY")).toBe(850);
  });

  test("without a price no money, without a vehicle no range, without power nothing is made up", () => {
    expect(limitsOf(basis)).toEqual(["MONEY", "ENERGY", "TIME", "RANGE"]);
    const unpriced = { ...basis, connector: { ...ccs, tariff: null } as Connector };
    expect(limitsOf(unpriced)).toEqual(["ENERGY", "TIME", "RANGE"]);
    expect(planOf(unpriced, choiceOf("ENERGY", 5))?.costMinor).toBeNull();
    expect(holdFor(unpriced, "ENERGY", 5)).toBeNull();
    expect(limitsOf({ ...basis, vehicle: undefined })).not.toContain("RANGE");
    const dark = {
      ...basis,
      connector: {
        ...ccs,
        max_electric_power: null,
        voltage: null,
        amperage: null,
        powerInKwh: null,
      } as Connector,
    };
    expect(planOf(dark, choiceOf("ENERGY", 5))).toBeNull();
  });

  test("[B-2] the hold is the choice and at least ₹50 more", () => {
    expect(holdFor(basis, "MONEY", 300)).toBe(35_000);
  });

  test("[V-6] [B-2] a power that charges showed shortens no hold, but the plan goes by it", () => {
    const unknown = { ...basis, vehicle: { ...car, max_dc_intake: null } };
    const seen = { ...basis, vehicle: { ...car, max_dc_intake: null, seen_dc_kw: 20 } };
    expect(holdFor(seen, "TIME", 60)).toBe(holdFor(unknown, "TIME", 60));
    expect(planOf(seen, choiceOf("TIME", 60))?.kwh).toBe(20);
  });

  test("the choice travels whole and comes back as the same limit", () => {
    fc.assert(
      fc.property(by$, fc.integer({ min: 5, max: 40 }), (by, value) => {
        const plan = planOf(basis, choiceOf(by, value));
        const info = estimationInfo(by, value, plan, false, true);
        expect(limitOfSession(info)).toEqual({ by, value });
        for (const one of [
          info.selectedMoney,
          info.selectedTime,
          info.selectedRange,
          info.selectedPower,
        ])
          expect(one).toBeGreaterThan(0);
      }),
    );
    expect(limitOfSession({ isPrimaryVehicle: true, isCorporateCustomer: false })).toBeNull();
  });

  test("in words", () => {
    expect(limitWords("MONEY", 300)).toBe("₹300");
    expect(limitWords("MONEY", 299.5)).toBe("₹299.50");
    expect(limitWords("RANGE", 150)).toBe("150 km");
    expect([duration(16.2), duration(125), duration(180)]).toEqual(["16 min", "2 h 5 min", "3 h"]);
  });

  test("[B-2] nobody is first offered a limit the wallet cannot hold, if there is one it can", () => {
    const scale = scaleFor("MONEY", 1200);
    const hold = (value: number) => holdFor(basis, "MONEY", value) ?? 0;
    expect(firstValue(basis, "MONEY", scale, null)).toBe(scale.presets[1]);
    expect(firstValue(basis, "MONEY", scale, hold(scale.presets[1]!))).toBe(scale.presets[1]);
    expect(firstValue(basis, "MONEY", scale, hold(scale.presets[1]!) - 1)).toBe(scale.presets[0]);
    expect(firstValue(basis, "MONEY", scale, 0)).toBe(scale.presets[1]);
  });
});

test("[E-3] a limit pays for some energy: less than a start costs cannot be chosen, and is not suggested", () => {
  const price = (...components: object[]) => ({
    ...basis,
    connector: {
      ...ccs,
      tariff: { ...ccs.tariff, elements: [{ price_components: components }] },
    } as Connector,
  });
  const flat = { type: "FLAT", price: 35, vat: 18, step_size: 1 };
  // ₹41.30 whatever is taken.
  const once = price(flat);
  const scale = scaleFor("MONEY", mostOf(once, "MONEY"), leastOf(once, "MONEY"));
  expect(scale).toMatchObject({ least: 42, max: 42, presets: [] });
  expect(firstValue(once, "MONEY", scale, 50_000)).toBe(42);
  expect([kept("MONEY", 15, scale), snap(5, scale), keyed("Home", 42, scale)]).toEqual([
    42, 42, 42,
  ]);
  const both = price(flat, ccs.tariff.elements[0]!.price_components[0]!);
  const dearer = scaleFor("MONEY", mostOf(both, "MONEY"), leastOf(both, "MONEY"));
  expect(dearer).toMatchObject({ least: 44, presets: [100, 300, 500] });
  for (const at of [once, both, basis]) {
    const one = scaleFor("MONEY", mostOf(at, "MONEY"), leastOf(at, "MONEY"));
    for (const value of [0, 1, 20, 41, 42, 43, 44, 60, 900])
      for (const chosen of [kept("MONEY", value, one), snap(value, one), ...one.presets])
        expect(planOf(at, choiceOf("MONEY", chosen))!.kwh).toBeGreaterThan(0);
  }
  // What is chosen in another unit is energy anyway, and without a price nothing is known.
  expect(leastOf(both, "TIME")).toBe(0);
});

describe("[E-3] [E-4] what ends a charge before its choice, and what its price does", () => {
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll("\u00a0", " "));
  const ends = (at: typeof basis, choice: Parameters<typeof planOf>[1], free: number | null) =>
    plain(endWords(planOf(at, choice), at, coveredBy(at, choice, free)));

  test("the battery, the closing time and the wallet are named; the choice itself is not", () => {
    const closed = { ...basis, closesAt: new Date("2026-11-20T05:10:00Z") };
    const tenKwh = choiceOf("ENERGY", 10);
    expect(ends(basis, tenKwh, null)).toEqual([]);
    expect(ends(basis, choiceOf("MONEY", 1000), null)).toEqual([
      "The battery is full at 45.0 kWh.",
    ]);
    expect(ends(closed, choiceOf("ENERGY", 30), null)).toEqual([
      "Stops earlier: the station closes at 10:40.",
    ]);
    // ₹188.80 for 10 kWh, and ₹50 that are kept back.
    expect(ends(basis, tenKwh, 23_880)).toEqual([]);
    expect(ends(basis, tenKwh, 23_800)).toEqual(["Your wallet covers ₹188.00 of it."]);
    expect(ends(basis, tenKwh, 5000)).toEqual([
      "Your wallet balance is too low to charge. Add money first.",
    ]);
  });

  test("the hold is for the whole choice, whenever the station closes", () => {
    const closed = { ...basis, closesAt: new Date("2026-11-20T05:10:00Z") };
    expect(holdFor(closed, "ENERGY", 30)).toBe(holdFor(basis, "ENERGY", 30));
  });

  test("a station cuts a charge off only when it says that none runs on", () => {
    const daily = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      period_begin: "06:00",
      period_end: "22:00",
    }));
    const station = (change: object) =>
      ({
        time_zone: "Asia/Kolkata",
        charging_when_closed: false,
        opening_times: { twentyfourseven: false, regular_hours: daily },
        ...change,
      }) as Location;
    expect(closingOf(station({}), basis.start)?.toISOString()).toBe("2026-11-20T16:30:00.000Z");
    expect(closingOf(station({ charging_when_closed: true }), basis.start)).toBeNull();
    expect(closingOf(station({ opening_times: null }), basis.start)).toBeNull();
    const broken = { twentyfourseven: false, regular_hours: [{ ...daily[0], period_end: "late" }] };
    expect(closingOf(station({ opening_times: broken }), basis.start)).toBeNull();
  });

  test("a price that changes on the way is told once, many changes are counted", () => {
    const at = (count: number) => ({
      ...basis,
      connector: {
        ...ccs,
        tariff: {
          ...ccs.tariff,
          elements: [
            ...Array.from({ length: count }, (_, step) => ({
              price_components: [{ type: "ENERGY", price: 16 + step, vat: 18, step_size: 1 }],
              restrictions: { max_kwh: 5 * (step + 1) },
            })),
            { price_components: [{ type: "ENERGY", price: 30, vat: 18, step_size: 1 }] },
          ],
        },
      } as Connector,
    });
    const told = (count: number) =>
      plain(planChanges(planOf(at(count), { by: "FULL" }), at(count)));
    expect(told(0)).toEqual([]);
    expect(told(1)).toEqual(["From 5 kWh ₹35.40/kWh instead of ₹18.88/kWh"]);
    expect(told(4)).toEqual([
      "From 5 kWh ₹20.06/kWh instead of ₹18.88/kWh",
      "From 10 kWh ₹21.24/kWh instead of ₹20.06/kWh",
      "2 more changes after that.",
    ]);
  });

  test("all four values are said together", () => {
    const plan = planOf(basis, choiceOf("MONEY", 300));
    const notes = ["The battery is full at 9 kWh.", "Your wallet covers ₹188.00 of it."];
    expect(spokenPlan("MONEY", 300, null, null, notes)).toBe(
      "₹300. The battery is full at 9 kWh. Your wallet covers ₹188.00 of it",
    );
    const words = spokenPlan("MONEY", 300, plan, 30_000, ["The battery is full at 9 kWh."]);
    expect(plain([words])).toEqual([
      "₹300, 15.9 kWh, 16 min, 111 km. The battery is full at 9 kWh",
    ]);
  });

  test("another unit keeps the choice, as it is shown", () => {
    const scale = (by: "ENERGY" | "MONEY") => scaleFor(by, mostOf(basis, by));
    const plan = planOf(basis, choiceOf("MONEY", 100));
    const energy = kept("ENERGY", carried("ENERGY", plan)!, scale("ENERGY"));
    expect(energy).toBe(5.3);
    const back = planOf(basis, choiceOf("ENERGY", energy));
    expect(kept("MONEY", carried("MONEY", back)!, scale("MONEY"))).toBe(101);
    expect(kept("ENERGY", 0.01, scale("ENERGY"))).toBe(scale("ENERGY").step);
    expect(kept("ENERGY", 99, scale("ENERGY"))).toBe(45);
    expect(carried("RANGE", null)).toBeNull();
  });
});
