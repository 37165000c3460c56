import { DAYS_OF_WEEK } from "./days-of-week.ts";
import type { TariffRestrictions } from "./tariff.ts";

/**
 * A tariff element's restrictions in short English: `22:00–06:00, Sat, from 10 kWh`. Empty when it
 * has none. "from" includes its bound, "below" and "until" do not (OCPI 2.2.1 TariffRestrictions).
 */
export function restrictionText(of: TariffRestrictions | null): string {
  if (of === null) return "";
  const words: string[] = [];
  if (of.reservation === "RESERVATION") words.push("reservation");
  if (of.reservation === "RESERVATION_EXPIRES") words.push("expired reservation");
  if (of.start_time != null || of.end_time != null) {
    const end = of.end_time == null || /^0?0:00/.test(of.end_time) ? "24:00" : of.end_time;
    words.push(`${of.start_time ?? "00:00"}–${end}`);
  }
  if (of.day_of_week != null && of.day_of_week.length > 0) {
    const days = of.day_of_week.toSorted(
      (a, b) => DAYS_OF_WEEK.indexOf(a) - DAYS_OF_WEEK.indexOf(b),
    );
    words.push(days.map(dayWord).join(" "));
  }
  if (of.start_date != null) words.push(`from ${of.start_date}`);
  if (of.end_date != null) words.push(`until ${of.end_date}`);
  range(words, of.min_duration, of.max_duration, "s");
  range(words, of.min_kwh, of.max_kwh, "kWh");
  range(words, of.min_power, of.max_power, "kW");
  range(words, of.min_current, of.max_current, "A");
  return words.join(", ");
}

function dayWord(day: string): string {
  return day.charAt(0) + day.slice(1, 3).toLowerCase();
}

/** 1 Monday … 7 Sunday as `Mon` … `Sun`. */
export function weekdayWord(weekday: number): string {
  return dayWord(DAYS_OF_WEEK[weekday - 1]!);
}

function range(
  words: string[],
  minimum: number | null | undefined,
  maximum: number | null | undefined,
  unit: string,
): void {
  if (minimum != null && maximum != null) {
    words.push(`from ${minimum} to below ${maximum} ${unit}`);
  } else if (minimum != null) words.push(`from ${minimum} ${unit}`);
  else if (maximum != null) words.push(`below ${maximum} ${unit}`);
}
