import type { Connector } from "@voltmarg/contract";
import {
  exact,
  mul,
  roundHalfUpToPaise,
  type Exact,
  type PriceComponent,
  type PriceLimit,
  type Tariff,
  type TariffRestrictions,
} from "@voltmarg/rules";
import { inr } from "../ui/format.ts";
import { conditionWords, durationWords } from "./condition-text.ts";
import { priceCopy as copy } from "./copy.ts";
import { readable } from "./lead-price.ts";

/** One price of a tariff in words, GST included: what for, how much, and when it holds. */
export type TariffRow = { key: string; name: string; price: string; conditions: string[] };

const ORDER = ["FLAT", "ENERGY", "TIME", "PARKING_TIME", "RESERVATION_FLAT", "RESERVATION_TIME"];
/** Smaller steps round by too little to show. */
const LEAST_STEP = { ENERGY: 100, TIME: 60, PARKING_TIME: 60, FLAT: Infinity };

/**
 * All prices of a tariff as rows of a table: for each kind of price the elements in the order in
 * which they are tried, so the last one without a condition is what holds "otherwise". Null: there
 * is no tariff, or nothing in it is readable.
 */
export function tariffRows({ tariff }: Connector): TariffRow[] | null {
  if (!tariff) return null;
  const rows = readable(() => componentRows(tariff));
  return rows === null || rows.length === 0 ? null : [...rows, ...limitRows(tariff)];
}

function componentRows(tariff: Tariff): TariffRow[] {
  const found = tariff.elements.flatMap(({ price_components, restrictions }, element) =>
    price_components.flatMap((component) => {
      const kind = kindOf(component, restrictions ?? null);
      if (kind === null) return [];
      return [{ kind, component, element, when: conditionWords(restrictions) }];
    }),
  );
  return ORDER.flatMap((kind) => {
    const all = found.filter((row) => row.kind === kind);
    // Elements after one without a condition never apply.
    const end = all.findIndex(({ when }) => when === "");
    const tried = end < 0 ? all : all.slice(0, end + 1);
    const rows = tried.map(({ component, element, when }) => ({
      key: `${kind}-${element}`,
      name: copy.names[kind] ?? kind,
      price: priceWords(component),
      when: when || (tried.length > 1 ? copy.otherwise : ""),
      step: stepWords(component),
    }));
    return joined(rows).map(({ key, name, price, when, step }) => ({
      key,
      name,
      price,
      conditions: [when, step].filter(Boolean),
    }));
  });
}

type Row = { key: string; name: string; price: string; when: string; step: string };

/** The same price at several hours is one row. */
function joined(rows: readonly Row[]): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.price === row.price && last.step === row.step && row.when !== copy.otherwise)
      found.splice(-1, 1, { ...last, when: `${last.when}; ${row.when}` });
    else found.push(row);
  }
  return found;
}

/** Reservations have their own prices, per time and once; other prices of a reservation never apply. */
function kindOf({ type }: PriceComponent, restrictions: TariffRestrictions | null): string | null {
  if (restrictions?.reservation == null) return type;
  return type === "TIME" || type === "FLAT" ? `RESERVATION_${type}` : null;
}

function priceWords({ type, price, vat }: PriceComponent): string {
  if (price === 0) return copy.free;
  const full = withVat(exact(price), vat);
  if (type === "FLAT") return copy.once(paise(full));
  if (type === "ENERGY") return copy.perKwh(paise(full));
  const perMinute = mul(full, { n: 1n, d: 60n });
  const words = copy.perMinute(paise(perMinute));
  const isWhole = (perMinute.n * 100n) % perMinute.d === 0n;
  return isWhole ? words : `${words} (${copy.perHour(paise(full))})`;
}

const withVat = (price: Exact, percent: number | null | undefined): Exact =>
  percent == null ? price : mul(price, mul(exact(percent + 100), { n: 1n, d: 100n }));

const paise = (amount: Exact): string => inr(Number(roundHalfUpToPaise(amount)));

function stepWords({ type, step_size }: PriceComponent): string {
  if (!(step_size >= LEAST_STEP[type])) return "";
  if (type === "ENERGY") return copy.steps(`${step_size / 1000}\u00a0kWh`);
  return step_size === 60 ? copy.fullMinutes : copy.steps(durationWords(step_size));
}

function limitRows(tariff: Tariff): TariffRow[] {
  const rates = new Set(
    tariff.elements.flatMap((element) => element.price_components.map(({ vat }) => vat ?? null)),
  );
  const rate = rates.size === 1 ? [...rates][0] : undefined;
  const row = (key: string, name: string, limit: PriceLimit | null | undefined): TariffRow[] =>
    limit == null
      ? []
      : [{ key, name, price: limitWords(limit, rate), conditions: [copy.wholeCharge] }];
  return [
    ...row("min", copy.atLeast, tariff.min_price),
    ...row("max", copy.atMost, tariff.max_price),
  ];
}

/** A minimum or maximum without GST gets the GST rate of the prices, if they have one. */
function limitWords({ excl_vat, incl_vat }: PriceLimit, rate: number | null | undefined): string {
  if (incl_vat != null) return paise(exact(incl_vat));
  if (rate === undefined) return copy.beforeGst(paise(exact(excl_vat)));
  return paise(withVat(exact(excl_vat), rate));
}
