import { expect, test } from "vitest";
import type { ChargingPeriodInput } from "./price-session.ts";
import { seenPower } from "./seen-power.ts";

/** Minutes and kWh of each period, one after the other. */
const charge = (...parts: [minutes: number, kwh: number, kind?: "PARKING"][]) => {
  let at = Date.parse("2026-01-05T06:30:00Z");
  return parts.map(([minutes, kwh, kind]): ChargingPeriodInput => {
    const start = new Date(at).toISOString();
    at += minutes * 60_000;
    return { start, end: new Date(at).toISOString(), kwh, kind: kind ?? "CHARGING" };
  });
};
const seen = (
  periods: ChargingPeriodInput[],
  plugKw: number | null = 60,
  current: "AC" | "DC" = "DC",
) => seenPower({ periods, plugKw, current, batteryKwh: 30 });

test("[V-6] the highest average of five minutes, by hand", () => {
  // 2 kWh in four minutes and 2 in the next: 30 kW.
  expect(seen(charge([4, 2], [4, 2], [30, 8]))).toEqual({ kw: 30, by: "VEHICLE" });
  // A minute's peak does not count.
  expect(seen(charge([1, 0.8], [9, 4.2], [60, 10]))).toEqual({ kw: 28, by: "VEHICLE" });
  expect(seen(charge([120, 14.4]), 22, "AC")).toEqual({ kw: 7.2, by: "VEHICLE" });
});

test("[V-6] what the plug limits is told apart", () => {
  expect(seen(charge([60, 24]), 25)).toEqual({ kw: 24, by: "PLUG" });
  expect(seen(charge([60, 7.2]), 7.4, "AC")).toEqual({ kw: 7.2, by: "PLUG" });
  // From nine tenths of what the plug gives.
  expect(seen(charge([60, 54]))).toEqual({ kw: 54, by: "PLUG" });
  expect(seen(charge([60, 53.9]))).toEqual({ kw: 54, by: "VEHICLE" });
});

test("[V-6] the last of a battery and a moment show nothing", () => {
  expect(seen(charge([30, 4]))).toBeNull();
  expect(seen(charge([4, 2]), 60, "AC")).toBeNull();
  expect(seen(charge([4, 2], [20, 0, "PARKING"], [4, 2]), 60, "AC")).toBeNull();
  expect(seen([])).toBeNull();
});

test("[V-6] figures that cannot be true show nothing", () => {
  expect(seen(charge([60, 64]))).toBeNull();
  expect(seen(charge([60, 63]))).toEqual({ kw: 63, by: "PLUG" });
  // Watt hours for kilowatt hours in one period of many.
  expect(seen(charge([60, 20], [10, 3000]))).toBeNull();
  expect(seen(charge([60, 20], [10, -1]))).toBeNull();
  expect(seen(charge([60, 20], [60, 20]).toReversed())).toBeNull();
  expect(seen(charge([60, 20]), null)).toBeNull();
});
