import { expect, test } from "vitest";
import { formatInr } from "./money.ts";

test("money is grouped the Indian way, with two decimals and no space", () => {
  expect(formatInr(12_345_600n)).toBe("₹1,23,456.00");
  expect(formatInr(5)).toBe("₹0.05");
  expect(formatInr(0n)).toBe("₹0.00");
  expect(formatInr(123_456_789_012n)).toBe("₹1,23,45,67,890.12");
});

test("minus is U+2212, before the sign of the rupee", () => {
  expect(formatInr(-5_050)).toBe("\u2212₹50.50");
  expect(formatInr(-20n, { decimals: 0 })).toBe("₹0");
});

test("a limit is shown in whole rupees", () => {
  expect(formatInr(30_000n, { decimals: 0 })).toBe("₹300");
  expect(formatInr(-30_050n, { decimals: 0 })).toBe("\u2212₹301");
});

test("half paise and unsafe numbers are refused", () => {
  expect(() => formatInr(1.5)).toThrow("whole paise");
  expect(() => formatInr(2 ** 60)).toThrow("whole paise");
});
