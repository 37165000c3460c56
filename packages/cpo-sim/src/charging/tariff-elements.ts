import type { Tariff, TariffRestrictions } from "@voltmarg/ocpi";
import { add, compare, divide, exact, type Fraction, fraction, multiply } from "./fraction.ts";
import type { WallTime } from "./local-time.ts";

export type Dimension = "FLAT" | "ENERGY" | "TIME" | "PARKING_TIME";

export type Component = {
  dimension: Dimension;
  price: Fraction;
  /** Percent; none is 0. */
  vat: Fraction;
  /** Wh or seconds. */
  step: Fraction;
};

/** A tariff element in numbers. `from` is inclusive, `below` and `until` are exclusive. */
export type Element = {
  components: Component[];
  reservation: string | null;
  /** Seconds since midnight. */
  clock: { from: number; until: number } | null;
  /** Days since 1970-01-01. */
  firstDay: number;
  untilDay: number;
  /** 0 Sunday … 6 Saturday; null: all. */
  weekdays: Set<number> | null;
  /** Seconds. */
  minDuration: number;
  maxDuration: number;
  wattHours: Range;
  kilowatts: Range;
  amperes: Range;
};

type Range = { from: Fraction | null; below: Fraction | null };

const days = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** Parses a tariff once, so that the check of every second is fast. */
export function readElements(tariff: Tariff): Element[] {
  return tariff.elements.map(({ price_components, restrictions = {} }) => {
    const { start_time, end_time, day_of_week } = restrictions;
    const wattHours = (kwh: number | undefined) => {
      const amount = bound(kwh);
      return amount && multiply(amount, fraction(1000));
    };
    return {
      components: price_components.map(
        ({ type, price, price_incl_vat: incl, vat = 0, step_size }) => ({
          dimension: type as Dimension,
          // OCPI 2.3.0 tax_included: the price as sent is the exact one.
          price:
            incl === undefined
              ? exact(price)
              : divide(multiply(exact(incl), fraction(100)), add(fraction(100), exact(vat))),
          vat: exact(vat),
          step: exact(step_size),
        }),
      ),
      reservation: restrictions.reservation ?? null,
      clock:
        start_time === undefined && end_time === undefined
          ? null
          : {
              from: secondOfDay(start_time ?? "00:00"),
              // 00:00 as an end is the end of the day.
              until: secondOfDay(end_time === "00:00" ? "24:00" : (end_time ?? "24:00")),
            },
      firstDay: dayOf(restrictions.start_date) ?? -Infinity,
      untilDay: dayOf(restrictions.end_date) ?? Infinity,
      weekdays: day_of_week?.length ? new Set(day_of_week.map((day) => days.indexOf(day))) : null,
      minDuration: restrictions.min_duration ?? 0,
      maxDuration: restrictions.max_duration ?? Infinity,
      wattHours: { from: wattHours(restrictions.min_kwh), below: wattHours(restrictions.max_kwh) },
      kilowatts: { from: bound(restrictions.min_power), below: bound(restrictions.max_power) },
      amperes: { from: bound(restrictions.min_current), below: bound(restrictions.max_current) },
    };
  });
}

const bound = (value: number | undefined) => (value === undefined ? null : exact(value));

function secondOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60;
}

function dayOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

/** What the restrictions have beside those that are read above. A new one of the standard does not compile until it is named. */
function unknownIn(restrictions: TariffRestrictions): Record<string, never> {
  const { start_time: _1, end_time: _2, start_date: _3, end_date: _4, ...numbers } = restrictions;
  const { min_kwh: _5, max_kwh: _6, min_power: _7, max_power: _8, ...others } = numbers;
  const {
    min_current: _9,
    max_current: _10,
    min_duration: _11,
    max_duration: _12,
    ...rest
  } = others;
  const { day_of_week: _13, reservation: _14, ...none } = rest;
  return none;
}

/** Refuses a tariff that could be read as two different prices. Throws RangeError. */
export function refuseUnclear(tariff: Tariff & { tax_included?: unknown }): void {
  const isBelowZero = (value: number | undefined) => value !== undefined && value < 0;
  const isTurned = (least: number | undefined, most: number | undefined) =>
    least !== undefined && most !== undefined && most < least;
  const { currency, min_price: least, max_price: most } = tariff;
  const components = tariff.elements.flatMap(({ price_components }) => price_components);
  const bounds = tariff.elements.map(({ restrictions = {} }) => restrictions);
  const unknown = tariff.elements.some(({ price_components, restrictions = {}, ...element }) => {
    const parts = price_components.map(
      ({ type: _t, price: _p, price_incl_vat: _i, vat: _v, step_size: _s, ...rest }) => rest,
    );
    return [element, unknownIn(restrictions), ...parts].some((rest) =>
      Object.values(rest).some((value) => value != null),
    );
  });
  const faults: Record<string, boolean> = {
    "a price in no currency": typeof currency !== "string" || currency.length !== 3,
    "prices with tax": ![undefined, null, "NO", "N/A"].includes(tariff.tax_included),
    "money back": [
      ...components.flatMap(({ price, vat }) => [price, vat]),
      ...[least, most].flatMap((limit) => [limit?.excl_vat, limit?.incl_vat]),
    ].some(isBelowZero),
    "steps of nothing": components.some((one) => one.type !== "FLAT" && one.step_size < 1),
    "a key that is not known": unknown,
    "a maximum below nothing": bounds.some((of) =>
      [of.max_kwh, of.max_current, of.max_power, of.max_duration].some(isBelowZero),
    ),
    "a maximum below its minimum":
      isTurned(least?.excl_vat, most?.excl_vat) ||
      isTurned(least?.incl_vat, most?.incl_vat) ||
      bounds.some(
        (of) =>
          isTurned(of.min_kwh, of.max_kwh) ||
          isTurned(of.min_current, of.max_current) ||
          isTurned(of.min_power, of.max_power) ||
          isTurned(of.min_duration, of.max_duration),
      ),
  };
  const fault = Object.keys(faults).find((name) => faults[name]);
  if (fault !== undefined) throw new RangeError(`a tariff with ${fault}`);
}

/** OCPI 2.2.1 mod_tariffs: at the start of a charge, not before `start_date_time`, before `end_date_time`. */
export function isValidAt({ start_date_time, end_date_time }: Tariff, at: number): boolean {
  return (
    (start_date_time === undefined || Date.parse(start_date_time) <= at) &&
    (end_date_time === undefined || at < Date.parse(end_date_time))
  );
}

/** Time of day, date and weekday. */
export function calendarHolds(element: Element, { day, weekday, second }: WallTime): boolean {
  const { clock, weekdays } = element;
  if (clock) {
    const started = second >= clock.from;
    const over = second >= clock.until;
    // An end before the start is on the next day; an end equal to the start is an empty window.
    if (clock.until < clock.from ? !started && over : !started || over) return false;
  }
  return (
    day >= element.firstDay &&
    day < element.untilDay &&
    (weekdays === null || weekdays.has(weekday))
  );
}

/** Power and current; unknown values meet no restriction. */
export function flowHolds(
  element: Element,
  kilowatts: Fraction | null,
  amperes: Fraction | null,
): boolean {
  return within(kilowatts, element.kilowatts) && within(amperes, element.amperes);
}

function within(value: Fraction | null, { from, below }: Range): boolean {
  if (!from && !below) return true;
  if (!value) return false;
  return (!from || compare(value, from) >= 0) && (!below || compare(value, below) < 0);
}
