import type { Tariff } from "@voltmarg/contract";
import type { Cdr } from "@voltmarg/ocpi";
import {
  compare,
  exact,
  fromOcpiPeriods,
  isProviderCurrency,
  mul,
  pricesOf,
  priceSession,
  roundHalfUpToPaise,
  sub,
  ZERO,
  type Exact,
  type PricedSession,
} from "@voltmarg/rules";

/** The tariffs that were frozen at the start. */
export type Frozen = {
  /** The driver's tariff; null: unknown. */
  tariff: Tariff | null;
  /** The operator's tariff; null: the same. */
  operator_tariff: Tariff | null;
  location: { time_zone: string };
};

/** The operator's totals compared with our computation of the same CDR on the operator's own tariff. */
export type Audit = {
  asked: { excl: Exact; incl: Exact | null };
  checked: PricedSession;
  /** The tolerance: half a paisa for each price component. */
  tolerance: Exact;
  agreed: boolean;
};

/** What the driver pays, in paise. */
export type Settled = {
  net: bigint;
  total: bigint;
  /** Our computation on the driver's tariff; null: the tariff is unknown, and the operator's total is sold. */
  ours: PricedSession | null;
  audit: Audit | null;
};

/** How a CDR without an agreed price is sold, once staff released it. */
export type Unpriced = {
  /** The operator's total is ours without GST, or with it. */
  as: "NET" | "GROSS";
  /** GST in percent. */
  percent: number;
};

/**
 * Prices a CDR on both frozen tariffs and returns what the driver pays: the promised price, which is our own total;
 * less, if the CDR asks for less than our check found. Without an agreed price the operator's total is sold, but only
 * if staff released the CDR: `unpriced`. The refusal is a sentence: the CDR cannot be priced.
 */
export function checkCdr(
  cdr: Cdr,
  frozen: Frozen,
  unpriced: Unpriced | null = null,
): { ok: true; settled: Settled } | { ok: false; reason: string } {
  const { tariff, operator_tariff: operatorTariff } = frozen;
  if (!tariff || !isProviderCurrency(tariff.currency)) {
    return unpriced
      ? { ok: true, settled: asAsked(cdr, unpriced) }
      : { ok: false, reason: "no price was agreed for this charge" };
  }
  const zone = frozen.location.time_zone;
  try {
    const checked = priceCdr(cdr, operatorTariff ?? tariff, zone);
    const ours = operatorTariff ? priceCdr(cdr, tariff, zone) : checked;
    const audit = auditOf(cdr, checked);
    return { ok: true, settled: { ...settle(ours, audit), ours, audit } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `it cannot be priced: ${why}` };
  }
}

/** The operator's own total with our tax. */
function asAsked({ total_cost: { excl_vat, incl_vat } }: Cdr, { as, percent }: Unpriced): Settled {
  const { net, incl } = pricesOf(
    as === "NET"
      ? { price: excl_vat, vat: percent }
      : { price: 0, vat: percent, price_incl_vat: incl_vat ?? excl_vat },
  );
  return {
    net: roundHalfUpToPaise(net),
    total: roundHalfUpToPaise(incl),
    ours: null,
    audit: null,
  };
}

function priceCdr(cdr: Cdr, tariff: Tariff, timeZone: string): PricedSession {
  return priceSession({
    tariff,
    timeZone,
    start: cdr.start_date_time,
    end: cdr.end_date_time,
    periods: fromOcpiPeriods(cdr.charging_periods, cdr.start_date_time, cdr.end_date_time),
  });
}

/** Half a paisa, in rupees. */
const HALF_A_PAISA = 200n;

function auditOf(cdr: Cdr, checked: PricedSession): Audit {
  const { excl_vat, incl_vat } = cdr.total_cost;
  const asked = { excl: exact(excl_vat), incl: incl_vat === undefined ? null : exact(incl_vat) };
  const tolerance = { n: BigInt(checked.lines.length), d: HALF_A_PAISA };
  const within = (a: Exact, b: Exact) => {
    const { n, d } = sub(a, b);
    return compare({ n: n < 0n ? -n : n, d }, tolerance) <= 0;
  };
  const agreed =
    within(asked.excl, checked.exact.excl) &&
    (asked.incl === null || within(asked.incl, checked.exact.incl));
  return { asked, checked, tolerance, agreed };
}

function settle(ours: PricedSession, audit: Audit): { net: bigint; total: bigint } {
  if (audit.agreed) return { net: ours.exclMinor, total: ours.inclMinor };
  const { excl, incl } = ours.exact;
  const theirs = audit.checked.exact;
  // With our tax in the place of the operator's.
  const less = mul(
    atLeastZero(sub(theirs.incl, askedInclusive(audit))),
    mul(ratio(theirs.excl, theirs.incl), ratio(incl, excl)),
  );
  const total = atLeastZero(sub(incl, less));
  // The rate stays the one of the price promised, whatever the operator's own split says.
  const net = incl.n === 0n ? ZERO : { n: total.n * excl.n * incl.d, d: total.d * excl.d * incl.n };
  return { net: roundHalfUpToPaise(net), total: roundHalfUpToPaise(total) };
}

const ONE: Exact = { n: 1n, d: 1n };
/** 1 where one of both is nothing. */
const ratio = (a: Exact, b: Exact): Exact =>
  a.n === 0n || b.n === 0n ? ONE : { n: a.n * b.d, d: a.d * b.n };

/** What the operator asks for a CDR, in paise with its tax. */
export const askedMinor = ({ total_cost: { excl_vat, incl_vat } }: Cdr, audit: Audit | null) =>
  roundHalfUpToPaise(audit ? askedInclusive(audit) : exact(incl_vat ?? excl_vat));

/** The operator's total including GST; if it sends only the net, our rate is added. */
export function askedInclusive({ asked, checked }: Audit): Exact {
  if (asked.incl) return asked.incl;
  const { excl, incl } = checked.exact;
  return excl.n === 0n ? asked.excl : mul(asked.excl, { n: incl.n * excl.d, d: incl.d * excl.n });
}

const atLeastZero = (value: Exact): Exact => (value.n < 0n ? ZERO : value);
