import { expect, test } from "vitest";
import { car, connector, evse, location, NOW } from "../../test/location.ts";
import { forVehicle } from "./for-vehicle.ts";

const gbt = connector({ standard: "GBT_DC" });
const updated_at = new Date(NOW - 60_000).toISOString();
const mixed = location({
  evses: [evse("CHARGING"), evse("AVAILABLE", [gbt]), evse("AVAILABLE", [gbt])],
  totalConnectors: 3,
  availableConnectors: 2,
  state_on_map: "available",
  updated_at,
});
const seen = (of: typeof mixed, vehicle: typeof car | undefined) => {
  const { availableConnectors, totalConnectors, state_on_map } = forVehicle(of, vehicle, NOW);
  return [availableConnectors, totalConnectors, state_on_map];
};

test("[V-5] a free plug that does not fit does not make a station free", () => {
  expect(seen(mixed, car)).toEqual([0, 1, "busy"]);
  expect(seen(mixed, undefined)).toEqual([2, 3, "available"]);
  expect(seen(mixed, { ...car, adapters: ["GBT_DC"] })).toEqual([2, 3, "available"]);
  // Where nothing fits the station is shown as it is.
  expect(seen(mixed, { ...car, inlets: ["LECCS"] })).toEqual([2, 3, "available"]);
});

test("[V-5] closed, restricted and long silent stay what they are", () => {
  expect(seen({ ...mixed, state_on_map: "closed" }, car)[2]).toBe("closed");
  const old = new Date(NOW - 3_600_000).toISOString();
  expect(seen({ ...mixed, updated_at: old, state_on_map: "unknown" }, car)[2]).toBe("unknown");
});
