import { pricesOf } from "./net-price.ts";
import { checkTariff } from "./check-tariff.ts";
import { compare, exact, leastCommonMultiple, type Exact } from "./exact.ts";
import { DAYS_OF_WEEK, type DayOfWeek } from "./days-of-week.ts";
import { clockMinutes, dayNumber, instantMs } from "./instant.ts";
import { restrictionFacts, type RestrictionFact } from "./restriction-facts.ts";
import type { Tariff, TariffDimensionType, TariffRestrictions } from "./tariff.ts";
import { DAY_MS } from "./time-zone.ts";

/** One price component with its restrictions, prepared for many comparisons. */
export type Candidate = {
  elementIndex: number;
  restrictions: TariffRestrictions | null;
  type: TariffDimensionType;
  price: Exact;
  priceInclVat: Exact;
  /** percent */
  vat: Exact | null;
  /** Wh or seconds; of a FLAT fee without meaning */
  step: Exact;
  when: Condition | null;
};

type Condition = {
  from: number | null;
  until: number | null;
  firstDay: number | null;
  lastDay: number | null;
  /** bit 1…7 = Monday…Sunday; 0: every day */
  days: number;
  minKwh: bigint | null;
  maxKwh: bigint | null;
  minMs: number | null;
  maxMs: number | null;
  minPower: Exact | null;
  maxPower: Exact | null;
  minCurrent: Exact | null;
  maxCurrent: Exact | null;
};

const ANYTIME: Condition = {
  from: null,
  until: null,
  firstDay: null,
  lastDay: null,
  days: 0,
  minKwh: null,
  maxKwh: null,
  minMs: null,
  maxMs: null,
  minPower: null,
  maxPower: null,
  minCurrent: null,
  maxCurrent: null,
};

export type CompiledTariff = {
  /** energy is counted in 1 / energyScale kWh */
  energyScale: bigint;
  byDimension: Record<TariffDimensionType, Candidate[]>;
  reservation: Record<"TIME" | "FLAT", Candidate[]>;
  reservationExpires: Record<"TIME" | "FLAT", Candidate[]>;
  /** local times of day (ms) at which some restriction starts or ends; empty: none depends on the clock */
  clockTimes: number[];
  /** ms since the session began at which some restriction starts or ends */
  durations: number[];
  /** energy units at which some restriction starts or ends */
  energies: bigint[];
  /** some restriction asks for power or current */
  needsFlow: boolean;
};

/** State of a session at one moment. */
export type Moment = {
  /** local days since 1970-01-01, ms since midnight, 1 Monday … 7 Sunday */
  day: number;
  time: number;
  weekday: number;
  /** whole energy units used so far, cut down: thresholds are whole units */
  energy: bigint;
  /** whole ms since the session began, cut down */
  elapsed: number;
  /** kW; null: not known, and no restriction on it holds */
  power: Exact | null;
  /** A over all phases; null: not known */
  current: Exact | null;
};

/**
 * Parses a tariff once for many comparisons. `energyScale` is a multiple of 1000; it grows when the tariff's own
 * thresholds need finer units. Throws RangeError, as `checkTariff` does, for an unclear tariff.
 */
export function compileTariff(tariff: Tariff, energyScale: bigint): CompiledTariff {
  checkTariff(tariff);
  const scale = finestScale(tariff, energyScale);
  const clock = new Set<number>();
  const durations = new Set<number>();
  const energies = new Set<bigint>();
  const compiled: CompiledTariff = {
    energyScale: scale,
    byDimension: { ENERGY: [], TIME: [], PARKING_TIME: [], FLAT: [] },
    reservation: { TIME: [], FLAT: [] },
    reservationExpires: { TIME: [], FLAT: [] },
    clockTimes: [],
    durations: [],
    energies: [],
    needsFlow: false,
  };
  tariff.elements.forEach((element, elementIndex) => {
    const restrictions = element.restrictions ?? null;
    const facts = restrictionFacts(restrictions);
    const when = restrictions === null ? null : condition(facts, scale);
    const reservation = facts.find((fact) => fact.kind === "RESERVATION")?.of ?? null;
    if (when !== null) {
      compiled.needsFlow ||= asksForFlow(when);
      if (when.from !== null) clock.add(when.from % DAY_MS);
      if (when.until !== null) clock.add(when.until % DAY_MS);
      if (when.days !== 0 || when.firstDay !== null || when.lastDay !== null) clock.add(0);
      for (const ms of [when.minMs, when.maxMs]) if (ms !== null) durations.add(ms);
      for (const kwh of [when.minKwh, when.maxKwh]) if (kwh !== null) energies.add(kwh);
    }
    for (const component of element.price_components) {
      const { net, incl } = pricesOf(component);
      const candidate: Candidate = {
        elementIndex,
        restrictions,
        type: component.type,
        price: net,
        priceInclVat: incl,
        vat: component.vat == null ? null : exact(component.vat),
        step: exact(component.step_size ?? 1),
        when,
      };
      listFor(compiled, reservation, component.type).push(candidate);
    }
  });
  compiled.clockTimes = [...clock];
  compiled.durations = [...durations].sort((a, b) => a - b);
  compiled.energies = [...energies].sort((a, b) => (a < b ? -1 : 1));
  return compiled;
}

function finestScale(tariff: Tariff, atLeast: bigint): bigint {
  let scale = atLeast;
  for (const { restrictions } of tariff.elements) {
    for (const kwh of [restrictions?.min_kwh, restrictions?.max_kwh]) {
      if (kwh == null) continue;
      scale = leastCommonMultiple(scale, exact(kwh).d);
    }
  }
  return scale;
}

function listFor(
  compiled: CompiledTariff,
  reservation: string | null,
  type: TariffDimensionType,
): Candidate[] {
  if (reservation === null) {
    const list = compiled.byDimension[type];
    if (list === undefined) throw new RangeError(`unknown price component: ${type}`);
    return list;
  }
  // OCPI 2.2.1: a reservation can only have FLAT and TIME.
  if (type !== "TIME" && type !== "FLAT") return [];
  if (reservation === "RESERVATION") return compiled.reservation[type];
  if (reservation === "RESERVATION_EXPIRES") return compiled.reservationExpires[type];
  throw new RangeError(`unknown reservation restriction: ${reservation}`);
}

function condition(facts: readonly RestrictionFact[], scale: bigint): Condition {
  const when: Condition = { ...ANYTIME };
  for (const fact of facts) {
    switch (fact.kind) {
      case "RESERVATION":
        // Which list it is in says that.
        break;
      case "HOURS":
        when.from = clockMinutes(fact.from) * 60_000;
        when.until = clockMinutes(fact.until) * 60_000;
        break;
      case "NEVER":
        when.from = when.until = 0;
        break;
      case "DAYS":
        when.days = bitsOf(fact.days);
        break;
      case "DATES":
        when.firstDay = fact.from === null ? null : dayNumber(fact.from);
        when.lastDay = fact.until === null ? null : dayNumber(fact.until);
        break;
      case "DURATION":
        when.minMs = milliseconds(fact.from);
        when.maxMs = milliseconds(fact.below);
        break;
      case "ENERGY":
        when.minKwh = units(fact.from, scale);
        when.maxKwh = units(fact.below, scale);
        break;
      case "POWER":
        when.minPower = optional(fact.from);
        when.maxPower = optional(fact.below);
        break;
      case "CURRENT":
        when.minCurrent = optional(fact.from);
        when.maxCurrent = optional(fact.below);
        break;
    }
  }
  return when;
}

function bitsOf(days: readonly DayOfWeek[]): number {
  let bits = 0;
  for (const name of days) {
    const index = DAYS_OF_WEEK.indexOf(name);
    if (index < 0) throw new RangeError(`unknown day of the week: ${name.slice(0, 20)}`);
    bits |= 1 << (index + 1);
  }
  return bits;
}

const anyOf = (...bounds: unknown[]) => bounds.some((bound) => bound !== null);

/** Whether it asks for power or current. */
export const asksForFlow = (when: Condition): boolean =>
  anyOf(when.minPower, when.maxPower, when.minCurrent, when.maxCurrent);

/** Whether it changes with the energy or the duration of a charge. */
export const isTiered = (when: Condition): boolean =>
  anyOf(when.minKwh, when.maxKwh, when.minMs, when.maxMs);

function optional(value: number | null): Exact | null {
  return value === null ? null : exact(value);
}

function units(value: number | null, scale: bigint): bigint | null {
  if (value === null) return null;
  const { n, d } = exact(value);
  return n * (scale / d);
}

function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000);
}

/** The first candidate, in list order, whose restrictions all hold at the moment. */
export function firstMatch(candidates: readonly Candidate[], moment: Moment): Candidate | null {
  for (const candidate of candidates) {
    if (candidate.when === null || holds(candidate.when, moment)) return candidate;
  }
  return null;
}

function holds(when: Condition, moment: Moment): boolean {
  return (
    clockHolds(when, moment) &&
    (when.minKwh === null || moment.energy >= when.minKwh) &&
    (when.maxKwh === null || moment.energy < when.maxKwh) &&
    (when.minMs === null || moment.elapsed >= when.minMs) &&
    (when.maxMs === null || moment.elapsed < when.maxMs) &&
    within(moment.power, when.minPower, when.maxPower) &&
    within(moment.current, when.minCurrent, when.maxCurrent)
  );
}

/** Time of day, date and weekday alone. */
export function clockHolds(when: Condition, moment: Moment): boolean {
  if (when.from !== null && when.until !== null) {
    const after = moment.time >= when.from;
    const before = moment.time < when.until;
    // OCPI 2.2.1: a window wraps when its end is before its start; one that ends when it starts is empty.
    if (when.until < when.from ? !(after || before) : !(after && before)) return false;
  }
  return (
    (when.firstDay === null || moment.day >= when.firstDay) &&
    (when.lastDay === null || moment.day < when.lastDay) &&
    (when.days === 0 || (when.days & (1 << moment.weekday)) !== 0)
  );
}

/** minimum inclusive, maximum exclusive */
function within(value: Exact | null, minimum: Exact | null, maximum: Exact | null): boolean {
  if (minimum === null && maximum === null) return true;
  if (value === null) return false;
  return (
    (minimum === null || compare(value, minimum) >= 0) &&
    (maximum === null || compare(value, maximum) < 0)
  );
}

/** Whether the tariff's own dates cover an instant (both UTC; the end is exclusive). */
export function isTariffValidAt(tariff: Tariff, at: number): boolean {
  return (
    (tariff.start_date_time == null || at >= instantMs(tariff.start_date_time)) &&
    (tariff.end_date_time == null || at < instantMs(tariff.end_date_time))
  );
}
