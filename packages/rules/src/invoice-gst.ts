import { compare, exact, fraction, mul, roundHalfUp, type Exact } from "./exact.ts";
import { currentStateCode } from "./gst-states.ts";
import { gstStateCode } from "./gstin.ts";

export type Supply = {
  /** two-digit GST state code */
  placeOfSupply: string;
  tax: "CGST_SGST" | "IGST";
};

/**
 * Where a charge is supplied, and so which tax is due. A registered buyer: the state of the GSTIN (section 12 (2)(a)
 * of the IGST Act). Anybody else: the state of the charging location, the only place known of them; where that is not
 * known either, the seller's (section 12 (2)(b)).
 */
export function supplyOf(s: {
  sellerState: string;
  buyerGstin: string | null;
  locationState: string | null;
}): Supply {
  const registered = s.buyerGstin === null ? null : gstStateCode(s.buyerGstin);
  const placeOfSupply = currentStateCode(registered ?? s.locationState ?? s.sellerState);
  return {
    placeOfSupply,
    tax: placeOfSupply === currentStateCode(s.sellerState) ? "CGST_SGST" : "IGST",
  };
}

/** The rate of a price that names no VAT: no tax is due on it. That is not 0 %, and it is no other line's tax. */
export const NO_TAX = "none";

export type TaxedLine = {
  /** percent as decimal text, or NO_TAX; null: no rate of its own (a limit of the tariff, a correction) */
  rate: string | null;
  /** paise before GST, may be negative */
  netMinor: bigint;
};

export type GstOfRate = {
  /** percent as decimal text, or NO_TAX */
  rate: string;
  /** paise */
  taxableMinor: bigint;
  cgstMinor: bigint;
  sgstMinor: bigint;
  igstMinor: bigint;
};

export type InvoiceGst = {
  gstMinor: bigint;
  cgstMinor: bigint;
  sgstMinor: bigint;
  igstMinor: bigint;
  rates: GstOfRate[];
};

/**
 * GST of an invoice: the GST is total − net, SGST is the remainder after CGST. By rate, highest first, untaxed lines
 * last, every column adds up to its total to the paisa: net is distributed by the lines of each rate, GST by net ×
 * rate, and the paise left by rounding go to the largest remainders. If no line has a rate, the rate is computed
 * from the totals.
 */
export function invoiceGst(
  totals: { netMinor: bigint; totalMinor: bigint },
  lines: readonly TaxedLine[],
  tax: Supply["tax"],
): InvoiceGst {
  const gst = totals.totalMinor - totals.netMinor;
  const cgst = tax === "CGST_SGST" ? half(gst) : 0n;
  const groups = byRate(lines, totals.netMinor, gst);
  const taxable = spread(
    totals.netMinor,
    groups.map(({ weight }) => exact(weight)),
  );
  const gsts = spread(
    gst,
    groups.map(({ rate }, i) => mul(exact(taxable[i]!), percentOf(rate))),
  );
  const cgsts = tax === "CGST_SGST" ? spread(cgst, gsts.map(exact)) : gsts.map(() => 0n);
  return {
    gstMinor: gst,
    cgstMinor: cgst,
    sgstMinor: tax === "CGST_SGST" ? gst - cgst : 0n,
    igstMinor: tax === "IGST" ? gst : 0n,
    rates: groups.map(({ rate }, i) => ({
      rate,
      taxableMinor: taxable[i]!,
      cgstMinor: cgsts[i]!,
      sgstMinor: tax === "CGST_SGST" ? gsts[i]! - cgsts[i]! : 0n,
      igstMinor: tax === "IGST" ? gsts[i]! : 0n,
    })),
  };
}

function byRate(lines: readonly TaxedLine[], net: bigint, gst: bigint) {
  const groups = new Map<string, bigint>();
  for (const { rate, netMinor } of lines) {
    if (rate !== null) groups.set(rate, (groups.get(rate) ?? 0n) + netMinor);
  }
  const found = [...groups]
    .map(([rate, weight]) => ({ rate, weight: weight < 0n ? 0n : weight }))
    .toSorted(
      (a, b) =>
        Number(a.rate === NO_TAX) - Number(b.rate === NO_TAX) ||
        compare(percentOf(b.rate), percentOf(a.rate)),
    );
  const bears = found.some(({ rate, weight }) => weight > 0n && percentOf(rate).n > 0n);
  // Tax without a taxed line, or lines that add up to zero: only the totals give the rate.
  if (found.length === 0 || (gst !== 0n && !bears)) return [{ rate: rateOf(net, gst), weight: 1n }];
  return found.length === 1 ? [{ rate: found[0]!.rate, weight: 1n }] : found;
}

const percentOf = (rate: string): Exact => exact(rate === NO_TAX ? 0 : rate);

/** GST as percent of net to the nearest hundredth. */
function rateOf(net: bigint, gst: bigint): string {
  if (net === 0n) return "0";
  const hundredths = roundHalfUp(fraction(gst * 10_000n, net));
  return String(Number(hundredths) / 100);
}

/** Halves towards zero, so that a credit mirrors its invoice. */
function half(minor: bigint): bigint {
  return minor / 2n;
}

/** Shares a total by weights, none negative; the paise left over go to the largest remainders, the first among equals. */
function spread(total: bigint, weights: readonly Exact[]): bigint[] {
  const size = total < 0n ? -total : total;
  const scale = weights.reduce((d, w) => d * w.d, 1n);
  const parts = weights.map((w) => (w.n < 0n ? -w.n : w.n) * (scale / w.d));
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const shares = parts.map((part) => (size * part) / whole);
  const order = parts
    .map((part, i) => ({ i, rest: (size * part) % whole }))
    .toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1));
  let left = size - shares.reduce((sum, share) => sum + share, 0n);
  for (const { i } of order) {
    if (left === 0n) break;
    shares[i]! += 1n;
    left -= 1n;
  }
  return total < 0n ? shares.map((share) => -share) : shares;
}
