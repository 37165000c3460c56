import { DAYS_OF_WEEK, type TariffRestrictions } from "@voltmarg/rules";
import { clockTime } from "../ui/clock-time.ts";
import { unitCopy } from "../ui/copy.ts";
import { dateFormat, listed } from "../ui/format.ts";
import { conditionCopy as copy } from "./condition-copy.ts";

const DAY_MS = 86_400_000;

/**
 * When a price applies, as text: "from 18:00 to 22:00, Monday to Friday, for the first
 * 30 min". Empty when it always holds. By OCPI 2.2.1 TariffRestrictions a minimum counts itself, a
 * maximum and an end do not; hours and dates are those of the station.
 */
export function conditionWords(of: TariffRestrictions | null | undefined): string {
  if (of == null) return "";
  return listed(
    [
      reservation(of.reservation),
      hours(of.start_time, of.end_time),
      days(of.day_of_week),
      dates(of.start_date, of.end_date),
      span(of.min_duration, of.max_duration),
      amount(of.min_kwh, of.max_kwh),
      strength(of.min_power, of.max_power, "kW"),
      strength(of.min_current, of.max_current, "A"),
    ].filter(Boolean),
  );
}

type Maybe<T> = T | null | undefined;

function reservation(kind: TariffRestrictions["reservation"]): string {
  if (kind === "RESERVATION") return copy.reservation;
  return kind === "RESERVATION_EXPIRES" ? copy.reservationExpired : "";
}

function hours(start: Maybe<string>, end: Maybe<string>): string {
  if (start == null && end == null) return "";
  const [from, until] = [start ?? "00:00", end ?? "00:00"];
  // A window that ends where it begins is the whole day.
  if (from === until) return "";
  return until === "00:00" || until === "24:00"
    ? copy.untilMidnight(clockTime(from))
    : copy.betweenTimes(clockTime(from), clockTime(until));
}

function days(names: TariffRestrictions["day_of_week"]): string {
  const places = [...new Set(names ?? [])]
    .map((name) => DAYS_OF_WEEK.indexOf(name))
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length === DAYS_OF_WEEK.length) return "";
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

function dates(start: Maybe<string>, end: Maybe<string>): string {
  const first = start == null ? null : dateWords(Date.parse(`${start}T00:00:00Z`));
  const last = end == null ? null : dateWords(Date.parse(`${end}T00:00:00Z`) - DAY_MS);
  if (first !== null && last !== null)
    return first === last ? copy.onDate(first) : copy.between(first, last);
  if (first !== null) return copy.fromDate(first);
  return last === null ? "" : copy.untilDate(last);
}

const dateWords = (at: number) =>
  dateFormat({ day: "numeric", month: "short", year: "numeric" }, "UTC").format(at);

function span(from: Maybe<number>, until: Maybe<number>): string {
  const after = from == null || from === 0 ? null : durationWords(from);
  if (after !== null && until != null) return copy.between(after, durationWords(until));
  if (after !== null) return copy.after(after);
  return until == null ? "" : copy.forFirst(durationWords(until));
}

/** 1 h, 90 min, 45 s out of seconds. */
export function durationWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}\u00a0${unitCopy.hour}`;
  return seconds % 60 === 0
    ? `${seconds / 60}\u00a0${unitCopy.minute}`
    : `${seconds}\u00a0${unitCopy.second}`;
}

function amount(from: Maybe<number>, until: Maybe<number>): string {
  if (from != null && from > 0)
    return until == null
      ? copy.fromAmount(`${from}\u00a0kWh`)
      : copy.amountBetween(String(from), `${until}\u00a0kWh`);
  return until == null ? "" : copy.forFirst(`${until}\u00a0kWh`);
}

function strength(from: Maybe<number>, until: Maybe<number>, unit: string): string {
  if (from != null && from > 0)
    return until == null
      ? copy.strengthOrMore(`${from}\u00a0${unit}`)
      : copy.strengthBetween(String(from), `${until}\u00a0${unit}`);
  return until == null ? "" : copy.below(`${until}\u00a0${unit}`);
}
