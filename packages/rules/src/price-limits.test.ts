import { expect, test } from "vitest";
import { exact, toDecimalString } from "./exact.ts";
import { adjustmentOf, clampPrice } from "./price-limits.ts";
import type { PriceLimit, Tariff } from "./tariff.ts";

const totals = (excl: number, incl: number) => ({ excl: exact(excl), incl: exact(incl) });
const clamped = (limits: { min?: PriceLimit; max?: PriceLimit }, excl: number, incl: number) => {
  const tariff = { min_price: limits.min, max_price: limits.max } as Tariff;
  const { excl: net, incl: total } = clampPrice(tariff, totals(excl, incl));
  return [toDecimalString(net), toDecimalString(total)];
};

test("[E-4] a price below the minimum is raised, one above the maximum lowered, net and total separately", () => {
  expect(clamped({}, 10, 11.8)).toEqual(["10", "11.8"]);
  const limits = { min: { excl_vat: 10, incl_vat: 20 }, max: { excl_vat: 30, incl_vat: 40 } };
  expect(clamped(limits, 9, 19)).toEqual(["10", "20"]);
  expect(clamped(limits, 10, 20)).toEqual(["10", "20"]);
  expect(clamped(limits, 12, 19)).toEqual(["12", "20"]);
  expect(clamped(limits, 9, 25)).toEqual(["10", "25"]);
  expect(clamped(limits, 30, 40)).toEqual(["30", "40"]);
  expect(clamped(limits, 31, 39)).toEqual(["30", "39"]);
  expect(clamped(limits, 29, 41)).toEqual(["29", "40"]);
  // The maximum takes precedence.
  expect(clamped({ min: { excl_vat: 50, incl_vat: 50 }, max: limits.max }, 1, 1)).toEqual([
    "30",
    "40",
  ]);
});

test("[E-4] a limit without a price including VAT uses the session's own VAT rate, and no VAT for a session that costs nothing", () => {
  expect(clamped({ min: { excl_vat: 20 } }, 10, 11.8)).toEqual(["20", "23.6"]);
  expect(clamped({ max: { excl_vat: 5 } }, 10, 11.8)).toEqual(["5", "5.9"]);
  expect(clamped({ min: { excl_vat: 20 } }, 0, 0)).toEqual(["20", "20"]);
  expect(clamped({ min: { excl_vat: 20, incl_vat: null } }, 10, 11.8)).toEqual(["20", "23.6"]);
});

test("[E-4] the change by a limit is reported with its sign; null without a change", () => {
  const of = (from: [number, number], to: [number, number]) =>
    adjustmentOf(totals(...from), totals(...to));
  expect(of([10, 12], [10, 12])).toBeNull();
  expect(of([10, 12], [15, 18])).toEqual({ kind: "MIN_PRICE", exclVat: "5", inclVat: "6" });
  expect(of([10, 12], [8, 9])).toEqual({ kind: "MAX_PRICE", exclVat: "-2", inclVat: "-3" });
  // The net decides if both changed, the total if only it did.
  expect(of([10, 12], [15, 9])).toMatchObject({ kind: "MIN_PRICE", inclVat: "-3" });
  expect(of([10, 12], [8, 14])).toMatchObject({ kind: "MAX_PRICE", inclVat: "2" });
  expect(of([10, 12], [10, 14])).toEqual({ kind: "MIN_PRICE", exclVat: "0", inclVat: "2" });
  expect(of([10, 12], [10, 9])).toEqual({ kind: "MAX_PRICE", exclVat: "0", inclVat: "-3" });
});
