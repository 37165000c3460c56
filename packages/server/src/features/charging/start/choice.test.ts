import type { EstimationInfo } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { choiceOf, leastLimitMinor, needsOf } from "./choice.ts";

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

const limitOf = (info: Partial<EstimationInfo>) =>
  choiceOf({ isPrimaryVehicle: true, isCorporateCustomer: false, ...info });

test("[S-5] a limit is what the request says it is by, else the first that is set", () => {
  const all = { selectedMoney: 299.99, selectedTime: 30, selectedRange: 100, selectedPower: 12.5 };
  const money = { by: "MONEY", minor: 29_999n };
  expect(limitOf(all)).toEqual(money);
  expect(limitOf({ ...all, limitBy: "MONEY" })).toEqual(money);
  expect(limitOf({ ...all, limitBy: "TIME" })).toEqual({ by: "TIME", minutes: 30 });
  expect(limitOf({ ...all, limitBy: "RANGE" })).toEqual({ by: "RANGE", km: 100 });
  expect(limitOf({ ...all, limitBy: "ENERGY" })).toEqual({ by: "ENERGY", kwh: 12.5 });
  const { selectedMoney: _money, ...others } = all;
  expect(limitOf(others)).toEqual({ by: "TIME", minutes: 30 });
  const { selectedTime: _time, ...more } = others;
  expect(limitOf(more)).toEqual({ by: "RANGE", km: 100 });
  expect(limitOf({ selectedPower: 12.5 })).toEqual({ by: "ENERGY", kwh: 12.5 });
});

test("[S-5] nothing and zero are no limit, nor is one that is named and not set", () => {
  expect(limitOf({})).toBeNull();
  expect(limitOf({ selectedMoney: 0, selectedTime: 0 })).toBeNull();
  expect(limitOf({ selectedMoney: 300, limitBy: "TIME" })).toBeNull();
});

test("[S-7] the least limit is ten rupees, or as many whole rupees as the first energy costs", () => {
  const least = (components: object[], powerKw: number | null = 60) =>
    leastLimitMinor({
      tariff: { ...tariff, elements: [{ price_components: components }] } as never,
      timeZone: "Asia/Kolkata",
      powerKw,
      vehicle: null,
      at: new Date("2026-11-20T06:00:00Z"),
    });
  const energy = { type: "ENERGY", price: 20, vat: 18, step_size: 1 };
  const fee = (price: number) => ({ type: "FLAT", price, vat: 0, step_size: 1 });
  // 0.1 kWh costs ₹2.36.
  expect(least([energy])).toBe(1_000n);
  expect(least([energy, fee(7.64)])).toBe(1_000n);
  expect(least([energy, fee(7.65)])).toBe(1_100n);
  expect(least([energy, fee(50)])).toBe(5_300n);
  expect(least([energy, fee(50.64)], null)).toBe(5_300n);
});

test("[B-2] a hold is the limit and the bound; without a price nobody knows the bound", () => {
  const of = (more: object) =>
    needsOf({
      choice: { by: "MONEY", minor: 30_000n },
      tariff: tariff as never,
      timeZone: "Asia/Kolkata",
      powerKw: 240,
      vehicle: null,
      at: new Date("2026-11-20T06:00:00Z"),
      ...more,
    });
  expect(of({})).toEqual({ holdMinor: 44_160n, boundMinor: 14_160n });
  // Of a plug of unknown power as of one of 60 kW.
  expect(of({ powerKw: null })).toEqual({ holdMinor: 35_000n, boundMinor: 3_540n });
  expect(of({ tariff: null })).toEqual({ holdMinor: 35_000n, boundMinor: 0n });
  // Ten kWh cost ₹236.
  expect(of({ choice: { by: "ENERGY", kwh: 10 }, powerKw: 60 }).holdMinor).toBe(28_600n);
  expect(of({ choice: { by: "ENERGY", kwh: 10 }, tariff: null }).holdMinor).toBe(15_000n);
  expect(of({ choice: null, powerKw: 60 }).holdMinor).toBe(15_000n);
});
