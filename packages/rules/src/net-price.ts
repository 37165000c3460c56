import { exact, mul, type Exact } from "./exact.ts";
import type { PriceComponent } from "./tariff.ts";

const factorOf = ({ n, d }: Exact): Exact => ({ n: 100n * d + n, d: 100n * d });

/** An amount with so many percent more. */
export const withPercent = (amount: Exact, percent: Exact): Exact => mul(amount, factorOf(percent));

/** The exact prices of a component without and with VAT: the same object where it has no rate. */
export function pricesOf({
  price,
  vat,
  price_incl_vat: sent,
}: Pick<PriceComponent, "price" | "vat" | "price_incl_vat">): { net: Exact; incl: Exact } {
  const net = exact(price);
  if (vat == null) return { net, incl: net };
  const factor = factorOf(exact(vat));
  if (sent == null) return { net, incl: mul(net, factor) };
  const incl = exact(sent);
  return { net: mul(incl, { n: factor.d, d: factor.n }), incl };
}
