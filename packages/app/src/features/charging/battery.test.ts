import type { Connector, Session, Vehicle } from "@voltmarg/contract";
import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { batteryNow, sayBattery } from "./battery-now.ts";
import { choiceOf, firstValue, holdFor, leastOf, mostOf, planOf, valueTo } from "./limit-plan.ts";
import { LIMITS, marksOn, scaleFor } from "./limit-scale.ts";

const stored = installStorage();
afterEach(() => {
  stored.clear();
  queryClient.clear();
});

const HOUR = 3_600_000;
const now = Date.parse("2026-11-20T05:00:00Z");
const car = {
  id: "v",
  model: "Nexon EV 45",
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 45,
  range: 315,
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
  inlets: ["IEC_62196_T2_COMBO"],
  adapters: [],
} as unknown as Vehicle;
const connector = {
  standard: "IEC_62196_T2_COMBO",
  power_type: "DC",
  max_electric_power: 60_000,
  tariff: {
    id: "t",
    country_code: "IN",
    party_id: "URJ",
    currency: "INR",
    last_updated: "2026-01-01T00:00:00Z",
    elements: [{ price_components: [{ type: "ENERGY", price: 16, vat: 18, step_size: 1 }] }],
  },
} as unknown as Connector;
const basis = {
  connector,
  location: { time_zone: "Asia/Kolkata" },
  vehicle: car,
  closesAt: null,
  start: new Date(now),
};
const at35 = { ...basis, batteryNow: 35 };
const scaleOf = (of: typeof at35 | typeof basis, by: (typeof LIMITS)[number]) =>
  scaleFor(by, mostOf(of, by), leastOf(of, by));

test("[E-3] with a battery at 35 % the ruler ends with what it lacks, and 80 % is one press", () => {
  expect(mostOf(at35, "ENERGY")).toBeCloseTo(29.25, 2);
  expect(mostOf(basis, "ENERGY")).toBeCloseTo(45, 2);
  for (const by of LIMITS) {
    const value = valueTo(at35, by, scaleOf(at35, by), 80)!;
    const plan = planOf(at35, choiceOf(by, value))!;
    // A whole minute at 60 kW is 2 %.
    expect(Math.abs(plan.batteryPct! - 80), by).toBeLessThan(by === "TIME" ? 1.5 : 0.5);
    expect(firstValue(at35, by, scaleOf(at35, by), null), by).toBe(value);
  }
});

test("[T-11] a stop of a trip begins with what the plan fills, and with less where the wallet holds less", () => {
  const scale = scaleOf(at35, "ENERGY");
  const value = firstValue(at35, "ENERGY", scale, null, 64);
  expect(planOf(at35, choiceOf("ENERGY", value))!.batteryPct).toBeCloseTo(64, 0);
  expect(value).toBeLessThan(firstValue(at35, "ENERGY", scale, null));
  const money = scaleOf(at35, "MONEY");
  const [least] = money.presets;
  expect(firstValue(at35, "MONEY", money, holdFor(at35, "MONEY", least!)!, 64)).toBe(least);
});

test("[E-3] 80 % is not offered to a battery that is as full, or of which nothing is known", () => {
  const scale = scaleOf(basis, "MONEY");
  expect(valueTo(basis, "MONEY", scale, 80)).toBeNull();
  expect(valueTo({ ...basis, batteryNow: 80 }, "MONEY", scale, 80)).toBeNull();
  expect(valueTo({ ...at35, vehicle: undefined } as never, "MONEY", scale, 80)).toBeNull();
});

test("[E-3] a nearly full small battery is not offered more than it lacks", () => {
  const scooter = { ...car, battery_capacity: 3.7, range: 105 };
  expect(mostOf({ ...basis, vehicle: scooter, batteryNow: 95 }, "ENERGY")).toBeLessThan(0.2);
});

test("[B-2] what the driver says of the battery changes no hold: the service does not know it", () => {
  for (const by of LIMITS)
    for (const value of [10, 100, 400])
      expect(holdFor(at35, by, value)).toBe(holdFor(basis, by, value));
});

test("[E-3] how full it is, is asked once: it holds for this vehicle until it has been driven on", () => {
  expect(batteryNow(car, now)).toBeNull();
  sayBattery(car, 35, now);
  expect(batteryNow(car, now + HOUR)).toBe(35);
  expect(batteryNow({ ...car, id: "another" }, now)).toBeNull();
  expect(batteryNow(car, now + 3 * HOUR)).toBeNull();
});

test("[E-3] a charge that just ended tells it too, the newer of both counts, and 0 % is no answer", () => {
  const session = (id: string, state_of_charge: number, at: number) =>
    queryClient.setQueryData<Session>(keys.session(id), {
      id,
      vehicle: car,
      state_of_charge,
      news_at: new Date(at).toISOString(),
    } as Session);
  session("old", 90, now - 5 * HOUR);
  expect(batteryNow(car, now)).toBeNull();
  session("last", 62.4, now - HOUR);
  session("dumb", 0, now);
  expect(batteryNow(car, now)).toBe(62);
  sayBattery(car, 55, now);
  expect(batteryNow(car, now)).toBe(55);
});

test("[E-3] the ruler's last stone says its value, and no words touch at 360 px", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LIMITS),
      fc.double({ min: 1, max: 20_000, noNaN: true }),
      fc.constantFrom(286, 316, 420, 560),
      (by, max, px) => {
        const scale = scaleFor(by, max);
        const marks = marksOn(scale, px);
        expect(marks.at(-1)).toEqual({ value: scale.max, stone: true });
        const words = marks.filter(({ stone }) => stone).map(({ value }) => value);
        const gaps = words.slice(1).map((value, i) => ((value - words[i]!) / scale.max) * px);
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(45);
      },
    ),
  );
});
