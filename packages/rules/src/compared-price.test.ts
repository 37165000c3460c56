import { expect, test } from "vitest";
import { comparedPrice } from "./compared-price.ts";
import type { Connector, Vehicle } from "./power.ts";

import type { PriceComponent, Tariff, TariffRestrictions } from "./tariff.ts";

const component = (type: PriceComponent["type"], price: number): PriceComponent => ({
  type,
  price,
  vat: 18,
  step_size: 1,
});
const tariff = (...elements: [PriceComponent[], TariffRestrictions?][]): Tariff => ({
  country_code: "IN",
  party_id: "ABC",
  id: "T",
  currency: "INR",
  last_updated: "2026-01-01T00:00:00Z",
  elements: elements.map(([price_components, restrictions]) => ({
    price_components,
    restrictions: restrictions ?? null,
  })),
});
const dc: Connector = { power_type: "DC", max_electric_power: 60_000 };
const car: Vehicle = { battery_capacity: 40, range: 300, max_dc_intake: 30 };
const noon = new Date("2026-01-05T06:30:00Z");
const price = (t: Tariff, connector = dc, vehicle: Vehicle | null = car) =>
  comparedPrice(t, { connector, vehicle }, "Asia/Kolkata", noon);
const perKwh = (...of: Parameters<typeof price>) => price(...of)?.perKwhMinor ?? null;
// ₹480 an hour and 18 %: ₹9.44 a minute.
const timed = tariff([[component("TIME", 480)]]);

test("[E-6] a price of energy alone is the compared price, whatever is not known", () => {
  const energy = tariff([[component("ENERGY", 18)]]);
  expect(price(energy)).toEqual({ perKwhMinor: 2124, isAllIn: false });
  expect(price(energy, { power_type: "DC" }, null)).toEqual({ perKwhMinor: 2124, isAllIn: false });
  // ₹16.49 and 18 % are ₹19.4582.
  expect(price(tariff([[component("ENERGY", 16.49)]]))).toEqual({
    perKwhMinor: 1946,
    isAllIn: false,
  });
});

test("[E-6] time is in it at the power that the vehicle takes at this plug, by hand", () => {
  // 30 kW: a kWh in two minutes.
  expect(price(timed)).toEqual({ perKwhMinor: 1888, isAllIn: true });
  // 25 kW from a plug of 25: 2.4 minutes.
  expect(perKwh(timed, { ...dc, max_electric_power: 25_000 })).toBe(2266);
  const both = tariff([[component("TIME", 480), component("ENERGY", 10)]]);
  expect(perKwh(both)).toBe(1888 + 1180);
});

test.each([
  [null, 15],
  [30, 15],
  [25.1, 15],
  [25, 15],
  [24, 14.4],
  [20, 12],
])("[E-6] a fee is in it; with a battery of %j kWh by %d kWh", (battery, kwh) => {
  const fee = tariff([[component("ENERGY", 18), component("FLAT", 10)]]);
  expect(perKwh(fee, dc, { ...car, battery_capacity: battery })).toBe(
    Math.round(2124 + 1180 / kwh),
  );
});

test("[E-6] one phase of three is what a small AC charger takes", () => {
  const ac: Connector = { power_type: "AC_3_PHASE", max_electric_power: 22_000 };
  const small: Vehicle = { ...car, onboard_charger_capacity: 3.3 };
  expect(perKwh(tariff([[component("TIME", 33)]]), ac, small)).toBe(1180);
});

test("[E-6] a price of time is not known where a power is not", () => {
  expect(price(timed, dc, { ...car, max_dc_intake: null })).toBeNull();
  expect(price(timed, dc, null)).toBeNull();
  expect(price(timed, { power_type: "DC" })).toBeNull();
  const free = tariff([[component("TIME", 0), component("ENERGY", 10)]]);
  expect(price(free, dc, null)).toEqual({ perKwhMinor: 1180, isAllIn: false });
});

test("[E-6] a cheap first step does not make a plug cheap", () => {
  const lure = tariff([[component("ENERGY", 1)], { max_kwh: 1 }], [[component("ENERGY", 30)]]);
  // One kWh of ₹1.18 and fourteen of ₹35.40.
  expect(price(lure)).toEqual({ perKwhMinor: Math.round((118 + 14 * 3540) / 15), isAllIn: true });
  // ₹1 a minute for ten minutes, then ₹8: five kWh at two minutes each, and ten.
  const later = tariff(
    [[component("TIME", 60)], { max_duration: 600 }],
    [[component("TIME", 480)]],
  );
  expect(perKwh(later)).toBe(Math.round((5 * 236 + 10 * 1888) / 15));
  expect(price(lure, dc, null)).toBeNull();
});

test("[E-6] the lowest and the highest price of a charge are in it", () => {
  const energy = tariff([[component("ENERGY", 10)]]);
  expect(perKwh({ ...energy, min_price: { excl_vat: 200, incl_vat: 236 } })).toBe(
    Math.round(23_600 / 15),
  );
  expect(perKwh({ ...energy, max_price: { excl_vat: 100, incl_vat: 118 } })).toBe(
    Math.round(11_800 / 15),
  );
  expect(price({ ...energy, min_price: { excl_vat: 20 } })?.isAllIn).toBe(false);
});

test("[E-6] there is none without a price that is in force", () => {
  expect(price({ ...timed, end_date_time: "2026-01-01T00:00:00Z" })).toBeNull();
  const atNight = { start_time: "22:00", end_time: "06:00" };
  expect(price(tariff([[component("ENERGY", 10)], atNight]))).toBeNull();
  // A tier of the night does not matter at noon.
  expect(
    perKwh(
      tariff([[component("TIME", 60)], { ...atNight, max_kwh: 5 }], [[component("TIME", 480)]]),
    ),
  ).toBe(1888);
  expect(() => comparedPrice(timed, { connector: dc, vehicle: car }, "Nowhere", noon)).toThrow(
    RangeError,
  );
});

test("[E-6] nothing at all is 0", () => {
  expect(price(tariff([[component("ENERGY", 0)]]))).toEqual({ perKwhMinor: 0, isAllIn: false });
});
