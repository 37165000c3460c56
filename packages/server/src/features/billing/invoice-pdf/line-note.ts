import type { Cdr } from "@voltmarg/contract";
import { DAYS_OF_WEEK, restrictionFacts, type RestrictionFact } from "@voltmarg/rules";
import { invoiceCopy, type InvoiceCopy, type InvoiceLanguage } from "./invoice-copy.ts";
import { clockOf, dayOf } from "./zoned-time.ts";

type Line = Cdr["lines"][number];

/** Why a line costs what it costs: when, under which conditions of the tariff, and what was rounded. */
export function lineNote(line: Line, timeZone: string, language: InvoiceLanguage): string {
  const copy = invoiceCopy[language];
  const { rounding } = line;
  const conditions = restrictionFacts(line.restrictions).flatMap((each) =>
    conditionWords(each, copy),
  );
  const parts = [stretch(line, timeZone, language), ...conditions];
  if (rounding) {
    const unit = copy.roundingUnits[rounding.unit];
    parts.push(copy.roundedUp(`${rounding.added} ${unit}`, `${rounding.step} ${unit}`));
  }
  return parts.join(" · ");
}

function stretch({ from, until }: Line, timeZone: string, language: InvoiceLanguage): string {
  const start = clockOf(from, timeZone);
  if (from === until) return start;
  const day = dayOf(until, timeZone, language);
  const end = clockOf(until, timeZone);
  return `${start}–${day === dayOf(from, timeZone, language) ? "" : `${day} `}${end}`;
}

function conditionWords(fact: RestrictionFact, copy: InvoiceCopy): string[] {
  switch (fact.kind) {
    case "RESERVATION":
      return [fact.of === "RESERVATION" ? copy.reservation : copy.reservationExpired];
    case "HOURS":
      return [copy.hours(fact.from, fact.until)];
    case "NEVER":
      // No line has such a price.
      return [];
    case "DAYS":
      return [fact.days.map((day) => copy.days[DAYS_OF_WEEK.indexOf(day)]!).join(" ")];
    case "DATES":
      return [copy.dates(fact.from, fact.until)];
    case "DURATION":
      return bounds(minutes(fact.from), minutes(fact.below), copy.minutes, copy);
    case "ENERGY":
      return bounds(fact.from, fact.below, "kWh", copy);
    case "POWER":
      return bounds(fact.from, fact.below, "kW", copy);
    case "CURRENT":
      return bounds(fact.from, fact.below, "A", copy);
  }
}

const minutes = (seconds: number | null) =>
  seconds === null ? null : Math.round((seconds / 60) * 100) / 100;

function bounds(
  least: number | null,
  below: number | null,
  unit: string,
  copy: InvoiceCopy,
): string[] {
  return [
    ...(least === null || least === 0 ? [] : [copy.above(`${least} ${unit}`)]),
    ...(below === null ? [] : [copy.below(`${below} ${unit}`)]),
  ];
}
