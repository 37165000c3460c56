import { describe, expect, test } from "vitest";
import { estimate60 } from "./estimate.ts";
import { chargePowerKw, powerClass, powerKw, powerTypeName, type Vehicle } from "./power.ts";
import { lineToLineVolts } from "./rated-power.ts";
import type { Tariff } from "./tariff.ts";

const vehicle: Vehicle = {
  battery_capacity: 40,
  range: 300,
  max_dc_intake: 50,
  onboard_charger_capacity: 7.2,
};
const at = new Date("2026-01-05T06:30:00Z");
const tariff: Tariff = {
  country_code: "IN",
  party_id: "ABC",
  id: "T",
  currency: "INR",
  last_updated: "2026-01-01T00:00:00Z",
  elements: [
    {
      price_components: [{ type: "ENERGY", price: 25, vat: 18, step_size: 1 }],
      restrictions: { start_time: "18:00", end_time: "22:00" },
    },
    {
      price_components: [
        { type: "ENERGY", price: 18.5, vat: 18, step_size: 1 },
        { type: "FLAT", price: 10, vat: 18, step_size: 1 },
      ],
    },
    { price_components: [{ type: "TIME", price: 30, vat: 18, step_size: 60 }] },
  ],
};
const base = { tariff, vehicle, at, timeZone: "Asia/Kolkata" };

describe("[L-5] volts of a plug, line to line", () => {
  test.each([
    ["AC_3_PHASE", 230, 398],
    ["AC_3_PHASE", 220, 381],
    ["AC_3_PHASE", 379, 656],
    ["AC_3_PHASE", 380, 380],
    ["AC_3_PHASE", 400, 400],
    ["AC_3_PHASE", 440, 440],
    ["AC_3_PHASE", 441, 764],
    ["AC_1_PHASE", 400, 400],
    ["DC", 400, 400],
    ["AC_3_PHASE", undefined, null],
  ])("%s with %s V is %s V", (powerType, told, volts) => {
    expect(lineToLineVolts(powerType, told)).toBe(volts);
  });

  test("22 kW is 22 kW, whichever of the two voltages the operator sends", () => {
    const kw = (told: number) =>
      powerKw(
        {
          power_type: "AC_3_PHASE",
          voltage: lineToLineVolts("AC_3_PHASE", told),
          amperage: 32,
        },
        null,
      );
    expect([kw(230), kw(400)]).toEqual([21.6, 21.7]);
  });
});

describe("[L-5] power of a plug", () => {
  test.each([
    ["DC from watts", { power_type: "DC", max_electric_power: 60_000 }, null, 60],
    [
      "watts win over volts and amperes",
      { power_type: "AC_1_PHASE", max_electric_power: 3300, voltage: 230, amperage: 32 },
      null,
      3.3,
    ],
    ["one phase: 0.98", { power_type: "AC_1_PHASE", voltage: 230, amperage: 32 }, null, 7.2],
    ["AC is one phase", { power_type: "AC", voltage: 230, amperage: 32 }, null, 7.2],
    ["two phases: 1.96", { power_type: "AC_2_PHASE", voltage: 230, amperage: 16 }, null, 7.2],
    [
      "three phases: 1.6954, line to line",
      { power_type: "AC_3_PHASE", voltage: 400, amperage: 32 },
      null,
      21.7,
    ],
    ["limited by DC intake", { power_type: "DC", max_electric_power: 60_000 }, vehicle, 50],
    [
      "limited by the onboard charger",
      { power_type: "AC_3_PHASE", max_electric_power: 22_000 },
      vehicle,
      7.2,
    ],
    [
      "a vehicle that does not say does not limit",
      { power_type: "DC", max_electric_power: 60_000 },
      { ...vehicle, max_dc_intake: null },
      60,
    ],
    [
      "zero is not known",
      { power_type: "DC", max_electric_power: 0, voltage: 0, amperage: 100 },
      null,
      null,
    ],
    [
      "an unknown type without watts is not known",
      { power_type: "WIND", voltage: 230, amperage: 32 },
      null,
      null,
    ],
  ])("%s", (_, connector, car, kw) => {
    expect(powerKw(connector, car)).toBe(kw);
  });

  test("classes and names", () => {
    expect([3.3, 14.9, 15, 99.9, 100, 240].map(powerClass)).toEqual([
      "slow",
      "slow",
      "fast",
      "fast",
      "ultra",
      "ultra",
    ]);
    expect(["AC", "AC_1_PHASE", "AC_3_PHASE", "DC", "DC_NEW"].map(powerTypeName)).toEqual([
      "AC",
      "AC 1-phase",
      "AC 3-phase",
      "DC",
      "DC",
    ]);
  });
});

describe("[L-5] the power of a plug with a vehicle, by phases", () => {
  const three = { power_type: "AC_3_PHASE", max_electric_power: 11_000 };
  test.each([
    ["a 7.2 kW charger draws on one phase of three", three, vehicle, 11 / 3],
    [
      "from volts and amperes too",
      { power_type: "AC_3_PHASE", voltage: 400, amperage: 16 },
      vehicle,
      3.6169,
    ],
    [
      "a strong plug leaves the charger its own power",
      { ...three, max_electric_power: 22_000 },
      vehicle,
      7.2,
    ],
    ["an 11 kW charger draws on three", three, { ...vehicle, onboard_charger_capacity: 11 }, 11],
    [
      "what the vehicle says wins",
      three,
      { ...vehicle, onboard_charger_capacity: 11, onboard_charger_phases: 2 as const },
      22 / 3,
    ],
    ["two phases", { power_type: "AC_2_PHASE", max_electric_power: 7_000 }, vehicle, 3.5],
    ["one phase is one phase", { power_type: "AC_1_PHASE", max_electric_power: 7_000 }, vehicle, 7],
    ["DC has none", { power_type: "DC", max_electric_power: 60_000 }, vehicle, 50],
    [
      "a vehicle that does not say takes what the plug gives",
      three,
      { battery_capacity: 40, range: 300 },
      11,
    ],
    ["no vehicle", three, null, 11],
    ["not known", { power_type: "AC_3_PHASE" }, vehicle, null],
  ])("%s", (_, connector, car, kw) => {
    const power = chargePowerKw(connector, car);
    if (kw === null) expect(power).toBeNull();
    else expect(power).toBeCloseTo(kw, 4);
  });
  test("the 60-minute estimate keeps the product's own formula", () => {
    expect(estimate60({ ...base, connector: three })!.power).toBe(7.2);
  });
});

describe("[E-2] the estimate for 60 minutes", () => {
  test("ENERGY is power × price, from the matching element", () => {
    const estimate = estimate60({
      ...base,
      connector: { power_type: "DC", max_electric_power: 60_000 },
    });
    expect(estimate).toEqual({
      power: 50,
      time: 60,
      price: 925,
      element: tariff.elements[1],
      maxBattery: 40,
      maxRange: 300,
      rangeHr: (300 * 50 * 0.9) / 40,
    });
    const evening = estimate60({
      ...base,
      at: new Date("2026-01-05T13:30:00Z"),
      connector: { power_type: "DC", max_electric_power: 60_000 },
    });
    expect([evening?.price, evening?.element]).toEqual([1250, tariff.elements[0]]);
  });

  test("TIME is its price; both add up within one element", () => {
    const timed = { ...tariff, elements: [tariff.elements[2]!] };
    const connector = { power_type: "AC_3_PHASE", voltage: 400, amperage: 32 };
    expect(estimate60({ ...base, vehicle: null, tariff: timed, connector })).toMatchObject({
      power: 21.7011,
      price: 30,
      maxBattery: null,
      rangeHr: null,
    });
    const both = {
      ...tariff,
      elements: [
        {
          price_components: [
            ...tariff.elements[1]!.price_components,
            ...tariff.elements[2]!.price_components,
          ],
        },
      ],
    };
    expect(
      estimate60({
        ...base,
        tariff: both,
        connector: { power_type: "DC", max_electric_power: 10_000 },
      })?.price,
    ).toBe(215);
  });

  test("an unknown value is null, not zero", () => {
    expect(estimate60({ ...base, connector: { power_type: "DC" } })).toBeNull();
    const connector = { power_type: "DC", max_electric_power: 30_000 };
    expect(estimate60({ ...base, tariff: null, connector })).toMatchObject({
      price: null,
      element: null,
    });
    const over = { ...tariff, end_date_time: "2026-01-01T00:00:00Z" };
    expect(estimate60({ ...base, tariff: over, connector })).toMatchObject({
      price: null,
      element: null,
    });
    expect(
      estimate60({ ...base, connector, vehicle: { battery_capacity: 0, range: 300 } })?.rangeHr,
    ).toBeNull();
  });
});
