import type { Connector, Location, Vehicle } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { car as nexon, connector } from "../../../test/location.ts";
import {
  type Basis,
  carried,
  choiceOf,
  closingOf,
  coveredBy,
  estimationInfo,
  firstValue,
  holdFor,
  isFree,
  leastOf,
  limitsOf,
  mostOf,
  planOf,
  valueTo,
} from "./limit-plan.ts";
import { LIMITS, scaleFor } from "./limit-scale.ts";

const tariffOf = (...price_components: object[]) =>
  ({ ...connector().tariff!, elements: [{ price_components }] }) as Connector["tariff"];
/** ₹10 and 18 % are ₹11.80. */
const energy = (price = 10) => ({ type: "ENERGY", price, vat: 18, step_size: 1 });
const priced = (...components: object[]) => connector({ tariff: tariffOf(...components) });
const car: Vehicle = { ...nexon, battery_capacity: 40, range: 320, max_dc_intake: 60 };
const basis: Basis = {
  connector: priced(energy()),
  location: { time_zone: "Asia/Kolkata" },
  vehicle: car,
  closesAt: null,
  start: new Date("2026-11-20T05:00:00Z"),
};
const unpriced: Basis = { ...basis, connector: connector({ tariff: null }) };
const nobody: Basis = { ...basis, vehicle: undefined };
const dark: Basis = {
  ...basis,
  connector: connector({ max_electric_power: null, voltage: null, amperage: null }),
};
const closing: Basis = { ...basis, closesAt: new Date("2026-11-20T05:06:00Z") };

test("each limit is sent in its own unit, rupees as whole paise", () => {
  expect(choiceOf("MONEY", 300)).toEqual({ by: "MONEY", minor: 30_000n });
  // 28.999999999999996 in floating point.
  expect(choiceOf("MONEY", 0.29)).toEqual({ by: "MONEY", minor: 29n });
  expect(choiceOf("ENERGY", 5.5)).toEqual({ by: "ENERGY", kwh: 5.5 });
  expect(choiceOf("TIME", 16)).toEqual({ by: "TIME", minutes: 16 });
  expect(choiceOf("RANGE", 110)).toEqual({ by: "RANGE", km: 110 });
});

test("money can be chosen only with a price, range only with a vehicle whose use is known", () => {
  expect(limitsOf(basis)).toEqual(["MONEY", "ENERGY", "TIME", "RANGE"]);
  expect(limitsOf(unpriced)).toEqual(["ENERGY", "TIME", "RANGE"]);
  expect(limitsOf(nobody)).toEqual(["MONEY", "ENERGY", "TIME"]);
  expect(limitsOf(dark)).toEqual(["ENERGY", "TIME", "RANGE"]);
  expect(limitsOf({ ...basis, vehicle: { ...car, range: null } })).toEqual([
    "MONEY",
    "ENERGY",
    "TIME",
  ]);
  // What is free of charge needs no limit in money, and nothing is held.
  const free = { ...basis, connector: priced(energy(0)) };
  expect(limitsOf(free)).not.toContain("MONEY");
  expect([isFree(free), isFree(basis)]).toEqual([true, false]);
  expect([holdFor(free, "ENERGY", 20), coveredBy(free, choiceOf("ENERGY", 20), 0)]).toEqual([
    0,
    null,
  ]);
});

test("without a vehicle the ruler ends at ₹1000, 60 kWh, 4 h or 400 km", () => {
  expect(LIMITS.map((by) => mostOf(nobody, by))).toEqual([1000, 60, 240, 400]);
  expect(LIMITS.map((by) => mostOf(dark, by))).toEqual([1000, 60, 240, 400]);
  expect(mostOf(unpriced, "MONEY")).toBe(1000);
  expect(mostOf({ ...basis, vehicle: { ...car, range: null } }, "RANGE")).toBe(400);
  expect(mostOf({ ...basis, connector: priced(energy(0)) }, "MONEY")).toBe(1000);
});

test("with a vehicle the ruler ends at a full battery, in whole rupees and minutes", () => {
  expect(mostOf(basis, "MONEY")).toBe(472);
  expect(mostOf(basis, "ENERGY")).toBeCloseTo(40, 6);
  expect(mostOf(basis, "TIME")).toBe(40);
  expect(mostOf(basis, "RANGE")).toBeCloseTo(320, 6);
  // ₹11.80 × 40.1 kWh are ₹473.18, and 40.1 min.
  const larger = { ...basis, vehicle: { ...car, battery_capacity: 40.1 } };
  expect(mostOf(larger, "MONEY")).toBe(474);
  expect(mostOf(larger, "TIME")).toBe(41);
});

test("the ruler goes beyond the station's closing time", () => {
  expect(mostOf(closing, "TIME")).toBe(40);
  expect(mostOf(closing, "ENERGY")).toBeCloseTo(40, 6);
});

test("the least amount of money is what the first energy costs, in rupees rounded up", () => {
  // 0.1 kWh are ₹1.18.
  expect(leastOf(basis, "MONEY")).toBe(2);
  const withStart = priced({ type: "FLAT", price: 20, vat: 18, step_size: 1 }, energy());
  // ₹23.60 and ₹1.18.
  expect(leastOf({ ...basis, connector: withStart }, "MONEY")).toBe(25);
  expect(leastOf({ ...basis, connector: priced(energy(0)) }, "MONEY")).toBe(0);
  expect(leastOf(unpriced, "MONEY")).toBe(0);
  for (const by of ["ENERGY", "TIME", "RANGE"] as const)
    expect(leastOf({ ...basis, connector: withStart }, by)).toBe(0);
});

test("a plan needs the power of the plug, and starts where the battery is", () => {
  expect(planOf(dark, { by: "FULL" })).toBeNull();
  expect(planOf({ ...basis, batteryNow: 75 }, { by: "FULL" })?.kwh).toBeCloseTo(10, 6);
  expect(planOf({ ...basis, batteryNow: null }, { by: "FULL" })?.kwh).toBeCloseTo(40, 6);
  expect(planOf(closing, { by: "FULL" })?.kwh).toBeCloseTo(6, 6);
});

test("[B-2] the hold is what the choice costs and ₹50 more", () => {
  expect(holdFor(basis, "MONEY", 300)).toBe(35_000);
  expect(holdFor(basis, "MONEY", 0.29)).toBe(5029);
  expect(holdFor(basis, "ENERGY", 20)).toBe(23_600 + 5000);
  expect(holdFor(basis, "TIME", 20)).toBe(23_600 + 5000);
  expect(holdFor(basis, "RANGE", 160)).toBe(23_600 + 5000);
  expect(holdFor(closing, "ENERGY", 20)).toBe(23_600 + 5000);
  expect(holdFor({ ...basis, batteryNow: 90 }, "ENERGY", 20)).toBe(23_600 + 5000);
  expect(holdFor(unpriced, "ENERGY", 20)).toBeNull();
  expect(holdFor(dark, "MONEY", 300)).toBeNull();
});

test("[B-2] a strong plug holds what 90 seconds of it cost, where that is more than ₹50", () => {
  const strong = { ...priced(energy(20)), max_electric_power: 240_000 };
  // 240 kW are 6 kWh in 90 s, at ₹23.60.
  expect(holdFor({ ...nobody, connector: strong }, "MONEY", 300)).toBe(30_000 + 14_160);
  const fast = { ...car, max_dc_intake: 120 };
  expect(holdFor({ ...basis, connector: strong, vehicle: fast }, "MONEY", 300)).toBe(30_000 + 7080);
  const minutes = { type: "TIME", price: 3000, vat: 18, step_size: 60 };
  // ₹59 a minute.
  expect(holdFor({ ...basis, connector: priced(minutes) }, "MONEY", 300)).toBe(30_000 + 8850);
  const both = { ...priced(energy(20), minutes), max_electric_power: 240_000 };
  expect(holdFor({ ...nobody, connector: both }, "MONEY", 300)).toBe(30_000 + 14_160 + 8850);
});

test("[B-2] the wallet covers what is left of it without the ₹50", () => {
  const ten = choiceOf("ENERGY", 10);
  expect(coveredBy(basis, ten, 11_800 + 5000)).toBeNull();
  expect(coveredBy(basis, ten, 11_800 + 4999)).toBe(11_799);
  expect(coveredBy(basis, ten, 5001)).toBe(1);
  expect(coveredBy(basis, ten, 5000)).toBe(0);
  expect(coveredBy(basis, ten, 4999)).toBe(0);
  expect(coveredBy(basis, ten, 0)).toBe(0);
  expect(coveredBy(basis, ten, null)).toBeNull();
  expect(coveredBy(dark, ten, 5000)).toBeNull();
});

test("a value to 80 % is offered below 80 %, also to an empty battery", () => {
  const scale = scaleFor("ENERGY", 40);
  const to80 = (change: Partial<Basis>) => valueTo({ ...basis, ...change }, "ENERGY", scale, 80);
  expect(to80({ batteryNow: 0 })).toBe(32);
  expect(to80({ batteryNow: 35 })).toBe(18);
  expect(to80({ batteryNow: 75 })).toBe(2);
  expect(to80({ batteryNow: 80 })).toBeNull();
  expect(to80({ batteryNow: 81 })).toBeNull();
  expect(to80({ batteryNow: null })).toBeNull();
  expect(to80({})).toBeNull();
  expect(to80({ batteryNow: 35, vehicle: undefined })).toBeNull();
  expect(to80({ batteryNow: 35, vehicle: { ...car, battery_capacity: null } })).toBeNull();
  expect(to80({ ...closing, batteryNow: 0 })).toBe(32);
  expect(valueTo({ ...unpriced, batteryNow: 35 }, "MONEY", scaleFor("MONEY", 500), 80)).toBeNull();
  expect(valueTo({ ...dark, batteryNow: 35 }, "ENERGY", scale, 80)).toBeNull();
});

test("[B-2] the value shown first is to 80 %, else the middle one, else the first the wallet can hold", () => {
  const scale = scaleFor("ENERGY", 40);
  expect(scale.presets).toEqual([5, 15, 25]);
  expect(firstValue({ ...basis, batteryNow: 35 }, "ENERGY", scale, null)).toBe(18);
  expect(firstValue({ ...basis, batteryNow: 35 }, "ENERGY", scale, null, 60)).toBe(10);
  expect(firstValue(basis, "ENERGY", scale, null)).toBe(15);
  const held = (kwh: number) => kwh * 1180 + 5000;
  expect(firstValue(basis, "ENERGY", scale, held(15))).toBe(15);
  expect(firstValue(basis, "ENERGY", scale, held(15) - 1)).toBe(5);
  expect(firstValue(basis, "ENERGY", scale, held(5))).toBe(5);
  expect(firstValue(basis, "ENERGY", scale, held(5) - 1)).toBe(15);
  expect(firstValue(basis, "ENERGY", { ...scale, presets: [5] }, null)).toBe(40);
  // What is held is not known: the wallet decides nothing.
  expect(firstValue(unpriced, "ENERGY", scale, 0)).toBe(15);
});

test("a choice in another unit is the same charge, money in whole rupees rounded up", () => {
  const plan = planOf(basis, choiceOf("ENERGY", 10.05))!;
  // 10.05 kWh are ₹118.59.
  expect(carried("MONEY", plan)).toBe(119);
  expect(carried("ENERGY", plan)).toBeCloseTo(10.05, 6);
  expect(carried("TIME", plan)).toBeCloseTo(10.05, 6);
  expect(carried("RANGE", plan)).toBeCloseTo(80.4, 6);
  expect(carried("MONEY", planOf(unpriced, choiceOf("ENERGY", 10)))).toBeNull();
  expect(carried("ENERGY", null)).toBeNull();
});

test("START carries the chosen value as it is, and the same in the other units with two digits", () => {
  const plan = planOf(basis, choiceOf("ENERGY", 10.055))!;
  const info = (by: (typeof LIMITS)[number], value: number) =>
    estimationInfo(by, value, plan, false, true);
  const rest = { isPrimaryVehicle: true, isCorporateCustomer: false };
  const others = {
    selectedMoney: 118.65,
    selectedTime: 10.06,
    selectedRange: 80.44,
    selectedPower: 10.06,
  };
  expect(info("MONEY", 1)).toEqual({ ...rest, limitBy: "MONEY", ...others, selectedMoney: 1 });
  expect(info("TIME", 2)).toEqual({ ...rest, limitBy: "TIME", ...others, selectedTime: 2 });
  expect(info("RANGE", 3)).toEqual({ ...rest, limitBy: "RANGE", ...others, selectedRange: 3 });
  expect(info("ENERGY", 4)).toEqual({ ...rest, limitBy: "ENERGY", ...others, selectedPower: 4 });
});

test("what is not known, or nothing, is left empty at START", () => {
  expect(estimationInfo("ENERGY", 4, null, true, false)).toEqual({
    isPrimaryVehicle: false,
    isCorporateCustomer: true,
    limitBy: "ENERGY",
    selectedMoney: null,
    selectedTime: null,
    selectedRange: null,
    selectedPower: 4,
  });
  const free = { ...basis, connector: priced(energy(0)) };
  const plan = planOf(free, choiceOf("ENERGY", 4));
  expect(plan?.costMinor).toBe(0n);
  expect(estimationInfo("ENERGY", 4, plan, false, true).selectedMoney).toBeNull();
});

test("a session ends at closing time only where no charge runs on, and where the hours are known", () => {
  const station = (change: Partial<Location>) =>
    ({
      time_zone: "Asia/Kolkata",
      charging_when_closed: false,
      opening_times: {
        twentyfourseven: false,
        regular_hours: [{ weekday: 5, period_begin: "06:00", period_end: "22:00" }],
      },
      ...change,
    }) as Location;
  const at = (change: Partial<Location>) => closingOf(station(change), basis.start);
  expect(at({})?.toISOString()).toBe("2026-11-20T16:30:00.000Z");
  expect(at({ charging_when_closed: true })).toBeNull();
  expect(at({ opening_times: null })).toBeNull();
});
