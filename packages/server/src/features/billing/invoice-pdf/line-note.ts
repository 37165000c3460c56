import type { Cdr } from "@voltmarg/contract";
import { DAYS_OF_WEEK, type TariffRestrictions } from "@voltmarg/rules";
import { invoiceCopy, type InvoiceCopy, type InvoiceLanguage } from "./invoice-copy.ts";
import { clockOf, dayOf } from "./zoned-time.ts";

type Line = Cdr["lines"][number];

/** Why a line costs what it costs: when, under which conditions of the tariff, and what was rounded. */
export function lineNote(line: Line, timeZone: string, language: InvoiceLanguage): string {
  const copy = invoiceCopy[language];
  const { rounding } = line;
  const parts = [stretch(line, timeZone, language), ...conditions(line.restrictions, copy)];
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

function conditions(of: TariffRestrictions | null, copy: InvoiceCopy): string[] {
  if (of === null) return [];
  const words: string[] = [];
  if (of.start_time != null || of.end_time != null) {
    const end = of.end_time == null || /^0?0:00/.test(of.end_time) ? "24:00" : of.end_time;
    words.push(copy.hours(of.start_time ?? "00:00", end));
  }
  const days = of.day_of_week ?? [];
  if (days.length > 0 && days.length < DAYS_OF_WEEK.length) {
    words.push(
      DAYS_OF_WEEK.flatMap((day, i) => (days.some((d) => d === day) ? [copy.days[i]!] : [])).join(
        " ",
      ),
    );
  }
  if (of.start_date != null || of.end_date != null) {
    words.push(copy.dates(of.start_date ?? null, of.end_date ?? null));
  }
  const minutes = (seconds: number | null | undefined) =>
    seconds == null ? null : Math.round((seconds / 60) * 100) / 100;
  words.push(
    ...bounds(minutes(of.min_duration), minutes(of.max_duration), copy.minutes, copy),
    ...bounds(of.min_kwh, of.max_kwh, "kWh", copy),
    ...bounds(of.min_power, of.max_power, "kW", copy),
    ...bounds(of.min_current, of.max_current, "A", copy),
  );
  return words;
}

function bounds(
  least: number | null | undefined,
  below: number | null | undefined,
  unit: string,
  copy: InvoiceCopy,
): string[] {
  return [
    ...(least == null ? [] : [copy.above(`${least} ${unit}`)]),
    ...(below == null ? [] : [copy.below(`${below} ${unit}`)]),
  ];
}
