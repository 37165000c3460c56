import type { PlannedCharge } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { connector } from "../../../test/location.ts";
import type { Basis } from "./limit-plan.ts";
import { endWords, limitWords, planChanges, spokenPlan } from "./limit-text.ts";

const basis: Basis = {
  connector: connector(),
  location: { time_zone: "Asia/Kolkata" },
  closesAt: null,
  vehicle: undefined,
  start: new Date("2026-11-20T05:00:00Z"),
};
const plan = (change: Partial<PlannedCharge> = {}) =>
  ({
    kwh: 15.84,
    minutes: 16,
    rangeKm: 111,
    stopsBecause: "CHOICE",
    priceChanges: [],
    ...change,
  }) as PlannedCharge;

test("a limit is said in its own unit, money with paise only where there are some", () => {
  expect(limitWords("MONEY", 300)).toBe("₹300");
  expect(limitWords("MONEY", 299.5)).toBe("₹299.50");
  expect(limitWords("ENERGY", 15.84)).toBe("15.8 kWh");
  expect(limitWords("TIME", 16)).toBe("16 min");
  expect(limitWords("RANGE", 110)).toBe("110 km");
});

test("each reason for an earlier end is said", () => {
  const closing = { ...basis, closesAt: new Date("2026-11-20T05:10:00Z") };
  expect(endWords(plan(), closing, null)).toEqual([]);
  expect(endWords(null, closing, null)).toEqual([]);
  expect(endWords(plan({ stopsBecause: "BATTERY_FULL" }), closing, null)).toEqual([
    "The battery is full at 15.8 kWh.",
  ]);
  expect(endWords(plan({ stopsBecause: "CLOSING_TIME" }), closing, null)).toEqual([
    "Stops earlier: the station closes at 10:40.",
  ]);
  expect(endWords(plan({ stopsBecause: "CLOSING_TIME" }), basis, null)).toEqual([]);
  expect(endWords(plan({ stopsBecause: "BATTERY_FULL" }), basis, 1)).toEqual([
    "The battery is full at 15.8 kWh.",
    "Your wallet covers ₹0.01 of it.",
  ]);
  expect(endWords(plan(), basis, 0)).toEqual([
    "Your wallet balance is too low to charge. Add money first.",
  ]);
});

test("two changes of price are told, more are counted", () => {
  const told = (count: number) =>
    planChanges(
      plan({
        priceChanges: Array.from({ length: count }, (_, i) => ({
          at: "2026-11-20T05:05:00Z",
          because: "CLOCK" as const,
          kwh: 5,
          before: { perKwhMinor: BigInt(100 + i) },
          after: { perKwhMinor: BigInt(101 + i) },
        })) as never,
      }),
      basis,
    );
  expect(told(2)).toEqual([
    "From 10:35 ₹1.01/kWh instead of ₹1.00/kWh",
    "From 10:35 ₹1.02/kWh instead of ₹1.01/kWh",
  ]);
  expect(told(3).slice(2)).toEqual(["1 more change after that."]);
  expect(told(4)).toHaveLength(3);
  expect(planChanges(null, basis)).toEqual([]);
});

test("the chosen value is said first, then the others as far as they are known", () => {
  const said = (...of: Parameters<typeof spokenPlan>) =>
    spokenPlan(...of).replaceAll("\u00a0", " ");
  expect(said("TIME", 16, plan(), 30_000, [])).toBe("16 min, about ₹300.00, 15.8 kWh, 111 km");
  expect(said("ENERGY", 5, plan({ rangeKm: null }), null, ["The station closes."])).toBe(
    "5.0 kWh, 16 min. The station closes",
  );
  expect(said("MONEY", 300, null, 30_000, [])).toBe("₹300");
});
