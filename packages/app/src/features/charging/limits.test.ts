import type { Connector, Vehicle } from "@voltmarg/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  choiceOf,
  estimationInfo,
  firstValue,
  holdFor,
  limitOfSession,
  limitsOf,
  limitWords,
  mostOf,
  planOf,
  spanWords,
} from "./limit-plan.ts";
import { keyed, LIMITS, scaleFor, snap } from "./limit-scale.ts";

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

  test("the choice travels whole and comes back as the same limit", () => {
    fc.assert(
      fc.property(by$, fc.integer({ min: 5, max: 40 }), (by, value) => {
        const plan = planOf(basis, choiceOf(by, value));
        const info = estimationInfo(by, value, plan, false);
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
    expect([spanWords(16.2), spanWords(125), spanWords(180)]).toEqual([
      "16 min",
      "2 h 5 min",
      "3 h",
    ]);
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
