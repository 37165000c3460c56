import { exact, mul, type Exact } from "./exact.ts";
import type { PriceComponent } from "./tariff.ts";

/** An amount with so many percent more. */
export const withPercent = (amount: Exact, percent: Exact): Exact =>
  mul(amount, { n: 100n * percent.d + percent.n, d: 100n * percent.d });

/** The exact price without VAT: of a price that was sent with it, its share. */
export function netPrice({ price, vat, price_incl_vat: incl }: PriceComponent): Exact {
  if (incl == null || vat == null) return exact(price);
  const rate = exact(vat);
  return mul(exact(incl), { n: 100n * rate.d, d: 100n * rate.d + rate.n });
}
