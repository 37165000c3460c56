import { compare, exact, fraction, mul, sub, toDecimalString, type Exact } from "./exact.ts";
import type { PriceLimit, Tariff } from "./tariff.ts";

export type PricedTotals = { excl: Exact; incl: Exact };

export type PriceAdjustment = {
  kind: "MIN_PRICE" | "MAX_PRICE";
  /** signed decimal text: the total minus the sum of the lines */
  exclVat: string;
  inclVat: string;
};

/**
 * The change made by the limits; null: none. Net and total are limited separately, so one may change and the other
 * not; its amount is then 0. The kind is MIN_PRICE when the net was raised and MAX_PRICE when it was lowered; when
 * the net did not change, the total decides.
 */
export function adjustmentOf(lines: PricedTotals, totals: PricedTotals): PriceAdjustment | null {
  const excl = sub(totals.excl, lines.excl);
  const incl = sub(totals.incl, lines.incl);
  if (excl.n === 0n && incl.n === 0n) return null;
  const raised = excl.n === 0n ? incl.n > 0n : excl.n > 0n;
  return {
    kind: raised ? "MIN_PRICE" : "MAX_PRICE",
    exclVat: toDecimalString(excl),
    inclVat: toDecimalString(incl),
  };
}

/**
 * min_price and max_price, excluding and including VAT separately. A limit that gives only its price without VAT is
 * raised by the session's own VAT rate.
 */
export function clampPrice(tariff: Tariff, totals: PricedTotals): PricedTotals {
  let { excl, incl } = totals;
  const minimum = limitOf(tariff.min_price, totals);
  if (minimum !== null) {
    if (compare(excl, minimum.excl) < 0) excl = minimum.excl;
    if (compare(incl, minimum.incl) < 0) incl = minimum.incl;
  }
  const maximum = limitOf(tariff.max_price, totals);
  if (maximum !== null) {
    if (compare(excl, maximum.excl) > 0) excl = maximum.excl;
    if (compare(incl, maximum.incl) > 0) incl = maximum.incl;
  }
  return { excl, incl };
}

function limitOf(limit: PriceLimit | null | undefined, totals: PricedTotals): PricedTotals | null {
  if (limit == null) return null;
  const excl = exact(limit.excl_vat);
  if (limit.incl_vat != null) return { excl, incl: exact(limit.incl_vat) };
  if (totals.excl.n === 0n) return { excl, incl: excl };
  const rate = fraction(totals.incl.n * totals.excl.d, totals.incl.d * totals.excl.n);
  return { excl, incl: mul(excl, rate) };
}
