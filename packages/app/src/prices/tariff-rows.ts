import type { Connector } from "@voltmarg/contract";
import {
  exact,
  mul,
  pricesOf,
  restrictionFacts,
  roundHalfUpToPaise,
  type Exact,
  type PriceComponent,
  type PriceLimit,
  type RestrictionFact,
  type Tariff,
  type TariffRestrictions,
  tariffNow,
} from "@voltmarg/rules";
import { inr } from "../ui/format.ts";
import { conditionWords, durationWords } from "./condition-text.ts";
import { priceCopy as copy } from "./copy.ts";
import { readable } from "./lead-price.ts";

/** One price of a tariff in words, GST included: what for, how much, and when it holds. */
export type TariffRow = { key: string; name: string; price: string; conditions: string[] };

/** Nobody can reserve here. */
const NOT_SHOWN: readonly RestrictionFact["kind"][] = ["RESERVATION", "NEVER"];
const ORDER = ["FLAT", "ENERGY", "TIME", "PARKING_TIME"];
const DAY_MS = 86_400_000;
/** Steps below these change a price too little to be shown. */
const LEAST_STEP = { ENERGY: 100, TIME: 60, PARKING_TIME: 60, FLAT: Infinity };

/**
 * The prices of a tariff in words: those in force at `at`, and those that a charge of the next day may meet. For each kind
 * of price the elements are in the order in which they are tried, so the last one without a condition is what holds
 * "otherwise". Null: there is no tariff, or nothing in it is readable.
 */
export function tariffRows(
  { tariff }: Connector,
  timeZone: string,
  at: Date,
): { now: TariffRow[]; later: TariffRow[] } | null {
  if (!tariff) return null;
  const rows = readable(() => componentRows(tariff, timeZone, at));
  if (rows === null || rows.now.length + rows.later.length === 0) return null;
  return { now: [...rows.now, ...limitRows(tariff)], later: rows.later };
}

function componentRows(tariff: Tariff, timeZone: string, at: Date) {
  const holding = new Set(tariffNow(tariff, timeZone, at).elements);
  const soon = holdingSoon(tariff, timeZone, at);
  const found = tariff.elements.flatMap((element, nth) =>
    element.price_components.flatMap((component): Found[] => {
      const { restrictions } = element;
      if (!ORDER.includes(component.type)) return [];
      if (restrictionFacts(restrictions).some(({ kind }) => NOT_SHOWN.includes(kind))) return [];
      const holds = holding.has(element);
      return holds || soon.has(nth) ? [{ component, nth, restrictions, holds }] : [];
    }),
  );
  const byKind = ORDER.map((kind) => {
    const all = found.filter(({ component }) => component.type === kind);
    const now = untilCertain(
      all.filter(({ holds }) => holds),
      ({ restrictions }) => conditionWords(offClock(restrictions)),
    );
    const tried = untilCertain(all, ({ restrictions }) => conditionWords(restrictions));
    return {
      now: rowsOf(now),
      later: rowsOf(
        tried.filter((one) => !now.includes(one)),
        true,
      ),
    };
  });
  return {
    now: byKind.flatMap(({ now }) => now),
    later: byKind.flatMap(({ later }) => later),
  };
}

type Found = {
  component: PriceComponent;
  nth: number;
  restrictions: TariffRestrictions | null | undefined;
  /** at this time, by the clock */
  holds: boolean;
};

/** Elements after one without a condition never apply. */
function untilCertain(found: readonly Found[], condition: (one: Found) => string): Found[] {
  const end = found.findIndex((one) => condition(one) === "");
  return end < 0 ? [...found] : found.slice(0, end + 1);
}

const offClock = (of: TariffRestrictions | null | undefined): TariffRestrictions => ({
  ...of,
  ...ANY_TIME,
  start_date: null,
  end_date: null,
  day_of_week: null,
});
const ANY_TIME = { start_time: null, end_time: null };

/** The elements whose days and dates come within a day. */
function holdingSoon(tariff: Tariff, timeZone: string, at: Date): Set<number> {
  const elements = tariff.elements.map((element) => ({
    ...element,
    restrictions: element.restrictions && { ...element.restrictions, ...ANY_TIME },
  }));
  const nth = new Map(elements.map((element, i) => [element, i]));
  const on = (day: Date) => tariffNow({ ...tariff, elements }, timeZone, day).elements;
  const tomorrow = new Date(at.getTime() + DAY_MS);
  return new Set([...on(at), ...on(tomorrow)].map((element) => nth.get(element)!));
}

function rowsOf(found: readonly Found[], others = false): TariffRow[] {
  const rows = found.map(({ component, nth, restrictions }) => ({
    key: `${component.type}-${nth}`,
    name: copy.names[component.type] ?? component.type,
    price: priceWords(component),
    when: conditionWords(restrictions) || (others || found.length > 1 ? copy.otherwise : ""),
    step: stepWords(component),
  }));
  return joined(rows).map(({ key, name, price, when, step }) => ({
    key,
    name,
    price,
    conditions: [when, step].filter(Boolean),
  }));
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

function priceWords(component: PriceComponent): string {
  const { type } = component;
  const { incl: full } = pricesOf(component);
  if (full.n === 0n) return copy.free;
  if (type === "FLAT") return copy.once(paise(full));
  if (type === "ENERGY") return copy.perKwh(paise(full));
  const perMinute = mul(full, { n: 1n, d: 60n });
  const words = copy.perMinute(paise(perMinute));
  const isWhole = (perMinute.n * 100n) % perMinute.d === 0n;
  return isWhole ? words : `${words} (${copy.perHour(paise(full))})`;
}

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
  return paise(pricesOf({ price: excl_vat, vat: rate }).incl);
}
