import type { PriceComponent, Tariff, TariffRestrictions } from "@voltmarg/ocpi";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Charge, priceCharge } from "./price.ts";

/** Pieces of one charge in a row: how long, how much, at which power. */
type Part = { minutes: number; wattHours?: number; watts?: number; parked?: true };

/** `local` is the wall clock at the station, Monday 5 January 2026 unless a date is given. */
function charge(local: string, ...parts: Part[]): Charge {
  const startsAt = Date.parse(`${local.includes("T") ? local : `2026-01-05T${local}`}:00Z`);
  const seconds = parts.reduce((sum, { minutes }) => sum + minutes * 60, 0);
  const partAt = (second: number) => {
    let begin = 0;
    let wattHours = 0;
    for (const part of parts) {
      const length = part.minutes * 60;
      if (second < begin + length) return { part, begin, wattHours };
      begin += length;
      wattHours += part.wattHours ?? 0;
    }
    return { part: undefined, begin, wattHours };
  };
  return {
    startsAt,
    seconds,
    chargingSeconds: parts
      .filter(({ parked }) => !parked)
      .reduce((sum, { minutes }) => sum + minutes * 60, 0),
    reading: (second) => {
      const { part, begin, wattHours } = partAt(second);
      return (
        wattHours +
        Math.floor(((part?.wattHours ?? 0) * (second - begin)) / ((part?.minutes ?? 1) * 60))
      );
    },
    watts: (second) => partAt(second).part?.watts ?? 0,
    volts: 230,
    offsetMinutes: 0,
  };
}

const part = (type: string, price: number, vat?: number, step_size = 1): PriceComponent => ({
  type,
  price,
  step_size,
  ...(vat !== undefined && { vat }),
});
type Element = readonly [components: PriceComponent[], restrictions?: TariffRestrictions];
const tariff = (elements: readonly Element[], limits: Partial<Tariff> = {}): Tariff => ({
  country_code: "IN",
  party_id: "URJ",
  id: "T",
  currency: "INR",
  elements: elements.map(([price_components, restrictions]) => ({
    price_components,
    ...(restrictions && { restrictions }),
  })),
  last_updated: "2026-01-01T00:00:00Z",
  ...limits,
});
const total = (...input: Parameters<typeof priceCharge>) => {
  const { excl_vat, incl_vat } = priceCharge(...input).total;
  return [excl_vat, incl_vat];
};

// Values of the worked examples of OCPI 2.2.1 mod_tariffs and mod_cdrs.
describe("the totals the standard works out", () => {
  const energy = part("ENERGY", 0.25, 10);
  const start = part("FLAT", 0.5, 20);

  test("energy, alone and with a start fee", () => {
    const twenty = charge("10:00", { minutes: 60, wattHours: 20_000 });
    expect(total(tariff([[[energy]]]), twenty)).toEqual([5, 5.5]);
    expect(total(tariff([[[start, energy]]]), twenty)).toEqual([5.5, 6.1]);
  });
  test("half a paisa goes up: 5.625 and 6.2375", () => {
    expect(
      total(
        tariff([[[start, { ...energy, step_size: 500 }]]]),
        charge("10:00", { minutes: 60, wattHours: 20_450 }),
      ),
    ).toEqual([5.63, 6.24]);
  });
  test("maximum and minimum, net and gross each on its own", () => {
    const capped = tariff([[[start, energy]]], { max_price: { excl_vat: 10, incl_vat: 11 } });
    expect(total(capped, charge("10:00", { minutes: 60, wattHours: 50_000 }))).toEqual([10, 11]);
    expect(total(capped, charge("10:00", { minutes: 60, wattHours: 30_000 }))).toEqual([8, 8.85]);
    const least = tariff([[[energy]]], { min_price: { excl_vat: 0.5, incl_vat: 0.55 } });
    expect(total(least, charge("10:00", { minutes: 60, wattHours: 1900 }))).toEqual([0.5, 0.55]);
  });
  test("time, and parking rounded up after it", () => {
    expect(total(tariff([[[part("TIME", 2, 10, 60)]]]), charge("10:00", { minutes: 150 }))).toEqual(
      [5, 5.5],
    );
    const parking = tariff([[[part("TIME", 3, 10, 60), part("PARKING_TIME", 5, 20, 300)]]]);
    expect(
      total(parking, charge("10:00", { minutes: 150 }, { minutes: 42, parked: true })),
    ).toEqual([11.25, 12.75]);
  });
  test("current, weekday and time of day together", () => {
    const workdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"];
    const complex = tariff([
      [[part("FLAT", 2.5, 15)]],
      [[part("TIME", 1, 20, 900)], { max_current: 32 }],
      [[part("TIME", 2, 20, 600)], { min_current: 32, day_of_week: workdays }],
      [[part("TIME", 1.25, 20, 600)], { min_current: 32, day_of_week: ["SATURDAY", "SUNDAY"] }],
      [
        [part("PARKING_TIME", 5, 10, 300)],
        { start_time: "09:00", end_time: "18:00", day_of_week: workdays },
      ],
      [
        [part("PARKING_TIME", 6, 10, 300)],
        { start_time: "10:00", end_time: "17:00", day_of_week: ["SATURDAY"] },
      ],
    ]);
    const monday = charge(
      "09:30",
      { minutes: 165, watts: 16 * 230 },
      { minutes: 42, parked: true },
    );
    expect(total(complex, monday)).toEqual([9, 10.3]);
    // The standard prints 12.28, with 114 minutes at 1.25 an hour taken for 2.28: they are 2.375.
    const saturday = charge(
      "2026-01-10T13:30",
      { minutes: 114, watts: 43 * 230 },
      { minutes: 71, parked: true },
    );
    expect(total(complex, saturday)).toEqual([12.38, 13.98]);
  });
  test("elements that follow each other through the day", () => {
    const day = tariff([
      [
        [part("TIME", 1.2, undefined, 1800), part("PARKING_TIME", 1, undefined, 900)],
        { start_time: "00:00", end_time: "17:00" },
      ],
      [
        [part("TIME", 2.4, undefined, 900), part("PARKING_TIME", 1, undefined, 900)],
        { start_time: "17:00", end_time: "20:00" },
      ],
      [[part("TIME", 2.4, undefined, 900)], { start_time: "20:00", end_time: "00:00" }],
    ]);
    expect(total(day, charge("16:55", { minutes: 10 }, { minutes: 2, parked: true }))).toEqual([
      0.55, 0.55,
    ]);
    expect(total(day, charge("16:35", { minutes: 35 }))).toEqual([1.3, 1.3]);
    expect(total(day, charge("19:40", { minutes: 12 }, { minutes: 20, parked: true }))).toEqual([
      0.73, 0.73,
    ]);
  });
  test("power: below 16 kW, below 32 kW, above", () => {
    const power = tariff([
      [[part("ENERGY", 0.2, 20)], { max_power: 16 }],
      [[part("ENERGY", 0.35, 20)], { max_power: 32 }],
      [[part("ENERGY", 0.5, 20)]],
    ]);
    const parts = [
      { minutes: 10, wattHours: 1000, watts: 6000 },
      { minutes: 50, wattHours: 40_000, watts: 48_000 },
      { minutes: 7.5, wattHours: 500, watts: 4000 },
    ];
    expect(total(power, charge("10:00", ...parts))).toEqual([20.3, 24.36]);
  });
  test("duration: the first half hour is free", () => {
    const duration = tariff([
      [[part("ENERGY", 0, 20)], { max_duration: 1800 }],
      [[part("ENERGY", 0.25, 20)], { max_duration: 3600 }],
      [[part("ENERGY", 0.4, 20)]],
    ]);
    expect(
      total(
        duration,
        charge("10:00", { minutes: 30, wattHours: 5000 }, { minutes: 10, wattHours: 1200 }),
      ),
    ).toEqual([0.3, 0.36]);
  });
  test("step_size: once, on the total, by the component used last", () => {
    const steps = (size: number) => tariff([[[part("ENERGY", 0.25, undefined, size)]]]);
    const few = (wattHours: number) => charge("10:00", { minutes: 10, wattHours });
    expect(total(steps(500), few(1))).toEqual([0.13, 0.13]);
    expect(total(steps(500), few(500))).toEqual([0.13, 0.13]);
    expect(total(steps(500), few(501))).toEqual([0.25, 0.25]);
    const turns = tariff([
      [[part("ENERGY", 0.2, undefined, 500)], { end_time: "17:00" }],
      [[part("ENERGY", 0.27, undefined, 500)]],
    ]);
    expect(
      total(
        turns,
        charge("16:00", { minutes: 60, wattHours: 4300 }, { minutes: 30, wattHours: 1100 }),
      ),
    ).toEqual([1.18, 1.18]);
    const hours = tariff([
      [[part("TIME", 5, undefined, 600)], { end_time: "17:00" }],
      [[part("TIME", 7, undefined, 600)]],
    ]);
    expect(total(hours, charge("16:54", { minutes: 28 }))).toEqual([3.3, 3.3]);
    const both = tariff([
      [[part("TIME", 1, undefined, 600), part("PARKING_TIME", 2, undefined, 600)]],
    ]);
    expect(total(both, charge("10:00", { minutes: 21 }, { minutes: 16, parked: true }))).toEqual([
      1.02, 1.02,
    ]);
  });
});

describe("the walk through a charge", () => {
  test("a second is cut where a threshold of energy is crossed", () => {
    const tiers = tariff([[[part("ENERGY", 10)], { max_kwh: 0.01 }], [[part("ENERGY", 20)]]]);
    // 15 Wh a second: the tenth watt-hour comes two thirds into the first second.
    const { total: sum, stretches } = priceCharge(
      tiers,
      charge("10:00", { minutes: 1, wattHours: 900 }),
    );
    expect(sum.excl_vat).toBe(17.9);
    expect(stretches).toHaveLength(2);
    expect(stretches[0]).toMatchObject({ to: { n: 2n, d: 3n }, wattHours: { n: 10n, d: 1n } });
    expect(stretches[1]).toMatchObject({ from: { n: 2n, d: 3n }, wattHours: { n: 890n, d: 1n } });
  });
  test("the night over midnight, in the time of the place", () => {
    const night = tariff([[[part("ENERGY", 1)], { start_time: "22:00", end_time: "06:00" }]]);
    const eight = { ...charge("16:25", { minutes: 10, wattHours: 10_000 }), offsetMinutes: 330 };
    expect(total(night, eight)).toEqual([5, 5]);
    expect(total(night, { ...eight, offsetMinutes: 0 })).toEqual([0, 0]);
    expect(total(night, charge("05:55", { minutes: 10, wattHours: 10_000 }))).toEqual([5, 5]);
  });
  test("00:00 as an end is the end of the day", () => {
    for (const restrictions of [
      { end_time: "00:00" },
      { start_time: "00:00", end_time: "00:00" },
    ]) {
      const day = tariff([[[part("ENERGY", 1)], restrictions]]);
      expect(total(day, charge("10:00", { minutes: 10, wattHours: 10_000 }))).toEqual([10, 10]);
    }
  });
  test("start_date is included, end_date is not; a reservation price does not apply", () => {
    const dated = (restrictions: TariffRestrictions) =>
      total(tariff([[[part("FLAT", 7)], restrictions]]), charge("10:00", { minutes: 1 }))[0];
    expect(dated({ start_date: "2026-01-05" })).toBe(7);
    expect(dated({ start_date: "2026-01-06" })).toBe(0);
    expect(dated({ end_date: "2026-01-06" })).toBe(7);
    expect(dated({ end_date: "2026-01-05" })).toBe(0);
    expect(dated({ reservation: "RESERVATION" })).toBe(0);
  });
  test("stretches fill the charge without a gap and hold all its energy; parts make the total", () => {
    const rich = tariff([
      [[part("FLAT", 20, 18)]],
      [[part("ENERGY", 18, 18)], { max_kwh: 5 }],
      [[part("ENERGY", 22, 18)], { start_time: "10:10", end_time: "10:40" }],
      [[part("ENERGY", 15, 18), part("PARKING_TIME", 60, 18)]],
      [[part("TIME", 90, 18)], { min_duration: 1200 }],
    ]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 0, max: 40 }),
        (minutes, wattHours, parked) => {
          const input = charge(
            "10:00",
            { minutes, wattHours },
            ...(parked > 0 ? [{ minutes: parked, parked: true as const }] : []),
          );
          const { stretches, total: sum, fixed, energy, time, parking } = priceCharge(rich, input);
          expect(stretches[0]!.from).toEqual({ n: 0n, d: 1n });
          expect(stretches.at(-1)!.to).toEqual({ n: BigInt(input.seconds), d: 1n });
          stretches
            .slice(1)
            .forEach(({ from }, index) => expect(from).toEqual(stretches[index]!.to));
          const held = stretches.reduce(
            (kept, { wattHours: { n, d } }) => kept + Number(n) / Number(d),
            0,
          );
          expect(held).toBeCloseTo(wattHours, 6);
          const parts = fixed.excl_vat + energy.excl_vat + time.excl_vat + parking.excl_vat;
          expect(Math.abs(parts - sum.excl_vat)).toBeLessThanOrEqual(0.0201);
        },
      ),
      { numRuns: 25 },
    );
  });
});
