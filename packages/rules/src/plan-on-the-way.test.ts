import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planCharge, type ChargeChoice, type PlanChargeInput } from "./plan-charge.ts";
import type { Tariff, TariffElement, TariffRestrictions } from "./tariff.ts";

const ZONE = "Asia/Kolkata";
const noon = new Date("2026-01-05T06:30:00Z");

type Part = [type: "ENERGY" | "TIME" | "FLAT", price: number, step?: number];
const element = (parts: Part[], restrictions?: TariffRestrictions): TariffElement => ({
  price_components: parts.map(([type, price, step_size = 1]) => ({
    type,
    price,
    vat: 18,
    step_size,
  })),
  restrictions: restrictions ?? null,
});
const tariff = (elements: TariffElement[], rest: Partial<Tariff> = {}): Tariff => ({
  country_code: "IN",
  party_id: "ABC",
  id: "T",
  currency: "INR",
  last_updated: "2026-01-01T00:00:00Z",
  elements,
  ...rest,
});
const plan = (choice: ChargeChoice, of: Tariff, rest: Partial<PlanChargeInput> = {}) =>
  planCharge({
    tariff: of,
    timeZone: ZONE,
    start: noon,
    powerKw: 30,
    vehicle: null,
    choice,
    ...rest,
  });

describe("[E-3] what ends a charge before the choice does", () => {
  const twenty = tariff([element([["ENERGY", 20]])]);
  test("the station closes", () => {
    const closesAt = new Date("2026-01-05T06:40:00Z");
    expect(plan({ by: "ENERGY", kwh: 10 }, twenty, { closesAt })).toMatchObject({
      minutes: 10,
      kwh: 5,
      costMinor: 11_800n,
      stopsBecause: "CLOSING_TIME",
    });
    expect(plan({ by: "ENERGY", kwh: 4 }, twenty, { closesAt }).stopsBecause).toBe("CHOICE");
    expect(plan({ by: "TIME", minutes: 10 }, twenty, { closesAt }).stopsBecause).toBe("CHOICE");
    expect(plan({ by: "MONEY", minor: 50_000n }, twenty, { closesAt })).toMatchObject({
      costMinor: 11_800n,
      stopsBecause: "CLOSING_TIME",
    });
    const shut = { closesAt: new Date("2026-01-05T06:00:00Z") };
    expect(plan({ by: "TIME", minutes: 10 }, twenty, shut)).toMatchObject({
      minutes: 0,
      stopsBecause: "CLOSING_TIME",
    });
  });

  test("[S-7] the first of battery, closing time and balance", () => {
    const all = {
      vehicle: { battery_capacity: 40, range: 300 },
      batteryStartPct: 80,
      closesAt: new Date("2026-01-05T06:44:00Z"),
    };
    const want: ChargeChoice = { by: "ENERGY", kwh: 20 };
    expect(plan(want, twenty, all).stopsBecause).toBe("CLOSING_TIME");
    expect(plan(want, twenty, { ...all, batteryStartPct: 90 }).stopsBecause).toBe("BATTERY_FULL");
    expect(plan(want, twenty, { ...all, balanceMinor: 5000n }).stopsBecause).toBe("BALANCE");
  });
});

describe("[E-4] price changes during a charge", () => {
  const turning = tariff([
    element([["ENERGY", 10]], { max_kwh: 5 }),
    element([["ENERGY", 30]], { start_time: "12:15", end_time: "12:30" }),
    element([["ENERGY", 20]]),
    element([["TIME", 60]], { min_duration: 2400 }),
  ]);
  test("each change with its cause, and the prices before and after", () => {
    const { priceChanges } = plan({ by: "TIME", minutes: 60 }, turning);
    expect(
      priceChanges.map(({ at, because, kwh, before, after }) => [
        at.slice(11, 16),
        because,
        kwh,
        before.perKwhMinor,
        after.perKwhMinor,
        after.perMinuteMinor,
      ]),
    ).toEqual([
      ["06:40", "ENERGY", 5, 1180n, 2360n, null],
      ["06:45", "CLOCK", 7.5, 2360n, 3540n, null],
      ["07:00", "CLOCK", 15, 3540n, 2360n, null],
      ["07:10", "DURATION", 20, 2360n, 2360n, 118n],
    ]);
  });
  test("a change after the end is not listed", () => {
    expect(plan({ by: "TIME", minutes: 10 }, turning).priceChanges).toEqual([]);
    expect(plan({ by: "ENERGY", kwh: 5 }, tariff([element([["ENERGY", 9]])])).priceChanges).toEqual(
      [],
    );
  });
  test("an amount that is exceeded on the way is not reached later when a coarse step ends", () => {
    // Blocks of 10 kWh at ₹10 until 12:30, then by the kWh: at 12:21 two blocks, ₹236, are owed;
    // at 12:30, 15 kWh cost ₹177 again.
    const blocks = tariff([
      element([["ENERGY", 10, 10_000]], { end_time: "12:30" }),
      element([["ENERGY", 10]]),
    ]);
    expect(plan({ by: "MONEY", minor: 20_000n }, blocks)).toMatchObject({
      costMinor: 11_800n,
      kwh: 10,
    });
    expect(plan({ by: "TIME", minutes: 31 }, blocks).costMinor).toBe(18_290n);
  });
});

const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const aroundNoon = fc.integer({ min: 11 * 60, max: 16 * 60 }).map(clockText);
const restrictions: fc.Arbitrary<TariffRestrictions> = fc
  .record(
    {
      start_time: aroundNoon,
      end_time: aroundNoon,
      min_kwh: fc.integer({ min: 1, max: 300 }).map((n) => n / 10),
      max_kwh: fc.integer({ min: 1, max: 300 }).map((n) => n / 10),
      min_duration: fc.integer({ min: 60, max: 7200 }),
      max_duration: fc.integer({ min: 60, max: 7200 }),
      max_power: fc.constantFrom(16, 50),
    },
    { requiredKeys: [] },
  )
  // A maximum below its minimum is refused.
  .filter((one) =>
    (["kwh", "duration"] as const).every(
      (name) => (one[`max_${name}`] ?? 1e9) >= (one[`min_${name}`] ?? 0),
    ),
  );
const rich = (steps: number[]) =>
  fc
    .array(
      fc.tuple(
        fc.array(
          fc.tuple(
            fc.constantFrom("ENERGY", "TIME", "FLAT"),
            fc.integer({ min: 1, max: 4000 }).map((n) => n / 100),
            fc.constantFrom(...steps),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        restrictions,
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((elements) =>
      tariff([
        ...elements.map(([parts, when]) => element(parts as Part[], when)),
        element([["ENERGY", 17.35, steps[0]]]),
      ]),
    );
const setting = (steps: number[]) =>
  fc.record({ of: rich(steps), powerKw: fc.integer({ min: 33, max: 2400 }).map((n) => n / 10) });

describe("[E-3] the inverse for a price with many pieces", () => {
  test("money: not exceeded at any second on the way, and exceeded one millisecond later", () => {
    fc.assert(
      fc.property(
        setting([1, 60, 100, 900, 5000]),
        fc.bigInt(0n, 90_000n),
        ({ of, powerKw }, minor) => {
          const rest = { powerKw };
          const cost = (ms: number) =>
            plan({ by: "TIME", minutes: ms / 60_000 }, of, rest).costMinor!;
          const charge = plan({ by: "MONEY", minor }, of, rest);
          const ms = Math.round(charge.minutes * 60_000);
          if (cost(0) > minor) {
            expect(charge).toMatchObject({ costMinor: 0n, kwh: 0 });
            return;
          }
          const seconds = Math.min(150, Math.floor(ms / 1000));
          for (let i = 0; i <= seconds; i++) {
            expect(cost(Math.floor((ms * i) / seconds || 0)) <= minor).toBe(true);
          }
          if (ms < 7 * 86_400_000) expect(cost(ms + 1) > minor).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("more money never plans a shorter charge", () => {
    fc.assert(
      fc.property(
        setting([1, 900, 5000]),
        fc.bigInt(0n, 90_000n),
        fc.bigInt(0n, 5_000n),
        ({ of, powerKw }, minor, more) => {
          const less = plan({ by: "MONEY", minor }, of, { powerKw });
          const charge = plan({ by: "MONEY", minor: minor + more }, of, { powerKw });
          expect(charge.minutes).toBeGreaterThanOrEqual(less.minutes);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("time that ends at an energy is not a step longer in a shorter charge", () => {
    const of = tariff([element([["TIME", 9, 900]], { max_kwh: 15 }), element([["ENERGY", 0.01]])]);
    // 4 kW: 15 kWh after 225 min, which is exactly 15 steps.
    const costs = [];
    for (let ms = 0; ms < 1000; ms++) {
      costs.push(plan({ by: "TIME", minutes: 270 + ms / 60_000 }, of, { powerKw: 4 }).costMinor);
    }
    expect(new Set(costs)).toEqual(new Set([4004n]));
  });

  test("choice, price, choice: the same within one step, one second, 10 Wh, unless two durations cost the same", () => {
    fc.assert(
      fc.property(
        setting([1]),
        fc.integer({ min: 1, max: 60_000 }),
        ({ of, powerKw }, wattHours) => {
          const rest = { powerKw };
          const charge = plan({ by: "ENERGY", kwh: wattHours / 1000 }, of, rest);
          const back = plan({ by: "MONEY", minor: charge.costMinor! }, of, rest);
          // The rounded cost may be below the exact one, which the money must cover: the charge ends one Wh earlier, for
          // 4.72 paise less at most.
          const less = charge.costMinor! - back.costMinor!;
          expect(less >= 0n && less <= 5n).toBe(true);
          expect(back.kwh).toBeGreaterThanOrEqual(charge.kwh - 0.01);
          expect((back.minutes - charge.minutes) * 60).toBeGreaterThanOrEqual(-1);
          if (back.kwh > charge.kwh + 0.01 || (back.minutes - charge.minutes) * 60 > 1) {
            // A span that costs nothing more: the longest charge for the money is the answer.
            const further = (charge.minutes + back.minutes) / 2;
            const between = plan({ by: "TIME", minutes: further }, of, rest).costMinor!;
            expect(between - charge.costMinor! <= 0n).toBe(true);
          }
          const byTime = plan({ by: "TIME", minutes: charge.minutes }, of, rest);
          expect(Math.abs(byTime.kwh - charge.kwh)).toBeLessThanOrEqual(0.01);
          const paise = byTime.costMinor! - charge.costMinor!;
          // Whole milliseconds may take one Wh or one second more or less: 4.72 and 1.31 paise at most.
          expect(paise >= -7n && paise <= 7n).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
