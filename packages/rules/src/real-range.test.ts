import { expect, test } from "vitest";
import { estimate60 } from "./estimate.ts";
import { planCharge } from "./plan-charge.ts";
import { everydayRangeKm } from "./real-range.ts";

test("[E-2] range added is the one of everyday use, by hand", () => {
  // 0.72 of 489 km.
  const range = everydayRangeKm(489);
  expect(range).toBe(352);
  const vehicle = { battery_capacity: 44, range, max_dc_intake: 50 };
  const timeZone = "Asia/Kolkata";
  const at = new Date("2026-01-05T06:30:00Z");
  const connector = { power_type: "DC", max_electric_power: 60_000 };
  // 352 km × 50 kW × 0.9 / 44 kWh.
  expect(estimate60({ connector, tariff: null, vehicle, at, timeZone })!.rangeHr).toBe(360);
  const plan = planCharge({
    tariff: null,
    timeZone,
    start: at,
    powerKw: 50,
    vehicle,
    choice: { by: "ENERGY", kwh: 11 },
  });
  // A quarter of the battery.
  expect(plan.rangeKm).toBe(88);
});
