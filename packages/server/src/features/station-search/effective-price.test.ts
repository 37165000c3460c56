import type { Tariff, Vehicle } from "@voltmarg/contract";
import { describe, expect, test } from "vitest";
import { effectivePrice } from "./effective-price.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const ZONE = "Asia/Kolkata";
const DC = { power_type: "DC", max_electric_power: 60_000 };

type Component = Tariff["elements"][number]["price_components"][number];
const component = (type: Component["type"], price: number): Component => ({
  type,
  price,
  vat: 18,
  step_size: 1,
});
const tariffOf = (...price_components: Component[]): Tariff => ({
  id: "tar_1",
  country_code: "IN",
  party_id: "AAA",
  currency: "INR",
  elements: [{ price_components }],
  last_updated: "2026-11-01T00:00:00.000Z",
});
const ENERGY = component("ENERGY", 18);
const WITH_FEE = tariffOf(ENERGY, component("FLAT", 10));
const car = (battery_capacity: number | null, more: object = {}) =>
  ({ battery_capacity, range: 300, ...more }) as Vehicle;
const price = (tariff: Tariff | null, vehicle: Vehicle | null = null, plug: object = DC) =>
  effectivePrice(tariff, plug as typeof DC, vehicle, ZONE, NOW);

describe("[L-1] the price that stations are sorted by", () => {
  test("is paise a kWh with GST", () => {
    expect(price(tariffOf(ENERGY))).toBeCloseTo(2_124, 9);
  });

  // 2,124 paise a kWh, and 1,180 at the start.
  test.each([
    [null, 15],
    [30, 15],
    [25.1, 15],
    [25, 15],
    [24, 14.4],
    [20, 12],
  ])("has the start fee in it; of a battery of %j kWh by %d kWh", (battery, kwh) => {
    expect(price(WITH_FEE, car(battery))).toBeCloseTo(2_124 + 1_180 / kwh, 1);
  });

  test("has the time in it, which a weak plug or a weak car takes longer", () => {
    // 60 rupees an hour: 70.80 with GST.
    const perTime = tariffOf(component("TIME", 60));
    expect(price(perTime)).toBeCloseTo(7_080 / 60, 1);
    expect(price(perTime, null, { ...DC, max_electric_power: 30_000 })).toBeCloseTo(7_080 / 30, 1);
    expect(price(perTime, car(40, { max_dc_intake: 20 }))).toBeCloseTo(7_080 / 20, 1);
  });

  test("is not known without a tariff, a power or a readable time zone", () => {
    expect(price(null)).toBe(null);
    expect(price(tariffOf(ENERGY), null, { power_type: "DC" })).toBe(null);
    const night = tariffOf(ENERGY);
    night.elements[0]!.restrictions = { start_time: "10:00", end_time: "20:00" };
    expect(effectivePrice(night, DC, null, ZONE, NOW)).toBeCloseTo(2_124, 9);
    expect(effectivePrice(night, DC, null, "Nowhere", NOW)).toBe(null);
  });
});
