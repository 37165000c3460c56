import type { Session, Vehicle } from "@voltmarg/contract";
import { afterEach, expect, test } from "vitest";
import { car } from "../../../test/location.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { personal } from "../../native/storage.ts";
import { batteryNow, sayBattery } from "./battery-now.ts";

const stored = installStorage();
afterEach(() => {
  stored.clear();
  queryClient.clear();
});

const TWO_HOURS = 2 * 3_600_000;
const now = Date.parse("2026-11-20T05:00:00Z");
const charged = (id: string, state_of_charge: number | null, at: number, vehicle = car) =>
  queryClient.setQueryData<Session>(keys.session(id), {
    id,
    vehicle: vehicle as Session["vehicle"],
    state_of_charge,
    news_at: new Date(at).toISOString(),
  } as Session);

test("what the driver said holds for two hours", () => {
  sayBattery(car, 35, now);
  expect(batteryNow(car, now + TWO_HOURS - 1)).toBe(35);
  expect(batteryNow(car, now + TWO_HOURS)).toBeNull();
});

test("what the last charge told holds for two hours, in whole per cent", () => {
  charged("s", 62.5, now);
  expect(batteryNow(car, now + TWO_HOURS - 1)).toBe(63);
  expect(batteryNow(car, now + TWO_HOURS)).toBeNull();
});

test("an empty or a full battery is no answer of a driver", () => {
  const said = (percent: number) => {
    sayBattery(car, percent, now);
    return batteryNow(car, now);
  };
  expect([0, 1, 99, 100].map(said)).toEqual([null, 1, 99, null]);
  personal.write("battery", { vehicle: car.id, percent: "35", at: now });
  expect(batteryNow(car, now)).toBeNull();
});

test("of two answers the newer counts, whoever gave it", () => {
  sayBattery(car, 35, now - 2000);
  charged("a", 50, now - 3000);
  expect(batteryNow(car, now)).toBe(35);
  charged("b", 60, now - 1000);
  expect(batteryNow(car, now)).toBe(60);
});

test("another vehicle's battery says nothing, nor does any without a vehicle", () => {
  const other: Vehicle = { ...car, id: "w" };
  charged("a", 50, now, other);
  sayBattery(other, 35, now - 1);
  expect(batteryNow(car, now)).toBeNull();
  expect(batteryNow(other, now)).toBe(50);
  expect(batteryNow(undefined, now)).toBeNull();
});

test("a charge that told no percentage, or not when, says nothing", () => {
  charged("a", null, now);
  charged("b", 0, now);
  expect(batteryNow(car, now)).toBeNull();
  queryClient.setQueryData<Session>(keys.session("c"), {
    id: "c",
    vehicle: car,
    state_of_charge: 40,
    news_at: null,
  } as never);
  expect(batteryNow(car, now)).toBeNull();
});
