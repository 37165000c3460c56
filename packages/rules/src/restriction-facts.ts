import { DAYS_OF_WEEK, type DayOfWeek } from "./days-of-week.ts";
import type { TariffRestrictions } from "./tariff.ts";

/**
 * One thing that a tariff element's restrictions ask for. `from` counts itself, `until` and `below` do not (OCPI 2.2.1
 * TariffRestrictions). Null: no bound.
 */
export type RestrictionFact =
  | { kind: "RESERVATION"; of: "RESERVATION" | "RESERVATION_EXPIRES" }
  /** HH:MM of the station, `until` at most 24:00. It wraps past midnight when `until` is before `from`. */
  | { kind: "HOURS"; from: string; until: string }
  /** A window of hours that ends where it begins is empty. */
  | { kind: "NEVER" }
  /** In the order of the week, each once, at least one and not all. */
  | { kind: "DAYS"; days: readonly DayOfWeek[] }
  /** YYYY-MM-DD of the station. */
  | { kind: "DATES"; from: string | null; until: string | null }
  /** Seconds since the session began; kWh; kW; A over all phases. */
  | {
      kind: "DURATION" | "ENERGY" | "POWER" | "CURRENT";
      from: number | null;
      below: number | null;
    };

/**
 * The restrictions of a tariff element as a list of facts: the only place that reads them. What matches, words or checks
 * a price goes by this list, and a new restriction does not compile until it is in it.
 */
export const restrictionFacts = (of: TariffRestrictions | null | undefined): RestrictionFact[] =>
  of == null ? [] : read(of).facts;

/** What of the restrictions nobody here knows: with it, the price is not known. */
export const unknownRestrictions = (of: TariffRestrictions): Record<string, unknown> =>
  read(of).rest;

type NothingElse = Record<string, never>;

function read(of: TariffRestrictions): { facts: RestrictionFact[]; rest: NothingElse } {
  const { reservation, day_of_week, start_date, end_date, ...others } = of;
  const { start_time, end_time, min_kwh, max_kwh, min_duration, max_duration, ...flow } = others;
  const { min_power, max_power, min_current, max_current, ...rest } = flow;
  const facts: (RestrictionFact | null)[] = [
    reservation == null ? null : { kind: "RESERVATION", of: reservation },
    hours(start_time, end_time),
    days(day_of_week),
    start_date == null && end_date == null
      ? null
      : { kind: "DATES", from: start_date ?? null, until: end_date ?? null },
    range("DURATION", min_duration || null, max_duration),
    range("ENERGY", min_kwh || null, max_kwh),
    // A minimum of nothing stays: it asks for a power that is known.
    range("POWER", min_power, max_power),
    range("CURRENT", min_current, max_current),
  ];
  return { facts: facts.filter((fact) => fact !== null), rest };
}

type Maybe<T> = T | null | undefined;

function hours(start: Maybe<string>, end: Maybe<string>): RestrictionFact | null {
  if (start == null && end == null) return null;
  const from = start ?? "00:00";
  const until = end == null || isMidnight(end) ? "24:00" : end;
  if (from === until) return { kind: "NEVER" };
  return isMidnight(from) && until === "24:00" ? null : { kind: "HOURS", from, until };
}

/** As an end, 00:00 is the end of the day. */
const isMidnight = (time: string) => /^0?0:00/.test(time);

function days(names: Maybe<readonly DayOfWeek[]>): RestrictionFact | null {
  const found = [...new Set(names ?? [])].toSorted((a, b) => placeOf(a) - placeOf(b));
  const isEvery = DAYS_OF_WEEK.every((day) => found.includes(day));
  return found.length === 0 || isEvery ? null : { kind: "DAYS", days: found };
}

const placeOf = (day: DayOfWeek) => DAYS_OF_WEEK.indexOf(day);

function range(
  kind: "DURATION" | "ENERGY" | "POWER" | "CURRENT",
  from: Maybe<number>,
  below: Maybe<number>,
): RestrictionFact | null {
  return from == null && below == null ? null : { kind, from: from ?? null, below: below ?? null };
}
