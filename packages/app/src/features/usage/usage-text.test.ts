import { expect, test } from "vitest";
import {
  changeOf,
  rupeesPerKm,
  rupeesPerKwh,
  shortName,
  type Stretch,
  stretchName,
  stretchWords,
  usageTable,
} from "./usage-text.ts";

const stretch = (change: Partial<Stretch> = {}): Stretch => ({
  from: "2026-11-20",
  until: "2026-11-20",
  kwh: 15.79,
  charges: 1,
  amount_minor: 29_998,
  range_km: null,
  ...change,
});
const week = stretch({ from: "2026-11-16", until: "2026-11-22" });
const month = stretch({ from: "2026-11-01", until: "2026-11-30" });

test("a bar is named by its day, its week or its month", () => {
  expect(stretchName(stretch(), "day")).toBe("Fri 20 Nov");
  expect(stretchName(week, "week")).toBe("16 Nov to 22 Nov");
  expect(stretchName(month, "month")).toBe("November 2026");
  // A week of which only a day is in the period.
  expect(stretchName(stretch(), "week")).toBe("Fri 20 Nov");
  expect(stretchName(stretch(), "month")).toBe("November 2026");
});

test("below a bar stands today, the day, the week's first day or the month", () => {
  expect(shortName(stretch(), "day", "2026-11-20")).toBe("Today");
  expect(shortName(stretch(), "day", "2026-11-21")).toBe("20 Nov");
  expect(shortName(week, "week", "2026-11-22")).toBe("16 Nov");
  expect(shortName(month, "month", "2026-11-30")).toBe("Nov");
});

test("a bar is read aloud with energy, charging sessions and what was billed", () => {
  const plain = (one: Stretch) => stretchWords(one, "day").replaceAll("\u00a0", " ");
  expect(plain(stretch())).toBe("Fri 20 Nov: 15.79 kWh, 1 charging session, ₹299.98");
  expect(plain(stretch({ charges: 2 }))).toContain("2 charging sessions");
  expect(plain(stretch({ charges: 0, kwh: 0, amount_minor: 0 }))).toBe("Fri 20 Nov: no charging");
});

test("a price per kWh needs energy, one per km a whole km of range", () => {
  const used = { kwh: 2, charges: 1, amount_minor: 3001, range_km: 1 };
  expect(rupeesPerKwh(used)).toBe("₹15.01");
  expect(rupeesPerKwh({ ...used, kwh: 0.5 })).toBe("₹60.02");
  expect(rupeesPerKwh({ ...used, kwh: 0 })).toBeNull();
  expect(rupeesPerKm(used)).toBe("₹30.01");
  expect(rupeesPerKm({ ...used, range_km: 0.99 })).toBeNull();
  expect(rupeesPerKm({ ...used, range_km: 3 })).toBe("₹10.00");
});

test("a change has its sign, and is said as it is shown", () => {
  const was = { kwh: 10, charges: 2, amount_minor: 20_000, range_km: null };
  const values = (is: Partial<typeof was>, before: Partial<typeof was> = {}) =>
    changeOf({ ...was, ...is }, { ...was, ...before })?.map(([, value]) => value);
  expect(values({})).toEqual(["no change", "no change", "no change", "no change"]);
  expect(values({ kwh: 11, charges: 3, amount_minor: 22_011 })).toEqual([
    "+1.0\u00a0kWh",
    "+1",
    "+₹20.11",
    "+₹0.01",
  ]);
  expect(values({ kwh: 9, charges: 1, amount_minor: 9000 })).toEqual([
    "\u22121.0\u00a0kWh",
    "\u22121",
    "\u2212₹110.00",
    "\u2212₹10.00",
  ]);
  // 10.0 either way, as both are shown with one digit.
  expect(values({ kwh: 10.04 })?.[0]).toBe("no change");
  expect(values({ kwh: 10.06 })?.[0]).toBe("+0.1\u00a0kWh");
});

test("without energy on either side there is no average to compare", () => {
  const was = { kwh: 10, charges: 2, amount_minor: 20_000, range_km: null };
  const nothing = { kwh: 0, charges: 0, amount_minor: 0, range_km: null };
  expect(changeOf(nothing, was)?.at(-1)).toEqual(["Average per kWh", "–"]);
  expect(changeOf(was, { ...was, kwh: 0 })?.at(-1)).toEqual(["Average per kWh", "–"]);
  expect(changeOf(was, nothing)).toBeNull();
});

test("the table writes paise as two decimals, and a range that is not known as nothing", () => {
  expect(usageTable([stretch({ amount_minor: 120_005, range_km: 0 })]).split("\r\n")[1]).toBe(
    "2026-11-20,2026-11-20,15.79,1,1200.05,0",
  );
  expect(usageTable([]).split("\r\n")).toHaveLength(2);
});
