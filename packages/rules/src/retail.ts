import { pricesOf, withPercent } from "./net-price.ts";
import { add, exact, mul, roundHalfUp, toDecimalString, ZERO, type Exact } from "./exact.ts";
import type { PriceComponent, PriceLimit, Tariff } from "./tariff.ts";

/** The provider's retail rule for an operator's tariff. All parts are optional. */
export type RetailRule = {
  /** percent on every price and on the limits; negative: a discount */
  markup_percent?: number | null | undefined;
  /** rupees a kWh excluding GST, on each ENERGY component after the markup; may be negative */
  per_kwh_add?: number | null | undefined;
  /** percent; replaces the operator's VAT everywhere, as the provider is the seller */
  gst_percent?: number | null | undefined;
};

/** Bounds of a rule: the markup is above the first and up to the second, the others include both. */
const LIMITS = {
  markup_percent: { above: -100, most: 1000 },
  per_kwh_add: { least: -1000, most: 1000 },
  gst_percent: { least: 0, most: 100 },
} as const;

/**
 * The tariff that a driver is shown and billed by. It keeps its id, elements and conditions; only prices, VAT and
 * limits change, exactly (16.1 and 10 % make 17.71). A price does not fall below 0. Without a rule, or with one that
 * changes nothing, the same object is returned. Throws RangeError as `checkRetailRule` does.
 */
export function retailTariff<T extends Tariff>(tariff: T, rule: RetailRule | null): T {
  const { factor, perKwh, gst } = read(rule ?? {});
  if (factor.n === factor.d && perKwh.n === 0n && gst === null) return tariff;

  const component = (c: PriceComponent): PriceComponent => {
    const raised = mul(pricesOf(c).net, factor);
    const price = c.type === "ENERGY" ? add(raised, perKwh) : raised;
    const net = price.n < 0n ? ZERO : price;
    const vat = gst ?? (c.vat == null ? null : exact(c.vat));
    const sold = { ...c, price: toNumber(net), ...(gst === null ? {} : { vat: toNumber(gst) }) };
    return c.price_incl_vat == null || vat === null
      ? sold
      : { ...sold, price_incl_vat: toNumber(withPercent(net, vat)) };
  };
  const limit = ({ excl_vat, incl_vat, ...rest }: PriceLimit): PriceLimit => {
    const excl = mul(exact(excl_vat), factor);
    if (gst !== null) {
      return { ...rest, excl_vat: toNumber(excl), incl_vat: toNumber(withPercent(excl, gst)) };
    }
    const incl = incl_vat == null ? incl_vat : toNumber(mul(exact(incl_vat), factor));
    return { ...rest, excl_vat: toNumber(excl), ...(incl === undefined ? {} : { incl_vat: incl }) };
  };

  // The operator's text about its prices does not apply to ours.
  const {
    tariff_alt_text: _text,
    tariff_alt_url: _url,
    ...same
  } = tariff as T & {
    tariff_alt_url?: unknown;
  };
  return {
    ...same,
    elements: tariff.elements.map((element) => ({
      ...element,
      price_components: element.price_components.map(component),
    })),
    ...(tariff.min_price ? { min_price: limit(tariff.min_price) } : {}),
    ...(tariff.max_price ? { max_price: limit(tariff.max_price) } : {}),
  } as unknown as T;
}

/** Throws RangeError, with a sentence, for a rule outside its bounds: -100 < markup <= 1000 %, GST 0 to 100 %, ₹1000 a kWh. */
export function checkRetailRule(rule: RetailRule): void {
  read(rule);
}

function read(rule: RetailRule): { factor: Exact; perKwh: Exact; gst: Exact | null } {
  const markup = rule.markup_percent ?? 0;
  const perKwh = rule.per_kwh_add ?? 0;
  const gst = rule.gst_percent ?? null;
  const { markup_percent, per_kwh_add, gst_percent } = LIMITS;
  if (!(markup > markup_percent.above && markup <= markup_percent.most)) {
    throw new RangeError(`a markup is above -100 % and at most 1000 %, not ${markup}`);
  }
  if (!(perKwh >= per_kwh_add.least && perKwh <= per_kwh_add.most)) {
    throw new RangeError(`an addition per kWh is at most 1000 rupees, not ${perKwh}`);
  }
  if (gst !== null && !(gst >= gst_percent.least && gst <= gst_percent.most)) {
    throw new RangeError(`GST is 0 to 100 %, not ${gst}`);
  }
  const percent = exact(markup);
  return {
    factor: { n: 100n * percent.d + percent.n, d: 100n * percent.d },
    perKwh: exact(perKwh),
    gst: gst === null ? null : exact(gst),
  };
}

const DECIMALS = 10;

/** Rounded half up at the tenth decimal, which a JSON number can represent for any realistic price. */
function toNumber(value: Exact): number {
  const scale = 10n ** BigInt(DECIMALS);
  return Number(toDecimalString({ n: roundHalfUp({ n: value.n * scale, d: value.d }), d: scale }));
}
