import { compare, exact, fraction, mul, type Exact } from "./exact.ts";
import type { PriceLimit, Tariff } from "./tariff.ts";

export type PricedTotals = { excl: Exact; incl: Exact };

/**
 * min_price and max_price, excluding and including VAT each on its own. A limit that gives only
 * its price without VAT is raised by the session's own VAT rate.
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
