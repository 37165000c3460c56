import { expect, test } from "vitest";
import { advisoryMark } from "./advisory-ceilings.ts";

const at = (time: string) => new Date(`2026-11-20T${time}+05:30`);
const price = (whole: bigint, energy = whole) => ({ whole, energy });

test.each([
  ["DC", "08:59:59", 13_00n, false],
  ["DC", "09:00:00", 11_00n, true],
  ["DC", "15:59:59", 11_00n, true],
  ["DC", "16:00:00", 13_00n, false],
  ["AC", "12:00:00", 3_00n, true],
  ["AC", "22:00:00", 4_00n, false],
] as const)(
  "[D-19] the ceiling of %s at %s is %d paise a kWh",
  (current, time, ceiling, isSolar) => {
    expect(advisoryMark(current, at(time), price(0n))).toMatchObject({ ceiling, isSolar });
  },
);

test("[D-19] a price is within, above, or depends on what of it is electricity", () => {
  const noon = at("12:00:00");
  expect(advisoryMark("DC", noon, price(11_00n)).verdict).toBe("WITHIN");
  expect(advisoryMark("DC", noon, price(20_00n))).toMatchObject({
    verdict: "NOT_SPLIT",
    electricityAtLeast: 9_00n,
  });
  // ₹12 of fees and of the provider's own on top of ₹8 of energy.
  expect(advisoryMark("DC", noon, price(20_00n, 8_00n))).toMatchObject({
    verdict: "ABOVE",
    electricityAtLeast: null,
  });
  expect(advisoryMark("DC", noon, price(20_00n, 9_00n)).verdict).toBe("NOT_SPLIT");
});
