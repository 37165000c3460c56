import { expect, test } from "vitest";
import { perKwhOfTime } from "./per-kwh.ts";
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
const about = (t: Tariff, connector = dc, vehicle = car) =>
  perKwhOfTime(t, "Asia/Kolkata", noon, { connector, vehicle });
// ₹480 an hour and 18 %: ₹9.44 a minute.
const timed = tariff([[component("TIME", 480)]]);

test("[E-6] time per kWh at the power that the vehicle takes at this plug, by hand", () => {
  // 30 kW: a kWh in two minutes.
  expect(about(timed)).toBe(1888n);
  // 25 kW from a plug of 25: 2.4 minutes.
  expect(about(timed, { ...dc, max_electric_power: 25_000 })).toBe(2266n);
  const both = tariff([[component("TIME", 480), component("ENERGY", 10), component("FLAT", 50)]]);
  // With ₹11.80 of energy; the start fee is not spread.
  expect(about(both)).toBe(1888n + 1180n);
});

test("[E-6] one phase of three is what a small AC charger takes", () => {
  const ac: Connector = { power_type: "AC_3_PHASE", max_electric_power: 22_000 };
  const small: Vehicle = { ...car, onboard_charger_capacity: 3.3 };
  expect(about(tariff([[component("TIME", 33)]]), ac, small)).toBe(1180n);
});

test("[E-6] nothing is said when a power is not known", () => {
  expect(about(timed, dc, { ...car, max_dc_intake: null })).toBeNull();
  expect(about(timed, { power_type: "DC" })).toBeNull();
});

test("[E-6] nor when time costs nothing, or its price changes with the charge", () => {
  expect(about(tariff([[component("ENERGY", 10)]]))).toBeNull();
  expect(about(tariff([[component("TIME", 0), component("ENERGY", 10)]]))).toBeNull();
  const later = tariff(
    [[component("TIME", 60)], { max_duration: 600 }],
    [[component("TIME", 480)]],
  );
  expect(about(later)).toBeNull();
  expect(about({ ...timed, end_date_time: "2026-01-01T00:00:00Z" })).toBeNull();
  // A tier of the night does not matter at noon.
  const atNight = { start_time: "22:00", end_time: "06:00", max_kwh: 5 };
  expect(about(tariff([[component("TIME", 60)], atNight], [[component("TIME", 480)]]))).toBe(1888n);
});
