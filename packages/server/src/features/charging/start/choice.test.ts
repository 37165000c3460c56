import { expect, test } from "vitest";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { needsOf } from "./choice.ts";

const tariff = {
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }],
};
const needs = (vehicle: object | null) =>
  needsOf({
    choice: { by: "RANGE", km: 100 },
    tariff: tariff as never,
    timeZone: "Asia/Kolkata",
    powerKw: 50,
    vehicle: vehicle as never,
    at: new Date("2026-11-20T06:00:00Z"),
  });

test("[V-9] a way is no limit for a vehicle whose battery or range is not known: what is held is that of no limit", () => {
  const none = needs(null);
  expect(needs({ ...NEXON, battery_capacity: null })).toEqual(none);
  expect(needs({ ...NEXON, range: null })).toEqual(none);
  expect(needs(NEXON).holdMinor).toBeGreaterThan(none.holdMinor);
});
