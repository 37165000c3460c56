import { DAYS_OF_WEEK, type TariffRestrictions } from "@voltmarg/rules";

const DAY_MS = 86_400_000;

/**
 * When a price holds, as a driver says it: "from 18:00 to 22:00, Monday to Friday, for the first
 * 30 min". Empty when it always holds. By OCPI 2.2.1 TariffRestrictions a minimum counts itself, a
 * maximum and an end do not; hours and dates are those of the station.
 */
export function conditionWords(of: TariffRestrictions | null | undefined): string {
  if (of == null) return "";
  return [
    reservation(of.reservation),
    hours(of.start_time, of.end_time),
    days(of.day_of_week),
    dates(of.start_date, of.end_date),
    span(of.min_duration, of.max_duration),
    amount(of.min_kwh, of.max_kwh),
    strength(of.min_power, of.max_power, "kW"),
    strength(of.min_current, of.max_current, "A"),
  ]
    .filter(Boolean)
    .join(", ");
}

type Maybe<T> = T | null | undefined;

function reservation(kind: TariffRestrictions["reservation"]): string {
  if (kind === "RESERVATION") return "for a reservation";
  return kind === "RESERVATION_EXPIRES" ? "for a reservation that was not used" : "";
}

function hours(start: Maybe<string>, end: Maybe<string>): string {
  if (start == null && end == null) return "";
  const [from, until] = [start ?? "00:00", end ?? "00:00"];
  // A window that ends where it begins is the whole day.
  if (from === until) return "";
  return `from ${from} to ${until === "00:00" || until === "24:00" ? "midnight" : until}`;
}

function days(names: TariffRestrictions["day_of_week"]): string {
  const places = [...new Set(names ?? [])]
    .map((name) => DAYS_OF_WEEK.indexOf(name))
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length === DAYS_OF_WEEK.length) return "";
  if (places.length > 2 && last - first === places.length - 1)
    return `${dayName(first)} to ${dayName(last)}`;
  return listed(places.map(dayName));
}

const dayName = (place: number) =>
  DAYS_OF_WEEK[place]!.charAt(0) + DAYS_OF_WEEK[place]!.slice(1).toLowerCase();

function listed(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function dates(start: Maybe<string>, end: Maybe<string>): string {
  const first = start == null ? null : dateWords(Date.parse(`${start}T00:00:00Z`));
  const last = end == null ? null : dateWords(Date.parse(`${end}T00:00:00Z`) - DAY_MS);
  if (first !== null && last !== null)
    return first === last ? `on ${first}` : `from ${first} to ${last}`;
  if (first !== null) return `from ${first} on`;
  return last === null ? "" : `until ${last}`;
}

const dateWords = (at: number) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(at);

function span(from: Maybe<number>, until: Maybe<number>): string {
  const after = from == null || from === 0 ? null : durationWords(from);
  if (after !== null && until != null) return `from ${after} to ${durationWords(until)}`;
  if (after !== null) return `after ${after}`;
  return until == null ? "" : `for the first ${durationWords(until)}`;
}

/** 1 h, 90 min, 45 s out of seconds. */
export function durationWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}\u00a0h`;
  return seconds % 60 === 0 ? `${seconds / 60}\u00a0min` : `${seconds}\u00a0s`;
}

function amount(from: Maybe<number>, until: Maybe<number>): string {
  if (from != null && from > 0)
    return until == null ? `from ${from}\u00a0kWh on` : `from ${from} to ${until}\u00a0kWh`;
  return until == null ? "" : `for the first ${until}\u00a0kWh`;
}

function strength(from: Maybe<number>, until: Maybe<number>, unit: string): string {
  if (from != null && from > 0)
    return until == null
      ? `at ${from}\u00a0${unit} or more`
      : `at ${from} to ${until}\u00a0${unit}`;
  return until == null ? "" : `below ${until}\u00a0${unit}`;
}
