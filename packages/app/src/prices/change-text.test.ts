import type { PriceChange, Prices } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { changeWords } from "./change-text.ts";

const start = new Date("2026-11-20T11:30:00Z");
const prices = (change: Partial<Prices>) => change as Prices;
const words = (before: Partial<Prices>, after: Partial<Prices>, how: Partial<PriceChange> = {}) =>
  changeWords(
    {
      at: "2026-11-20T12:30:00Z",
      because: "CLOCK",
      kwh: 5,
      before: prices(before),
      after: prices(after),
      ...how,
    },
    start,
    "Asia/Kolkata",
  )?.replaceAll("\u00a0", " ");

const [was, is] = [{ perKwhMinor: 1900n }, { perKwhMinor: 2200n }];

test("a change says from when it holds: by the station's clock, the energy or the time charged", () => {
  expect(words(was, is)).toBe("From 18:00 ₹22.00/kWh instead of ₹19.00/kWh");
  expect(words(was, is, { because: "ENERGY" })).toBe("From 5 kWh ₹22.00/kWh instead of ₹19.00/kWh");
  expect(words(was, is, { because: "DURATION" })).toBe(
    "After 1 h ₹22.00/kWh instead of ₹19.00/kWh",
  );
});

test("a threshold is a round number, though its crossing is a millisecond off", () => {
  expect(words(was, is, { because: "ENERGY", kwh: 4.998 })).toMatch(/^From 5 kWh /);
  expect(words(was, is, { because: "ENERGY", kwh: 2.25 })).toMatch(/^From 2.25 kWh /);
  const after = (at: string) => words(was, is, { because: "DURATION", at });
  expect(after("2026-11-20T11:59:59.999Z")).toMatch(/^After 30 min /);
  expect(after("2026-11-20T12:00:00.499Z")).toMatch(/^After 30 min /);
});

test("a price that begins comes on top, and one that ends is no more", () => {
  const time = { perMinuteMinor: 118n };
  expect(words(was, { ...was, ...time })).toBe("From 18:00 ₹1.18/min as well");
  expect(words({ ...was, ...time }, was)).toBe("From 18:00 no more ₹1.18/min");
  expect(words({}, is)).toBe("From 18:00 ₹22.00/kWh as well");
  expect(words({ perKwhMinor: 0n }, is)).toBe("From 18:00 ₹22.00/kWh as well");
  expect(words(was, { perKwhMinor: 0n })).toBe("From 18:00 no more ₹19.00/kWh");
});

test("two prices that change are told in one line, energy first", () => {
  expect(words({ ...was, perMinuteMinor: 118n }, { ...is, perMinuteMinor: 236n })).toBe(
    "From 18:00 ₹22.00/kWh instead of ₹19.00/kWh, ₹2.36/min instead of ₹1.18/min",
  );
  expect(words(was, { perMinuteMinor: 118n })).toBe(
    "From 18:00 no more ₹19.00/kWh, ₹1.18/min as well",
  );
});

test("nothing is told when only the start fee changes, or nothing does", () => {
  expect(words(was, was)).toBeUndefined();
  expect(words({ ...was, flatMinor: 100n }, { ...was, flatMinor: 200n })).toBeUndefined();
  expect(words({}, { perKwhMinor: 0n, perMinuteMinor: 0n })).toBeUndefined();
});
