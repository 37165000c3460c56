import type { PriceComponent, Tariff, TariffRestrictions } from "@voltmarg/ocpi";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fraction } from "./fraction.ts";
import { priceCharge } from "./price.ts";
import type { Charge, Part } from "./split-charge.ts";

/** Consecutive segments of one charge: duration, energy, power. */
type Piece = { minutes: number; wattHours?: number; watts?: number; parked?: true };

/** `local` is the wall clock in London, Monday 5 January 2026 unless a date is given. */
function charge(local: string, ...pieces: Piece[]): Charge {
  let from = 0;
  const parts = pieces.map(({ minutes, wattHours = 0, watts = 0, parked }): Part => {
    const seconds = minutes * 60;
    const kilowatts = fraction(watts, 1000);
    const amperes = fraction(watts, 230);
    from += seconds;
    return {
      kind: parked ? "PARKING" : "CHARGING",
      from: from - seconds,
      seconds,
      unitsPerWattHour: 1,
      reading: (second) => Math.floor((wattHours * second) / seconds),
      kilowatts: () => kilowatts,
      amperes: () => amperes,
    };
  });
  const startsAt = Date.parse(`${local.includes("T") ? local : `2026-01-05T${local}`}:00Z`);
  return { startsAt, timeZone: "Europe/London", parts };
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
describe("the totals of the standard's worked examples", () => {
  const energy = part("ENERGY", 0.25, 10);
  const start = part("FLAT", 0.5, 20);

  test("energy, alone and with a start fee", () => {
    const twenty = charge("10:00", { minutes: 60, wattHours: 20_000 });
    expect(total(tariff([[[energy]]]), twenty)).toEqual([5, 5.5]);
    expect(total(tariff([[[start, energy]]]), twenty)).toEqual([5.5, 6.1]);
  });
  test("half a paisa is rounded up: 5.625 and 6.2375", () => {
    expect(
      total(
        tariff([[[start, { ...energy, step_size: 500 }]]]),
        charge("10:00", { minutes: 60, wattHours: 20_450 }),
      ),
    ).toEqual([5.63, 6.24]);
  });
  test("maximum and minimum apply to net and gross separately", () => {
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
    // The standard prints 12.28, because it takes 114 minutes at 1.25 an hour as 2.28: they are 2.375.
    const saturday = charge(
      "2026-01-10T13:30",
      { minutes: 114, watts: 43 * 230 },
      { minutes: 71, parked: true },
    );
    expect(total(complex, saturday)).toEqual([12.38, 13.98]);
  });
  test("elements that apply one after another during the day", () => {
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

describe("the rest of the standard", () => {
  const reserved = (parts: Piece[], expired = false): Charge => {
    const { parts: all, ...rest } = charge("10:00", ...parts);
    const [first, ...others] = all;
    return {
      ...rest,
      parts: [{ ...first!, kind: "RESERVATION" }, ...others],
      reservationExpired: expired,
    };
  };
  const energy = part("ENERGY", 0.25, 10);
  const start = part("FLAT", 0.5, 20);
  const twenty = { minutes: 60, wattHours: 20_000 };

  test("a reservation has its own prices and is rounded on its own", () => {
    const hourly = tariff([
      [[part("FLAT", 2, 20), part("TIME", 5, 20, 300)], { reservation: "RESERVATION" }],
      [[start, energy]],
    ]);
    expect(total(hourly, reserved([{ minutes: 13 }, twenty]))).toEqual([8.75, 10]);
  });
  test("an expired reservation replaces the price of each dimension it has", () => {
    const fee = tariff([
      [[part("FLAT", 4, 20)], { reservation: "RESERVATION_EXPIRES" }],
      [[part("TIME", 2, 20, 600)], { reservation: "RESERVATION" }],
      [[start, energy]],
    ]);
    expect(total(fee, reserved([{ minutes: 22 }, twenty]))).toEqual([6.5, 7.3]);
    expect(total(fee, reserved([{ minutes: 60 }], true))).toEqual([6, 7.2]);
    const time = tariff([
      [[part("TIME", 6, 20, 600)], { reservation: "RESERVATION_EXPIRES" }],
      [[part("TIME", 3, 20, 600)], { reservation: "RESERVATION" }],
    ]);
    expect(total(time, reserved([{ minutes: 90 }], true))).toEqual([9, 10.8]);
  });
  test("duration counts from the charge, not from its reservation", () => {
    const early = tariff([[[part("ENERGY", 1)], { max_duration: 1800 }]]);
    expect(total(early, reserved([{ minutes: 60 }, twenty]))).toEqual([10, 10]);
  });
  test("charging that resumes after parking is what step_size rounds", () => {
    const both = tariff([
      [[part("TIME", 6, undefined, 600), part("PARKING_TIME", 12, undefined, 600)]],
    ]);
    const resumed = charge("10:00", { minutes: 7 }, { minutes: 3, parked: true }, { minutes: 7 });
    // 14 minutes of charging become 20, 3 minutes of parking stay 3.
    expect(total(both, resumed)).toEqual([2.6, 2.6]);
  });
  test("clock changes: an hour that occurs twice, an hour that does not occur", () => {
    const night = tariff([[[part("TIME", 1)], { start_time: "02:00", end_time: "03:00" }]]);
    const berlin = (at: string) => ({
      ...charge(at, { minutes: 360 }),
      timeZone: "Europe/Berlin",
    });
    expect(total(night, berlin("2026-10-24T22:00"))).toEqual([2, 2]);
    expect(total(night, berlin("2026-03-28T23:00"))).toEqual([0, 0]);
  });
  test("a window that ends when it starts never holds", () => {
    const never = tariff([
      [[part("ENERGY", 9)], { start_time: "10:00", end_time: "10:00" }],
      [[part("ENERGY", 1)]],
    ]);
    expect(total(never, charge("09:30", twenty))).toEqual([20, 20]);
  });
  test("a tariff outside its dates is refused", () => {
    const ten = charge("10:00", twenty);
    const dated = (dates: Partial<Tariff>) => () => priceCharge(tariff([[[energy]]], dates), ten);
    expect(dated({ start_date_time: "2026-01-05T10:00:01Z" })).toThrow("not valid");
    expect(dated({ end_date_time: "2026-01-05T10:00:00Z" })).toThrow("not valid");
    expect(
      dated({ start_date_time: "2026-01-05T10:00:00Z", end_date_time: "2026-01-05T10:00:01Z" }),
    ).not.toThrow();
  });
  test("a limit that names only its net carries the charge's VAT", () => {
    const least = tariff([[[part("ENERGY", 10, 18)]]], { min_price: { excl_vat: 50 } });
    expect(total(least, charge("10:00", { minutes: 30, wattHours: 1000 }))).toEqual([50, 59]);
    expect(total(least, charge("10:00", { minutes: 30 }))).toEqual([50, 50]);
    const most = tariff([[[part("ENERGY", 10, 18)]]], { max_price: { excl_vat: 50 } });
    expect(total(most, charge("10:00", twenty))).toEqual([50, 59]);
  });
  test("unknown power and current meet no restriction", () => {
    const watched = tariff([[[part("ENERGY", 1)], { max_current: 32 }], [[part("ENERGY", 3)]]]);
    const { parts, ...rest } = charge("10:00", twenty);
    const unknown = { ...rest, parts: [{ ...parts[0]!, amperes: () => null }] };
    expect(total(watched, unknown)).toEqual([60, 60]);
  });
  test("a charge of zero seconds takes its energy at once and owes its fee", () => {
    const tiers = tariff([
      [[start, part("ENERGY", 1)], { max_kwh: 5 }],
      [[part("ENERGY", 3), part("TIME", 60)]],
    ]);
    const sudden: Charge = {
      ...charge("10:00"),
      parts: [{ ...charge("10:00", twenty).parts[0]!, seconds: 0, reading: (n) => n * 20_000 }],
    };
    expect(total(tiers, sudden)).toEqual([50.5, 50.6]);
  });
});

describe("splitting a charge", () => {
  test("a second is cut where an energy threshold is crossed", () => {
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
  test("a night window over midnight, in the location's time zone", () => {
    const night = tariff([[[part("ENERGY", 1)], { start_time: "22:00", end_time: "06:00" }]]);
    const eight = {
      ...charge("16:25", { minutes: 10, wattHours: 10_000 }),
      timeZone: "Asia/Kolkata",
    };
    expect(total(night, eight)).toEqual([5, 5]);
    expect(total(night, { ...eight, timeZone: "Europe/London" })).toEqual([0, 0]);
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
  test("segments fill the charge without a gap and contain all its energy; the parts add up to the total", () => {
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
          expect(stretches.at(-1)!.to).toEqual(fraction((minutes + parked) * 60));
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
