import { expect, test } from "vitest";
import { paidPerKwh, promiseOf } from "./promise.ts";

const energy = { dimension: "ENERGY", quantity: "10", incl_vat_minor: 15_930 };
const tariff = {
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price: 13.5, vat: 18, step_size: 1 }] }],
};
const promise = (lines: object[], session: object = {}) =>
  promiseOf(
    { lines } as never,
    {
      tariff,
      location: { time_zone: "Asia/Kolkata" },
      requested_at: "2026-11-20T06:00:00Z",
      connector: { powerInKwh: 30 },
      ...session,
    } as never,
  );

test("[B-3] a bill says the price that was promised beside the one that was paid, both with GST", () => {
  expect(promise([energy])).toEqual({ promised: 1593, paid: 1593 });
  expect(promise([{ ...energy, incl_vat_minor: 17_000 }])).toEqual({ promised: 1593, paid: 1700 });
  // 19.25 and 18 % are ₹22.715 for each kWh.
  const odd = {
    currency: "INR",
    elements: [{ price_components: [{ type: "ENERGY", price: 19.25, vat: 18, step_size: 1 }] }],
  };
  const line = { ...energy, quantity: "2.988", incl_vat_minor: 6787 };
  expect(promise([line], { tariff: odd })).toEqual({ promised: 2272, paid: 2272 });
  // A start fee is a price of its own.
  expect(promise([energy, { dimension: "FLAT", quantity: "1", incl_vat_minor: 2_360 }])?.paid).toBe(
    1593,
  );
});

test("[B-3] nothing is said where no price was known, or it turned on the way", () => {
  expect(promise([energy], { tariff: null })).toBeNull();
  expect(promise([energy, energy])).toBeNull();
  expect(promise([])).toBeNull();
  expect(promise([{ ...energy, quantity: "0" }])).toBeNull();
});

test("[B-3] what was paid for a kWh is known of the bill alone, but for a price that turned on the way", () => {
  const paid = (lines: object[]) => paidPerKwh({ lines } as never);
  expect(paid([energy])).toBe(1593);
  expect(paid([energy, energy])).toBeNull();
  expect(paid([{ ...energy, quantity: "0" }])).toBeNull();
  expect(paid([])).toBeNull();
});
