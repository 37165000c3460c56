import { expect, test } from "vitest";
import { tariffNow } from "./tariff-now.ts";
import type { Tariff, TariffRestrictions } from "./tariff.ts";

const element = (price: number, restrictions?: TariffRestrictions) => ({
  price_components: [{ type: "ENERGY" as const, price, vat: 18, step_size: 1 }],
  ...(restrictions && { restrictions }),
});
const tariff: Tariff = {
  country_code: "IN",
  party_id: "TST",
  id: "tar_1",
  currency: "INR",
  elements: [
    element(1, { start_time: "18:00", end_time: "22:00" }),
    element(2, { day_of_week: ["MONDAY"] }),
    element(3, { start_date: "2026-01-05", end_date: "2026-01-06" }),
    element(4, { min_kwh: 20, min_power: 50, min_duration: 3600 }),
    element(5),
  ],
  last_updated: "2026-01-01T00:00:00Z",
};
const pricesAt = (at: string, of = tariff) =>
  tariffNow(of, "Asia/Kolkata", new Date(at)).elements.map(
    ({ price_components: [component] }) => component!.price,
  );

test.each([
  // Monday 5 January 2026 in India: 18:00 is 12:30 in UTC.
  ["2026-01-05T12:29:59.999Z", [2, 3, 4, 5]],
  ["2026-01-05T12:30:00Z", [1, 2, 3, 4, 5]],
  ["2026-01-05T16:29:59.999Z", [1, 2, 3, 4, 5]],
  ["2026-01-05T16:30:00Z", [2, 3, 4, 5]],
  // Midnight in India, before and after.
  ["2026-01-04T18:29:59.999Z", [4, 5]],
  ["2026-01-04T18:30:00Z", [2, 3, 4, 5]],
  ["2026-01-05T18:30:00Z", [4, 5]],
])("[E-4] at %s these prices can hold, and those that turn while charging: %j", (at, prices) => {
  expect(pricesAt(at)).toEqual(prices);
});

test("[E-4] none hold before the tariff begins, or from its end on", () => {
  const dated = {
    ...tariff,
    start_date_time: "2026-01-05T12:00:00Z",
    end_date_time: "2026-01-05T13:00:00Z",
  };
  expect(pricesAt("2026-01-05T11:59:59.999Z", dated)).toEqual([]);
  expect(pricesAt("2026-01-05T12:00:00Z", dated)).toEqual([2, 3, 4, 5]);
  expect(pricesAt("2026-01-05T12:59:59.999Z", dated)).toEqual([1, 2, 3, 4, 5]);
  expect(pricesAt("2026-01-05T13:00:00Z", dated)).toEqual([]);
});

test("the rest of the tariff stays, and the operator's own is not modified", () => {
  const before = structuredClone(tariff);
  const now = tariffNow(tariff, "Asia/Kolkata", new Date("2026-01-04T12:00:00Z"));
  expect(now).toEqual({ ...tariff, elements: tariff.elements.slice(3) });
  expect(tariff).toEqual(before);
});

test("an invalid tariff or zone is refused", () => {
  const odd = { ...tariff, elements: [element(1, { start_time: "noon" })] };
  expect(() => pricesAt("2026-01-05T12:00:00Z", odd)).toThrow("not a time of day");
  expect(() => tariffNow(tariff, "India", new Date(0))).toThrow("unknown time zone");
});
