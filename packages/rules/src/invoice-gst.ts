import { compare, exact, mul, type Exact } from "./exact.ts";
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

/** The rate of a price that names no VAT, on bills before the seller's taxes were kept: not 0 %, and no other line's tax. */
export const NO_TAX = "none";

export type TaxedLine = {
  /** percent as decimal text, or NO_TAX; null: no rate of its own (a limit of the tariff, a correction) */
  rate: string | null;
  /** Services Accounting Code */
  sac: string;
  /** paise before GST, may be negative */
  netMinor: bigint;
};

export type GstOfRate = {
  /** percent as decimal text, or NO_TAX */
  rate: string;
  sac: string;
  /** paise */
  taxableMinor: bigint;
  cgstMinor: bigint;
  sgstMinor: bigint;
  igstMinor: bigint;
};

export type InvoiceGst = {
  /** The taxable value. With CGST and SGST it is a paisa more than the totals' net where their tax is odd. */
  netMinor: bigint;
  gstMinor: bigint;
  cgstMinor: bigint;
  sgstMinor: bigint;
  igstMinor: bigint;
  rates: GstOfRate[];
};

/**
 * GST of an invoice of a total. Within a state it is two equal halves: the taxable value is the total less both. By rate
 * and code, highest rate first, untaxed lines last, every column adds up to its total to the paisa: the value is
 * distributed by the lines, the tax by value × rate, and the paise left by rounding go to the largest remainders.
 * `otherwise`: the rate and code if no line has a rate.
 */
export function invoiceGst(
  totals: { netMinor: bigint; totalMinor: bigint },
  lines: readonly TaxedLine[],
  tax: Supply["tax"],
  otherwise: { rate: string; sac: string },
): InvoiceGst {
  const { totalMinor } = totals;
  const isHalved = tax === "CGST_SGST";
  const priced = totalMinor - totals.netMinor;
  // Towards zero, so that a credit mirrors its invoice.
  const share = isHalved ? priced / 2n : priced;
  const gst = isHalved ? 2n * share : share;
  const net = totalMinor - gst;
  const groups = byRate(lines, otherwise, gst);
  const taxable = spread(
    net,
    groups.map(({ weight }) => exact(weight)),
  );
  const shares = spread(
    share,
    groups.map(({ rate }, i) => mul(exact(taxable[i]!), percentOf(rate))),
  );
  const halves = (of: bigint) => (isHalved ? of : 0n);
  const whole = (of: bigint) => (isHalved ? 0n : of);
  return {
    netMinor: net,
    gstMinor: gst,
    cgstMinor: halves(share),
    sgstMinor: halves(share),
    igstMinor: whole(share),
    rates: groups.map(({ rate, sac }, i) => ({
      rate,
      sac,
      taxableMinor: taxable[i]!,
      cgstMinor: halves(shares[i]!),
      sgstMinor: halves(shares[i]!),
      igstMinor: whole(shares[i]!),
    })),
  };
}

function byRate(
  lines: readonly TaxedLine[],
  otherwise: { rate: string; sac: string },
  gst: bigint,
): { rate: string; sac: string; weight: bigint }[] {
  const groups = new Map<string, { rate: string; sac: string; weight: bigint }>();
  for (const { rate, sac, netMinor } of lines) {
    if (rate === null) continue;
    const key = `${rate} ${sac}`;
    groups.set(key, { rate, sac, weight: (groups.get(key)?.weight ?? 0n) + netMinor });
  }
  const found = [...groups.values()]
    .map(({ rate, sac, weight }) => ({ rate, sac, weight: weight < 0n ? 0n : weight }))
    .toSorted(
      (a, b) =>
        Number(a.rate === NO_TAX) - Number(b.rate === NO_TAX) ||
        compare(percentOf(b.rate), percentOf(a.rate)),
    );
  const bears = found.some(({ rate, weight }) => weight > 0n && percentOf(rate).n > 0n);
  // Tax without a taxed line, or lines that add up to zero.
  if (found.length === 0 || (gst !== 0n && !bears)) return [{ ...otherwise, weight: 1n }];
  return found.length === 1 ? [{ ...found[0]!, weight: 1n }] : found;
}

const percentOf = (rate: string): Exact => exact(rate === NO_TAX ? 0 : rate);

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
