import { describe, expect, test } from "vitest";
import { cdrOf } from "@voltmarg/testkit/partner";
import { implausible, type Expected } from "./cdr-plausibility.ts";

// Half an hour at a plug of 60 kW, 10 kWh for 200 and 236 rupees, started at 06:30, last update at 07:00.
const expected: Expected = {
  plugKw: 60,
  askedAt: new Date("2026-11-20T06:30:00Z"),
  vehicleKwh: null,
  seenUntil: new Date("2026-11-20T07:00:15Z"),
};
const START = "2026-11-20T06:30:10Z";
const period = (start_date_time: string, dimensions: object) => ({
  start_date_time,
  dimensions: Object.entries(dimensions).map(([type, volume]) => ({
    type,
    volume: volume as number,
  })),
});
/** A CDR with one period of so many kWh. */
const ofEnergy = (kwh: number) => ({
  total_energy: kwh,
  charging_periods: [period(START, { ENERGY: kwh, TIME: 0.5 })],
});
const judge = (more: object, under: Partial<Expected> = {}) =>
  implausible(cdrOf("c", more), { ...expected, ...under });

describe("[B-3] the plausibility of a CDR", () => {
  test("is given for an ordinary CDR", () => expect(judge({})).toBeNull());

  test.each<[string, object, RegExp]>([
    ["another currency", { currency: "EUR" }, /currency EUR, expected INR/],
    ["an end before its start", { end_date_time: "2026-11-20T06:30:09Z" }, /ends before/],
    ["an end of no date", { end_date_time: "soon" }, /it ends at soon/],
    ["a start of no date", { start_date_time: "1970-1-1" }, /before it was asked/],
    [
      "a start more than five minutes before it was asked for",
      { start_date_time: "2026-11-20T06:24:59Z" },
      /before it was asked/,
    ],
    [
      "an end more than five minutes after the charge was last seen",
      { end_date_time: "2026-11-20T07:05:16Z" },
      /after the charge was last seen/,
    ],
    ["Wh for kWh in its total", { total_energy: 10_000 }, /add up to 10 kWh, the total says 10000/],
    ["Wh for kWh everywhere", ofEnergy(10_000), /more than the plug can give/],
    ["a tenth more than the plug can give", ofEnergy(33.03), /33.03 kWh in 0.500 h is more/],
    [
      "periods of less energy than its total",
      { total_energy: 10.02 },
      /add up to 10 kWh, the total says 10.02/,
    ],
    ["periods of more energy than its total", { total_energy: 9.98 }, /add up to 10 kWh/],
    ["energy and no periods", { charging_periods: [] }, /add up to 0 kWh/],
    ["negative energy", ofEnergy(-1), /negative/],
    ["a negative total of no energy", { ...ofEnergy(0), total_energy: -0.001 }, /negative/],
    [
      "a negative period",
      { charging_periods: [period(START, { ENERGY: 11 }), period(START, { ENERGY: -1 })] },
      /negative/,
    ],
    ["negative time", { total_time: -0.5 }, /negative/],
    ["negative parking", { total_parking_time: -0.1 }, /negative/],
    ["a negative cost", { total_cost: { excl_vat: -1, incl_vat: 0 } }, /negative/],
    ["a negative cost with tax", { total_cost: { excl_vat: 0, incl_vat: -1 } }, /negative/],
    ["a negative part of its cost", { total_time_cost: { excl_vat: -5 } }, /negative/],
    ["an absurd cost", { total_cost: { excl_vat: 1_000_001 } }, /a total of 1000001/],
    [
      "less with tax than without",
      { total_cost: { excl_vat: 200, incl_vat: 199.99 } },
      /a total of 200 and 199.99/,
    ],
    ["seconds for hours", { total_time: 1800 }, /1800 h/],
    ["more parking than time", { total_parking_time: 0.6 }, /0.6 h of parking in 0.500 h/],
  ])("is one with %s", (_name, more, why) => {
    expect(judge(more)).toMatch(why);
  });

  test.each<[string, object]>([
    ["energy just as much as the plug can give", ofEnergy(33)],
    ["figures rounded to two decimals", { total_energy: 10.009 }],
    ["a clock five minutes behind", { start_date_time: "2026-11-20T06:25:00Z" }],
    ["a clock five minutes ahead", { end_date_time: "2026-11-20T07:05:15Z" }],
    ["a total that costs nothing", { total_cost: { excl_vat: 0, incl_vat: 0 } }],
    ["parking all the time", { total_parking_time: 0.5 }],
  ])("is not one with %s", (_name, more) => expect(judge(more)).toBeNull());

  test("is checked against the strongest plug if the power is unknown", () => {
    expect(judge(ofEnergy(210), { plugKw: null })).toBeNull();
    expect(judge(ofEnergy(221), { plugKw: null })).toMatch(/more than the plug can give/);
  });

  test("is checked against the vehicle's battery if it is known", () => {
    expect(judge(ofEnergy(30), { vehicleKwh: 20 })).toBeNull();
    expect(judge(ofEnergy(30.01), { vehicleKwh: 20 })).toMatch(/a battery of 20 kWh/);
  });
});
