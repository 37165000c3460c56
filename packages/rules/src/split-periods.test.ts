import { describe, expect, test } from "vitest";
import { priceSession, type ChargingPeriodInput } from "./price-session.ts";
import type { PriceComponent, Tariff, TariffElement, TariffRestrictions } from "./tariff.ts";

// 13:00 in India.
const START = Date.parse("2026-11-20T07:30:00.000Z");
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

const tariffOf = (...elements: TariffElement[]): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  elements,
  last_updated: "2026-01-01T00:00:00Z",
});
const element = (
  type: PriceComponent["type"],
  price: number,
  restrictions: TariffRestrictions | null = null,
): TariffElement => ({ price_components: [{ type, price, step_size: 1 }], restrictions });
const period = (
  from: number,
  until: number,
  kwh: number,
  kind: ChargingPeriodInput["kind"] = "CHARGING",
): ChargingPeriodInput => ({ start: at(from), end: at(until), kwh, kind });

/** The billed items: dimension, quantity, and minutes since the start. */
function billed(tariff: Tariff, periods: ChargingPeriodInput[]) {
  const [first, last] = [periods[0]!, periods.at(-1)!];
  const { lines } = priceSession({
    tariff,
    timeZone: "Asia/Kolkata",
    start: first.start,
    end: last.end,
    periods,
  });
  const minutes = (instant: string) => (Date.parse(instant) - START) / 60_000;
  return lines.map(({ dimension, elementIndex, quantity, from, until }) => [
    `${dimension} ${elementIndex}`,
    quantity,
    minutes(from),
    minutes(until),
  ]);
}

describe("[E-4] where a period is cut", () => {
  test("an energy threshold counts what earlier periods took", () => {
    const tariff = tariffOf(
      element("ENERGY", 10, { max_kwh: 8 }),
      element("ENERGY", 20, { min_kwh: 8 }),
    );
    expect(billed(tariff, [period(0, 10, 5), period(10, 30, 20)])).toEqual([
      ["ENERGY 0", "8", 0, 13],
      ["ENERGY 1", "17", 13, 30],
    ]);
  });

  test("by energy, duration and clock within one period, whichever comes first", () => {
    // 13:30 by the clock is minute 30; 3 of 12 kWh are minute 15; minute 45 is a duration.
    const tariff = tariffOf(
      element("ENERGY", 1, { max_kwh: 3 }),
      element("ENERGY", 2, { end_time: "13:30" }),
      element("ENERGY", 3, { max_duration: 2_700 }),
      element("ENERGY", 4),
    );
    expect(billed(tariff, [period(0, 60, 12)])).toEqual([
      ["ENERGY 0", "3", 0, 15],
      ["ENERGY 1", "3", 15, 30],
      ["ENERGY 2", "3", 30, 45],
      ["ENERGY 3", "3", 45, 60],
    ]);
  });

  test("two thresholds at one instant make one cut", () => {
    const tariff = tariffOf(
      element("ENERGY", 1, { max_kwh: 6 }),
      element("ENERGY", 2, { min_duration: 1_800 }),
    );
    expect(billed(tariff, [period(0, 60, 12)])).toEqual([
      ["ENERGY 0", "6", 0, 30],
      ["ENERGY 1", "6", 30, 60],
    ]);
  });

  test("all its energy at one instant is cut by energy alone", () => {
    const tariff = tariffOf(
      element("ENERGY", 1, { max_kwh: 3 }),
      element("ENERGY", 2, { min_kwh: 3 }),
      element("TIME", 6),
    );
    expect(billed(tariff, [period(0, 10, 0), period(10, 10, 5), period(10, 20, 0)])).toEqual([
      ["ENERGY 0", "3", 10, 10],
      ["ENERGY 1", "2", 10, 10],
      ["TIME 2", "0.333333333333", 0, 20],
    ]);
  });

  test("an unpriced span separates the items before and after it, and each is rounded", () => {
    const tariff = tariffOf(
      element("TIME", 60, { max_duration: 600 }),
      element("TIME", 60, { min_duration: 1_200 }),
    );
    expect(billed(tariff, [period(0, 30, 0)])).toEqual([
      ["TIME 0", "0.166666666667", 0, 10],
      ["TIME 1", "0.166666666667", 20, 30],
    ]);
    const fast = tariffOf(element("ENERGY", 1, { min_power: 10 }));
    expect(billed(fast, [period(0, 10, 2), period(10, 20, 1), period(20, 30, 2)])).toEqual([
      ["ENERGY 0", "2", 0, 10],
      ["ENERGY 0", "2", 20, 30],
    ]);
  });
});

describe("[E-4] a reservation before the charge", () => {
  const tariff = tariffOf(
    element("TIME", 5, { reservation: "RESERVATION" }),
    element("FLAT", 7, { reservation: "RESERVATION" }),
    element("TIME", 60, { min_duration: 1_800 }),
    element("FLAT", 9),
  );

  test("the charge's duration counts from the charge", () => {
    expect(
      billed(tariff, [period(0, 20, 0, "RESERVATION"), period(20, 80, 10)]).toSorted(([a], [b]) =>
        String(a).localeCompare(String(b)),
      ),
    ).toEqual([
      ["FLAT 3", "1", 20, 20],
      ["RESERVATION_FLAT 1", "1", 0, 0],
      ["RESERVATION_TIME 0", "0.333333333333", 0, 20],
      ["TIME 2", "0.5", 50, 80],
    ]);
  });

  test("without one it counts from the start of the session", () => {
    expect(billed(tariff, [period(0, 60, 10)]).map(([what, , from]) => [what, from])).toEqual([
      ["FLAT 3", 0],
      ["TIME 2", 30],
    ]);
  });
});
