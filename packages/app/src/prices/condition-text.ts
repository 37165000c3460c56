import {
  DAYS_OF_WEEK,
  restrictionFacts,
  type DayOfWeek,
  type RestrictionFact,
  type TariffRestrictions,
} from "@voltmarg/rules";
import { clockTime } from "../ui/clock-time.ts";
import { unitCopy } from "../ui/copy.ts";
import { dateFormat, listed } from "../ui/format.ts";
import { conditionCopy as copy } from "./condition-copy.ts";

const DAY_MS = 86_400_000;

/**
 * When a price applies, as text: "from 18:00 to 22:00, Monday to Friday, for the first
 * 30 min". Empty when it always holds. Hours and dates are those of the station.
 */
export const conditionWords = (of: TariffRestrictions | null | undefined): string =>
  listed(restrictionFacts(of).map(factWords).filter(Boolean));

function factWords(fact: RestrictionFact): string {
  switch (fact.kind) {
    case "RESERVATION":
      return fact.of === "RESERVATION" ? copy.reservation : copy.reservationExpired;
    case "HOURS":
      return fact.until === "24:00"
        ? copy.untilMidnight(clockTime(fact.from))
        : copy.betweenTimes(clockTime(fact.from), clockTime(fact.until));
    case "NEVER":
      return copy.never;
    case "DAYS":
      return days(fact.days);
    case "DATES":
      return dates(fact.from, fact.until);
    case "DURATION":
      return span(fact.from, fact.below);
    case "ENERGY":
      return amount(fact.from, fact.below);
    case "POWER":
      return strength(fact.from, fact.below, "kW");
    case "CURRENT":
      return strength(fact.from, fact.below, "A");
  }
}

function days(names: readonly DayOfWeek[]): string {
  const places = names.map((name) => DAYS_OF_WEEK.indexOf(name)).filter((place) => place >= 0);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return "";
  if (places.length > 2 && last - first === places.length - 1)
    return copy.daysBetween(dayName(first), dayName(last));
  return inWords(places.map(dayName));
}

const dayName = (place: number) => copy.days[place]!;

function inWords(words: string[]): string {
  return words.length < 2
    ? words.join("")
    : copy.daysAnd(listed(words.slice(0, -1)), words.at(-1)!);
}

function dates(start: string | null, end: string | null): string {
  const first = start === null ? null : dateWords(Date.parse(`${start}T00:00:00Z`));
  const last = end === null ? null : dateWords(Date.parse(`${end}T00:00:00Z`) - DAY_MS);
  if (first !== null && last !== null)
    return first === last ? copy.onDate(first) : copy.between(first, last);
  if (first !== null) return copy.fromDate(first);
  return last === null ? "" : copy.untilDate(last);
}

const dateWords = (at: number) =>
  dateFormat({ day: "numeric", month: "short", year: "numeric" }).format(at);

function span(from: number | null, until: number | null): string {
  const after = from === null || from === 0 ? null : durationWords(from);
  if (after !== null && until !== null) return copy.between(after, durationWords(until));
  if (after !== null) return copy.after(after);
  return until === null ? "" : copy.forFirst(durationWords(until));
}

/** 1 h, 90 min, 45 s out of seconds. */
export function durationWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}\u00a0${unitCopy.hour}`;
  return seconds % 60 === 0
    ? `${seconds / 60}\u00a0${unitCopy.minute}`
    : `${seconds}\u00a0${unitCopy.second}`;
}

function amount(from: number | null, until: number | null): string {
  if (from !== null && from > 0)
    return until === null
      ? copy.fromAmount(`${from}\u00a0kWh`)
      : copy.amountBetween(String(from), `${until}\u00a0kWh`);
  return until === null ? "" : copy.forFirst(`${until}\u00a0kWh`);
}

function strength(from: number | null, until: number | null, unit: string): string {
  if (from !== null && from > 0)
    return until === null
      ? copy.strengthOrMore(`${from}\u00a0${unit}`)
      : copy.strengthBetween(String(from), `${until}\u00a0${unit}`);
  return until === null ? "" : copy.below(`${until}\u00a0${unit}`);
}
