import { describe, expect, test } from "vitest";
import { priceSchedule } from "./price-schedule.ts";
import type { Tariff } from "./tariff.ts";

const tariff: Tariff = {
  country_code: "IN",
  party_id: "ABC",
  id: "T",
  currency: "INR",
  last_updated: "2026-01-01T00:00:00Z",
  elements: [
    {
      price_components: [{ type: "ENERGY", price: 25, vat: 18, step_size: 1 }],
      restrictions: { start_time: "18:00", end_time: "22:00", day_of_week: ["MONDAY"] },
    },
    {
      price_components: [
        { type: "ENERGY", price: 20, vat: 18, step_size: 1 },
        { type: "PARKING_TIME", price: 60, step_size: 60 },
      ],
    },
    {
      price_components: [{ type: "TIME", price: 120, vat: 18, step_size: 1 }],
      restrictions: { min_power: 50 },
    },
  ],
};
// Monday 5 January 2026, 17:30 in India.
const from = new Date("2026-01-05T12:00:00Z");
const tomorrow = new Date("2026-01-06T12:00:00Z");
const rows = (of: Tariff, powerKw?: number) =>
  priceSchedule(of, "Asia/Kolkata", from, tomorrow, powerKw).map((row) => [
    row.from.slice(5, 16),
    row.perKwhMinor,
  ]);

describe("[E-4] the prices of a day", () => {
  test("one row for each price change, none where only a clock boundary passes", () => {
    expect(rows(tariff)).toEqual([
      ["01-05T12:00", 2360n],
      ["01-05T12:30", 2950n],
      ["01-05T16:30", 2360n],
    ]);
  });
  test("every kind of price; elements that depend on power only when it is known", () => {
    const [first] = priceSchedule(tariff, "Asia/Kolkata", from, tomorrow);
    expect(first).toMatchObject({
      perMinuteMinor: null,
      flatMinor: null,
      parkingPerMinuteMinor: 100n,
    });
    expect(priceSchedule(tariff, "Asia/Kolkata", from, tomorrow, 60)[0]!.perMinuteMinor).toBe(236n);
  });
  test("ends with the tariff; none before it begins", () => {
    expect(rows({ ...tariff, end_date_time: "2026-01-05T13:00:00Z" })).toHaveLength(2);
    expect(rows({ ...tariff, start_date_time: "2026-01-05T12:00:01Z" })).toEqual([]);
  });
  test("an unknown zone is refused", () => {
    expect(() => priceSchedule(tariff, "India", from, tomorrow)).toThrow("unknown time zone");
  });
});
