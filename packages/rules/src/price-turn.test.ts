import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { priceSession } from "./price-session.ts";
import { priceTurn } from "./price-turn.ts";
import type { PriceComponent, Tariff, TariffElement, TariffRestrictions } from "./tariff.ts";

const ZONE = "Asia/Kolkata";
/** Monday 5 January 2026 in India. */
const monday = (time: string) => new Date(`2026-01-05T${time}:00+05:30`);
const component = (type: PriceComponent["type"], price: number): PriceComponent => ({
  type,
  price,
  vat: 18,
  step_size: 1,
});
const energy = (price: number, restrictions?: TariffRestrictions): TariffElement => ({
  price_components: [component("ENERGY", price)],
  restrictions: restrictions ?? null,
});
const tariff = (elements: TariffElement[], more: Partial<Tariff> = {}): Tariff => ({
  country_code: "IN",
  party_id: "ABC",
  id: "T",
  currency: "INR",
  last_updated: "2026-01-01T00:00:00Z",
  elements,
  ...more,
});
const SOLAR = { start_time: "09:00", end_time: "17:00" };
const solar = tariff([energy(14, SOLAR), energy(18)]);

describe("[E-5] the next turn of a price", () => {
  test("says how much less or more, with GST, and when; only the next one", () => {
    expect(priceTurn(solar, ZONE, monday("07:30"))).toEqual({
      at: "2026-01-05T03:30:00.000Z",
      unit: "KWH",
      differenceMinor: -472n,
    });
    expect(priceTurn(solar, ZONE, monday("09:00"))).toEqual({
      at: "2026-01-05T11:30:00.000Z",
      unit: "KWH",
      differenceMinor: 472n,
    });
    expect(priceTurn(solar, ZONE, monday("08:59"))?.at).toBe("2026-01-05T03:30:00.000Z");
  });

  test("eight hours ahead, over midnight, in the station's own zone", () => {
    expect(priceTurn(solar, ZONE, monday("01:00"))?.at).toBe("2026-01-05T03:30:00.000Z");
    expect(priceTurn(solar, ZONE, monday("00:59"))).toBeNull();
    expect(priceTurn(solar, "Asia/Dubai", monday("02:30"))?.at).toBe("2026-01-05T05:00:00.000Z");
    const night = tariff([energy(9, { start_time: "00:00", end_time: "06:00" }), energy(18)]);
    expect(priceTurn(night, ZONE, monday("20:00"))?.at).toBe("2026-01-05T18:30:00.000Z");
  });

  test("on some days of the week, and from or until a date", () => {
    const weekend = tariff([energy(10, { ...SOLAR, day_of_week: ["SATURDAY"] }), energy(18)]);
    expect(priceTurn(weekend, ZONE, monday("07:00"))).toBeNull();
    const saturday = new Date("2026-01-10T07:00:00+05:30");
    expect(priceTurn(weekend, ZONE, saturday)?.differenceMinor).toBe(-944n);
    const tuesday = tariff([energy(10, { day_of_week: ["TUESDAY"] }), energy(18)]);
    expect(priceTurn(tuesday, ZONE, monday("17:00"))?.at).toBe("2026-01-05T18:30:00.000Z");
    const past = tariff([
      energy(10, { ...SOLAR, start_date: "2024-01-01", end_date: "2025-01-01" }),
      energy(18),
    ]);
    expect(priceTurn(past, ZONE, monday("08:00"))).toBeNull();
  });

  test("equal prices of different elements say nothing, neither does an empty window", () => {
    expect(priceTurn(tariff([energy(18, SOLAR), energy(18)]), ZONE, monday("08:00"))).toBeNull();
    const empty = { start_time: "09:00", end_time: "09:00" };
    expect(priceTurn(tariff([energy(1, empty), energy(18)]), ZONE, monday("08:00"))).toBeNull();
    const wholeDay = { start_time: "00:00", end_time: "24:00" };
    expect(priceTurn(tariff([energy(1, wholeDay)]), ZONE, monday("20:00"))).toBeNull();
  });

  test("what depends on energy, duration or power is no turn by the clock", () => {
    for (const more of [{ max_kwh: 5 }, { min_duration: 600 }, { min_power: 50 }]) {
      const t = tariff([energy(14, { ...SOLAR, ...more }), energy(18)]);
      expect(priceTurn(t, ZONE, monday("08:00")), JSON.stringify(more)).toBeNull();
    }
    const always = tariff([energy(14, { ...SOLAR, min_kwh: 0, min_duration: 0 }), energy(18)]);
    expect(priceTurn(always, ZONE, monday("08:00"))?.differenceMinor).toBe(-472n);
  });

  test("two prices that turn at once, a start fee and a price that ends are not said by one figure", () => {
    const both: TariffElement = {
      price_components: [component("ENERGY", 14), component("TIME", 60)],
      restrictions: SOLAR,
    };
    const base = [component("ENERGY", 18), component("TIME", 30), component("FLAT", 10)];
    const usual: TariffElement = { price_components: base };
    expect(priceTurn(tariff([both, usual]), ZONE, monday("08:00"))).toBeNull();
    const fee: TariffElement = { price_components: [component("FLAT", 5)], restrictions: SOLAR };
    expect(priceTurn(tariff([fee, usual]), ZONE, monday("08:00"))).toBeNull();
    expect(priceTurn(tariff([energy(14, SOLAR)]), ZONE, monday("15:00"))).toBeNull();
    expect(priceTurn(tariff([energy(14, SOLAR)]), ZONE, monday("08:00"))).toBeNull();
    const time: TariffElement = { price_components: [component("TIME", 90)], restrictions: SOLAR };
    expect(priceTurn(tariff([time, usual]), ZONE, monday("08:00"))).toEqual({
      at: "2026-01-05T03:30:00.000Z",
      unit: "MINUTE",
      differenceMinor: 118n,
    });
  });

  test("none of a tariff that is not valid then", () => {
    const ends = { ...solar, end_date_time: "2026-01-05T03:30:00Z" };
    expect(priceTurn(ends, ZONE, monday("08:00"))).toBeNull();
    const begins = { ...solar, start_date_time: "2026-01-05T03:00:00Z" };
    expect(priceTurn(begins, ZONE, monday("08:00"))).toBeNull();
  });
});

const MINUTE = 60_000;
/** A clock time, 24:00 and equal ends included. */
const time = fc
  .integer({ min: 0, max: 96 })
  .map((n) => `${String(n >> 2).padStart(2, "0")}:${String((n % 4) * 15).padStart(2, "0")}`);
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined, freq: 2 });
const clockOnly = fc.record({
  start_time: maybe(time.filter((t) => t !== "24:00")),
  end_time: maybe(time),
  start_date: maybe(fc.constantFrom("2020-01-01", "2026-03-29", "2026-03-30")),
  end_date: maybe(fc.constantFrom("2021-01-01", "2026-03-29", "2026-03-30", "2030-01-01")),
  day_of_week: maybe(fc.subarray(["SATURDAY", "SUNDAY", "MONDAY"] as const, { minLength: 1 })),
});
const hostile = fc
  .tuple(
    clockOnly,
    fc.record({
      min_kwh: maybe(fc.constantFrom(0, 0.3, 20)),
      max_kwh: maybe(fc.constantFrom(20, 30)),
      min_duration: maybe(fc.constantFrom(0, 20)),
      max_duration: maybe(fc.constantFrom(30, 600)),
      min_power: maybe(fc.constantFrom(10, 65)),
      max_power: maybe(fc.constantFrom(65, 80)),
      min_current: maybe(fc.constant(16)),
    }),
    fc.boolean(),
  )
  .map(([clock, more, only]) => (only ? clock : Object.assign({}, clock, more)));
// Whole paise with 18 %, for a kWh and for a minute: the sum of a charge is not rounded.
const half = fc.integer({ min: 0, max: 6 }).map((n) => n / 2);
const anyComponent = fc
  .tuple(fc.constantFrom("ENERGY", "ENERGY", "TIME", "FLAT", "PARKING_TIME"), half)
  .map(([type, price]) => component(type, type.includes("TIME") ? price * 60 : price));
const elementOf = (restrictions: fc.Arbitrary<object>) =>
  fc
    .tuple(fc.array(anyComponent, { minLength: 1, maxLength: 2 }), restrictions)
    .map(([price_components, r]): TariffElement => ({ price_components, restrictions: r }));
const zone = fc.constantFrom(ZONE, "Europe/Berlin", "America/St_Johns");
/** Around the night in which clocks change in Europe. */
const start = fc
  .integer({ min: 0, max: 48 * 60 })
  .map((n) => Date.UTC(2026, 2, 28, 12) + n * MINUTE);

/** Paise of a charge of one kWh in the minute from `at`. */
function costOf(t: Tariff, timeZone: string, at: number): bigint {
  const [from, end] = [at, at + MINUTE].map((ms) => new Date(ms).toISOString()) as [string, string];
  const period = { start: from, end, kwh: 1, kind: "CHARGING" as const };
  return priceSession({ tariff: t, timeZone, start: from, end, periods: [period] }).inclMinor;
}

describe("[E-5] against the price engine", () => {
  test("charges before and after the turn differ by exactly what is said", () => {
    let said = 0;
    fc.assert(
      fc.property(
        fc.array(elementOf(hostile), { minLength: 1, maxLength: 6 }),
        zone,
        start,
        (elements, timeZone, now) => {
          const t = tariff([...elements, energy(3)]);
          const turn = priceTurn(t, timeZone, new Date(now));
          if (!turn) return;
          said += 1;
          const at = Date.parse(turn.at);
          expect(at > now && at <= now + 480 * MINUTE).toBe(true);
          const cost = costOf(t, timeZone, now);
          for (let minute = now; minute < at; minute += 7 * MINUTE)
            expect(costOf(t, timeZone, minute)).toBe(cost);
          expect(costOf(t, timeZone, at - MINUTE)).toBe(cost);
          expect(costOf(t, timeZone, at) - cost).toBe(turn.differenceMinor);
        },
      ),
      { numRuns: 1500 },
    );
    expect(said).toBeGreaterThan(50);
  });

  test("where only the price of energy changes, no change by the clock is missed", () => {
    const one = fc.tuple(half, clockOnly).map(([price, r]) => energy(price, r));
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 96 }),
        zone,
        start,
        (elements, timeZone, now) => {
          const t = tariff([...elements, energy(3)]);
          const cost = costOf(t, timeZone, now);
          let first: string | null = null;
          for (let minute = 1; minute <= 480 && first === null; minute++) {
            const at = now + minute * MINUTE;
            if (costOf(t, timeZone, at) !== cost) first = new Date(at).toISOString();
          }
          expect(priceTurn(t, timeZone, new Date(now))?.at ?? null).toBe(first);
        },
      ),
      { numRuns: 40 },
    );
  });
});
