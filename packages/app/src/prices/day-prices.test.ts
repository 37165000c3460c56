import type { Connector } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { dayPrices } from "./day-prices.ts";

const ZONE = "Asia/Kolkata";
/** A Friday, 16:00 in India. */
const FRIDAY = new Date("2026-11-20T10:30:00Z");
const energy = (price: number, restrictions?: object) => ({
  price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }],
  ...(restrictions && { restrictions }),
});
const plug = (elements: object[], more: object = {}) =>
  ({
    power_type: "DC",
    max_electric_power: 60_000,
    tariff: {
      id: "t",
      country_code: "IN",
      party_id: "URJ",
      currency: "INR",
      last_updated: "2026-01-01T00:00:00Z",
      elements,
      ...more,
    },
  }) as unknown as Connector;
const spans = (connector: Connector, at = FRIDAY) =>
  dayPrices(connector, undefined, ZONE, at)?.map(
    ({ from, until, price, now }) => `${from}-${until} ${price}${now ? " now" : ""}`,
  ) ?? null;

const byDay = plug([
  energy(16, { start_time: "23:00", end_time: "06:00" }),
  energy(24, {
    start_time: "17:00",
    end_time: "23:00",
    day_of_week: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"],
  }),
  energy(20),
]);

test("[E-4] the day from midnight to midnight, the price of this moment marked", () => {
  expect(spans(byDay)).toEqual([
    "00:00-06:00 ₹18.88/kWh",
    "06:00-17:00 ₹23.60/kWh now",
    "17:00-23:00 ₹28.32/kWh",
    "23:00-24:00 ₹18.88/kWh",
  ]);
  const shares = dayPrices(byDay, undefined, ZONE, FRIDAY)!.map(({ share }) => share * 24);
  expect(shares).toEqual([6, 11, 6, 1]);
  // Saturday has no evening of its own.
  expect(spans(byDay, new Date("2026-11-21T10:30:00Z"))).toHaveLength(3);
});

test("[E-4] where one price holds all day there is nothing to draw, nor where none is known", () => {
  expect(spans(plug([energy(20)]))).toBeNull();
  expect(spans(plug([energy(20, { max_kwh: 10 }), energy(25)]))).toBeNull();
  expect(spans(plug([energy(0)]))).toBeNull();
  expect(spans({ tariff: null } as Connector)).toBeNull();
  expect(spans(plug([energy(Number.NaN)]))).toBeNull();
  // Another fee that turns changes nothing of the price shown first.
  const parking = {
    price_components: [{ type: "PARKING_TIME", price: 60, vat: 18, step_size: 1 }],
    restrictions: { start_time: "06:00", end_time: "23:00" },
  };
  expect(spans(plug([parking, energy(20)]))).toBeNull();
});

test("[E-4] hours without a price are told as such, and those before the tariff began are not drawn", () => {
  expect(spans(plug([energy(20, { start_time: "06:00", end_time: "22:00" })]))).toEqual([
    "00:00-06:00 no price of this kind",
    "06:00-22:00 ₹23.60/kWh now",
    "22:00-24:00 no price of this kind",
  ]);
  expect(
    spans(plug([energy(20, { max_kwh: 1 })], { start_date_time: "2026-11-20T10:00:00Z" })),
  ).toBeNull();
});
