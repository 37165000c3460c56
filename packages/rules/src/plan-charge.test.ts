import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planCharge, type ChargeChoice, type PlanChargeInput } from "./plan-charge.ts";
import type { Vehicle } from "./power.ts";
import { priceSession } from "./price-session.ts";
import type { Tariff } from "./tariff.ts";

const vehicle: Vehicle = { battery_capacity: 40, range: 300 };

function tariff(energy: number, time = 0, rest: Partial<Tariff> = {}): Tariff {
  return {
    country_code: "IN",
    party_id: "ABC",
    id: "T",
    currency: "INR",
    last_updated: "2026-01-01T00:00:00Z",
    elements: [
      {
        price_components: [
          { type: "ENERGY", price: energy, vat: 18, step_size: 1 },
          { type: "TIME", price: time, vat: 18, step_size: 1 },
        ],
      },
    ],
    ...rest,
  };
}

function plan(choice: ChargeChoice, rest: Partial<PlanChargeInput> = {}) {
  return planCharge({
    tariff: tariff(20),
    timeZone: "Asia/Kolkata",
    start: new Date("2026-01-05T06:30:00Z"),
    powerKw: 30,
    vehicle,
    choice,
    ...rest,
  });
}

describe("[E-3] four values of a choice", () => {
  test("by energy", () => {
    expect(plan({ by: "ENERGY", kwh: 10 }, { batteryStartPct: 20 })).toEqual({
      costMinor: 23_600n,
      kwh: 10,
      minutes: 20,
      rangeKm: 75,
      batteryPct: 45,
      stopsBecause: "CHOICE",
      priceChanges: [],
    });
  });

  test("by time, by range, by money: the same charge", () => {
    const same = { costMinor: 23_600n, kwh: 10, minutes: 20, rangeKm: 75, stopsBecause: "CHOICE" };
    expect(plan({ by: "TIME", minutes: 20 })).toMatchObject(same);
    expect(plan({ by: "RANGE", km: 75 })).toMatchObject(same);
    const byMoney = plan({ by: "MONEY", minor: 23_600n });
    expect(byMoney).toMatchObject({ costMinor: 23_600n, stopsBecause: "CHOICE" });
    expect(byMoney.kwh).toBeCloseTo(10, 3);
  });

  test("full: the remaining capacity of the battery", () => {
    expect(plan({ by: "FULL" }, { batteryStartPct: 75 })).toMatchObject({
      kwh: 10,
      batteryPct: 100,
      stopsBecause: "BATTERY_FULL",
    });
    expect(plan({ by: "FULL" })).toMatchObject({ kwh: 40, batteryPct: null });
  });

  test("the battery limits a larger choice", () => {
    expect(plan({ by: "MONEY", minor: 1_000_000n }, { batteryStartPct: 50 })).toMatchObject({
      kwh: 20,
      costMinor: 47_200n,
      stopsBecause: "BATTERY_FULL",
    });
  });

  test("[S-7] the balance limits the charge first", () => {
    const charge = plan({ by: "ENERGY", kwh: 10 }, { balanceMinor: 11_800n });
    expect(charge).toMatchObject({ costMinor: 11_800n, stopsBecause: "BALANCE" });
    expect(charge.kwh).toBeCloseTo(5, 3);
  });

  test("money that does not cover the start buys nothing", () => {
    const withStart = tariff(20, 0, { min_price: { excl_vat: 50, incl_vat: 59 } });
    expect(plan({ by: "MONEY", minor: 5_000n }, { tariff: withStart })).toMatchObject({
      costMinor: 0n,
      kwh: 0,
      minutes: 0,
      stopsBecause: "CHOICE",
    });
    expect(
      plan({ by: "TIME", minutes: 5 }, { tariff: withStart, balanceMinor: 5_000n }),
    ).toMatchObject({ costMinor: 0n, stopsBecause: "BALANCE" });
  });

  test("without a price the cost is not known, and not zero", () => {
    expect(plan({ by: "ENERGY", kwh: 10 }, { tariff: null })).toMatchObject({
      costMinor: null,
      minutes: 20,
    });
    const over = tariff(20, 0, { end_date_time: "2026-01-01T00:00:00Z" });
    expect(
      plan({ by: "ENERGY", kwh: 10 }, { tariff: over, balanceMinor: 1n }).costMinor,
    ).toBeNull();
  });

  test("without a vehicle, range and battery are unknown", () => {
    expect(plan({ by: "TIME", minutes: 20 }, { vehicle: null })).toMatchObject({
      kwh: 10,
      rangeKm: null,
      batteryPct: null,
    });
  });

  test("a price change during the charge is applied", () => {
    const evening = tariff(20);
    const dear = {
      ...evening,
      elements: [
        { ...tariff(40).elements[0]!, restrictions: { start_time: "12:10" } },
        ...evening.elements,
      ],
    };
    expect(plan({ by: "TIME", minutes: 20 }, { tariff: dear }).costMinor).toBe(35_400n);
  });

  test.each<[string, ChargeChoice, Partial<PlanChargeInput>]>([
    ["power is not known", { by: "TIME", minutes: 5 }, { powerKw: 0 }],
    ["without a price", { by: "MONEY", minor: 5n }, { tariff: null }],
    ["amount is negative", { by: "MONEY", minor: -5n }, {}],
    ["without a vehicle", { by: "RANGE", km: 5 }, { vehicle: null }],
    ["without a vehicle", { by: "FULL" }, { vehicle: null }],
    ["whose battery is known", { by: "FULL" }, { vehicle: { ...vehicle, battery_capacity: null } }],
    [
      "battery and range are known",
      { by: "RANGE", km: 5 },
      { vehicle: { ...vehicle, range: null } },
    ],
    ["not an amount", { by: "ENERGY", kwh: -1 }, {}],
    ["not an amount", { by: "TIME", minutes: Number.NaN }, {}],
    ["not a percentage", { by: "FULL" }, { batteryStartPct: 101 }],
  ])("refused: %s", (message, choice, rest) => {
    expect(() => plan(choice, rest)).toThrow(message);
  });
});

describe("[E-3] properties", () => {
  const world = fc.record({
    tariff: fc
      .tuple(fc.integer({ min: 100, max: 3000 }), fc.integer({ min: 0, max: 10_000 }))
      .map(([energy, time]) => tariff(energy / 100, time / 100)),
    powerKw: fc.integer({ min: 10, max: 2400 }).map((n) => n / 10),
    start: fc
      .integer({ min: 0, max: 86_400 })
      .map((s) => new Date(Date.UTC(2026, 0, 5) + s * 1000)),
  });

  /** Paise including GST of one Wh and one second. */
  const aStepOf = ({ elements }: Tariff) => {
    const [energy, time] = elements[0]!.price_components;
    return (energy!.price / 10 + time!.price / 36) * 1.18;
  };

  test("planning from any of the four values gives the same charge within one step, 1 s and 10 Wh", () => {
    fc.assert(
      fc.property(world, fc.bigInt(100n, 80_000n), (of, minor) => {
        const charge = plan({ by: "MONEY", minor }, of);
        const others: ChargeChoice[] = [
          { by: "ENERGY", kwh: charge.kwh },
          { by: "TIME", minutes: charge.minutes },
          { by: "RANGE", km: charge.rangeKm! },
          { by: "MONEY", minor: charge.costMinor! },
        ];
        for (const choice of others) {
          const back = plan(choice, of);
          const paise = back.costMinor! - charge.costMinor!;
          // Whole milliseconds may begin one Wh and one second more or less.
          expect(Math.abs(Number(paise))).toBeLessThanOrEqual(1 + aStepOf(of.tariff));
          expect(Math.abs(back.minutes - charge.minutes) * 60).toBeLessThanOrEqual(1);
          expect(Math.abs(back.kwh - charge.kwh)).toBeLessThanOrEqual(0.01);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("money is never exceeded, and a kilowatt-hour more would exceed it", () => {
    fc.assert(
      fc.property(world, fc.bigInt(0n, 80_000n), (of, minor) => {
        const charge = plan({ by: "MONEY", minor }, of);
        expect(charge.costMinor! <= minor).toBe(true);
        if (charge.stopsBecause === "CHOICE" && charge.kwh < 39) {
          expect(plan({ by: "ENERGY", kwh: charge.kwh + 1 }, of).costMinor! > minor).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("[E-4] the planned cost is the price of the session that follows it", () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 60 }), (of, minutes) => {
        const charge = plan({ by: "TIME", minutes }, of);
        fc.pre(charge.stopsBecause === "CHOICE");
        const start = of.start.toISOString();
        const end = new Date(of.start.getTime() + minutes * 60_000).toISOString();
        const periods = [
          { start, end, kwh: charge.kwh, kind: "CHARGING" as const, power_kw: of.powerKw },
        ];
        expect(
          priceSession({ tariff: of.tariff, timeZone: "Asia/Kolkata", start, end, periods })
            .inclMinor,
        ).toBe(charge.costMinor);
      }),
      { numRuns: 60 },
    );
  });
});
