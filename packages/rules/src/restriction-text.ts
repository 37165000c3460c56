import { DAYS_OF_WEEK } from "./days-of-week.ts";
import { restrictionFacts, type RestrictionFact } from "./restriction-facts.ts";
import type { TariffRestrictions } from "./tariff.ts";

/**
 * A tariff element's restrictions in short English: `22:00–06:00, Sat, from 10 kWh`. Empty when it has none. "from"
 * includes its bound, "below" and "until" do not.
 */
export const restrictionText = (of: TariffRestrictions | null): string =>
  restrictionFacts(of).map(factText).join(", ");

const UNITS = { DURATION: "s", ENERGY: "kWh", POWER: "kW", CURRENT: "A" };

function factText(fact: RestrictionFact): string {
  switch (fact.kind) {
    case "RESERVATION":
      return fact.of === "RESERVATION" ? "reservation" : "expired reservation";
    case "HOURS":
      return `${fact.from}–${fact.until}`;
    case "NEVER":
      return "never";
    case "DAYS":
      return fact.days.map(dayWord).join(" ");
    case "DATES":
      return bounds(fact.from, "until", fact.until);
    case "DURATION":
    case "ENERGY":
    case "POWER":
    case "CURRENT":
      return `${bounds(fact.from, "below", fact.below)} ${UNITS[fact.kind]}`;
  }
}

function bounds(from: string | number | null, to: "until" | "below", end: typeof from): string {
  const last = end === null ? null : `${to} ${end}`;
  if (from === null) return last ?? "";
  return last === null ? `from ${from}` : `from ${from} to ${last}`;
}

function dayWord(day: string): string {
  return day.charAt(0) + day.slice(1, 3).toLowerCase();
}

/** 1 Monday … 7 Sunday as `Mon` … `Sun`. */
export function weekdayWord(weekday: number): string {
  return dayWord(DAYS_OF_WEEK[weekday - 1]!);
}
