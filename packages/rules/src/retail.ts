import { pricesOf, withPercent } from "./net-price.ts";
import { add, exact, mul, roundHalfUp, toDecimalString, ZERO, type Exact } from "./exact.ts";
import { soldKindOf, type SellerTaxes, type SoldKind } from "./seller-tax.ts";
import type { PriceComponent, PriceLimit, Tariff } from "./tariff.ts";

/** The provider's retail rule for an operator's tariff. All parts are optional. */
export type RetailRule = {
  /** percent on every price and on the limits; negative: a discount */
  markup_percent?: number | null | undefined;
  /** rupees a kWh excluding GST, on each ENERGY component after the markup; may be negative */
  per_kwh_add?: number | null | undefined;
};

/** Bounds of a rule: the markup is above the first and up to the second, the others include both. */
const LIMITS = {
  markup_percent: { above: -100, most: 1000 },
  per_kwh_add: { least: -1000, most: 1000 },
} as const;

/**
 * The tariff that a driver is shown and billed by: the operator's prices without VAT, by the rule, with the seller's own
 * tax. What the operator says of VAT counts only for what it invoices us. The tariff keeps its id, elements and
 * conditions; prices change exactly (16.1 and 10 % make 17.71), and none falls below 0. Where nothing changes, the same
 * object is returned. Throws RangeError, with a sentence, for a rule outside its bounds: -100 < markup
 * <= 1000 %, ₹1000 a kWh.
 */
export function retailTariff<T extends Tariff>(
  tariff: T,
  rule: RetailRule | null,
  taxes: SellerTaxes,
): T {
  const { factor, perKwh } = read(rule ?? {});
  const energyPercent = exact(taxes("ENERGY").percent);
  let changed = factor.n !== factor.d || perKwh.n !== 0n;

  const component = (c: PriceComponent, kind: SoldKind): PriceComponent => {
    const raised = mul(pricesOf(c).net, factor);
    const price = c.type === "ENERGY" ? add(raised, perKwh) : raised;
    const net = price.n < 0n ? ZERO : price;
    const { percent } = taxes(kind);
    changed ||= c.vat !== percent;
    const sold = { ...c, price: toNumber(net), vat: percent };
    return c.price_incl_vat == null
      ? sold
      : { ...sold, price_incl_vat: toNumber(withPercent(net, exact(percent))) };
  };
  const limit = (of: PriceLimit): PriceLimit => {
    const excl = mul(exact(of.excl_vat), factor);
    const incl_vat = toNumber(withPercent(excl, energyPercent));
    changed ||= of.incl_vat !== incl_vat;
    return { ...of, excl_vat: toNumber(excl), incl_vat };
  };

  // The operator's text about its prices does not apply to ours.
  const {
    tariff_alt_text: _text,
    tariff_alt_url: _url,
    ...same
  } = tariff as T & {
    tariff_alt_url?: unknown;
  };
  const sold = {
    ...same,
    elements: tariff.elements.map((element) => ({
      ...element,
      price_components: element.price_components.map((each) =>
        component(each, soldKindOf(each.type, element.restrictions)),
      ),
    })),
    ...(tariff.min_price ? { min_price: limit(tariff.min_price) } : {}),
    ...(tariff.max_price ? { max_price: limit(tariff.max_price) } : {}),
  } as unknown as T;
  return changed ? sold : tariff;
}

function read(rule: RetailRule): { factor: Exact; perKwh: Exact } {
  const markup = rule.markup_percent ?? 0;
  const perKwh = rule.per_kwh_add ?? 0;
  const { markup_percent, per_kwh_add } = LIMITS;
  if (!(markup > markup_percent.above && markup <= markup_percent.most)) {
    throw new RangeError(`a markup is above -100 % and at most 1000 %, not ${markup}`);
  }
  if (!(perKwh >= per_kwh_add.least && perKwh <= per_kwh_add.most)) {
    throw new RangeError(`an addition per kWh is at most 1000 rupees, not ${perKwh}`);
  }
  const percent = exact(markup);
  return {
    factor: { n: 100n * percent.d + percent.n, d: 100n * percent.d },
    perKwh: exact(perKwh),
  };
}

const DECIMALS = 10;

/** Rounded half up at the tenth decimal, which a JSON number can represent for any realistic price. */
function toNumber(value: Exact): number {
  const scale = 10n ** BigInt(DECIMALS);
  return Number(toDecimalString({ n: roundHalfUp({ n: value.n * scale, d: value.d }), d: scale }));
}
