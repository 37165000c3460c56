import { formatInr, askOffset } from "@voltmarg/rules";
import { serviceNow } from "../clock.ts";
import { isolate } from "../language/bidi-isolation.ts";
import { isRightToLeft, language, languageTag } from "../language/current-language.ts";
import { timeOfDay } from "./clock-time.ts";
import { timeCopy, unitCopy } from "./copy.ts";

// Numbers and times as a driver in India reads them. Never a zero for something unknown: callers check first.

/**
 * A number with the grouping of the driver's language, with at least and at most so many decimals. By hand, as Intl's first
 * number format costs a phone as much as the rest of the screen.
 */
export function decimal(value: number, least: number, most = least): string {
  if (!Number.isFinite(value)) return String(value);
  const [digits = "", exponent = 0] = String(Math.abs(value)).split("e");
  // What is written is rounded, not the binary fraction behind it: 1.005 is 1.01.
  const scaled = Math.round(Number(`${digits}e${Number(exponent) + most}`));
  const all = String(scaled).padStart(most + 1, "0");
  const end = all.length - most;
  const decimals = all.slice(end).replace(/0+$/, "").padEnd(least, "0");
  const isUrdu = isRightToLeft();
  const whole = all.slice(0, end).replace(isUrdu ? THOUSANDS : LAKHS, ",");
  // Minus zero as well.
  const minus = 1 / value < 0 ? (isUrdu ? "\u200e-" : "-") : "";
  return `${minus}${whole}${decimals && `.${decimals}`}`;
}
const LAKHS = /(?<=\d)(?=(?:\d\d)*\d{3}$)/g;
const THOUSANDS = /(?<=\d)(?=(?:\d{3})+$)/g;

const whole = (value: number) => decimal(value, 0);
/** Signs and units stay on their side of the number in a line from right to left. */
export const kept = (text: string): string => (isRightToLeft() ? isolate(text) : text);

/** Integer paise as ₹1,23,456.00; minus is U+2212. */
export const inr = (minor: number): string => kept(formatInr(minor));

/** The same with a plus for what comes in. */
export const signedInr = (minor: number): string =>
  kept(minor > 0 ? `+${formatInr(minor)}` : formatInr(minor));

/** Integer paise as whole rupees, ₹500: for limits and presets only. */
export const wholeInr = (minor: number): string => kept(formatInr(minor, { decimals: 0 }));

/** 45.0 */
export const oneDecimal = (value: number): string => decimal(value, 1);
export const kw = (value: number): string => kept(`${decimal(value, 1)} kW`);
/** Metered energy: two digits. */
export const kwh = (value: number): string => kept(`${decimal(value, 2)} kWh`);
/** Estimated energy: one digit. */
export const aboutKwh = (value: number): string => kept(`${decimal(value, 1)} kWh`);
export const km = (value: number): string => kept(`${whole(value)} ${unitCopy.km}`);
/** What is added, whole: "+121 km", the sign before the number also between Urdu words. */
export const moreKm = (value: number): string => kept(`${kept(`+${whole(value)}`)} ${unitCopy.km}`);
/** A distance: one digit under 10 km, whole above. */
export const distance = (value: number): string =>
  kept(`${value < 9.95 ? decimal(value, 1) : whole(value)} ${unitCopy.km}`);
/** 16 min, 2 h 5 min, from minutes. */
export function duration(minutes: number): string {
  const all = Math.round(minutes);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  const words = [
    hours ? unitCopy.hours(hours) : "",
    rest || !hours ? `${rest} ${unitCopy.minute}` : "",
  ];
  return kept(words.filter(Boolean).join(" "));
}
/** The same of what may still change: whole hours from ten on. */
export const roughDuration = (minutes: number): string =>
  duration(minutes < 600 ? minutes : Math.round(minutes / 60) * 60);
/** 11:07 from seconds; hours only when there are some. */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(all / 3600);
  const rest = `${String(Math.floor((all % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(all % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** +91 98765 43210 out of E.164 or bare digits; anything else as it is. */
export function mobile(number: string): string {
  const [, first, last] = /^(?:\+?91)?(\d{5})(\d{5})$/.exec(number.replace(/[ -]/g, "")) ?? [];
  return first ? kept(`+91 ${first} ${last}`) : number;
}

/** Making one costs a phone more than all it is used for. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The UTC fields of a Date in the driver's language, day before month. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = language() === "en" ? "en-GB" : languageTag();
  const key = JSON.stringify([tag, options]);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    dateFormats.set(key, format);
  }
  return format;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/**
 * The parts of an instant by the clock of `timeZone`: the station's for what happens at a station, `INDIA_ZONE` for money,
 * bills, tickets, devices and notices, wherever the phone is. English in India needs no Intl, whose first format costs a
 * phone as much as drawing the screen.
 */
export function when(instant: string, timeZone: string) {
  const at = Date.parse(instant);
  /** What that clock shows, as a Date's UTC fields. */
  const local = new Date(at + askOffset(timeZone, at));
  const plain = language() === "en";
  const show = (options: Intl.DateTimeFormatOptions) => dateFormat(options).format(local);
  const words = (more: Intl.DateTimeFormatOptions = {}) =>
    show({ weekday: "short", day: "numeric", month: "short", ...more }).replace(/[,\u060c]/g, "");
  const year = String(local.getUTCFullYear());
  const date = `${WEEKDAYS[local.getUTCDay()]} ${local.getUTCDate()} ${shortMonth(local.getUTCMonth())}`;
  return {
    year,
    /** 20 */
    day: String(local.getUTCDate()),
    /** Fri */
    get weekday() {
      return plain ? WEEKDAYS[local.getUTCDay()]! : show({ weekday: "short" });
    },
    /** November 2026 */
    get month() {
      return plain
        ? `${MONTHS[local.getUTCMonth()]} ${year}`
        : show({ month: "long", year: "numeric" });
    },
    /** 10:31, or 10:31 am */
    get time() {
      return timeOfDay(local.getUTCHours(), local.getUTCMinutes());
    },
    /** 10:31:07 */
    get exactTime() {
      return timeOfDay(local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds());
    },
    /** Fri 20 Nov, 10:31 */
    get dateTime() {
      return timeCopy.moment(this.date, this.time);
    },
    /** Fri 20 Nov; with the year when it is not this year. */
    get date() {
      if (year !== when(new Date(serviceNow()).toISOString(), timeZone).year) return this.fullDate;
      return plain ? date : words();
    },
    /** Fri 20 Nov 2026 */
    get fullDate() {
      return plain ? `${date} ${year}` : words({ year: "numeric" });
    },
  };
}

/** 19:58, "tomorrow 19:58", "Fri 20 Nov, 19:58": the time of a moment, with its day when that is not today's. */
export function timeWithDay(instant: number, timeZone: string, now: number): string {
  const [at, today] = [instant, now].map((ms) => when(new Date(ms).toISOString(), timeZone));
  if (at!.fullDate === today!.fullDate) return at!.time;
  const tomorrow = when(new Date(now + 86_400_000).toISOString(), timeZone);
  return at!.fullDate === tomorrow.fullDate
    ? timeCopy.tomorrow(at!.time)
    : timeCopy.moment(at!.date, at!.time);
}

/** A list as the language separates it. */
export const listed = (words: readonly string[]): string =>
  words.join(isRightToLeft() ? "\u060c " : ", ");

/** Four letters for September, as en-GB has it. */
const shortMonth = (month: number) => MONTHS[month]!.slice(0, month === 8 ? 4 : 3);

/** "2 min ago", "3 h ago", "4 days ago"; under a minute "just now". */
export function ago(instant: string, now = serviceNow()): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  if (seconds < 60) return timeCopy.justNow;
  if (seconds < 3600) return timeCopy.minutesAgo(Math.floor(seconds / 60));
  if (seconds < 86_400) return timeCopy.hoursAgo(Math.floor(seconds / 3600));
  return timeCopy.daysAgo(Math.floor(seconds / 86_400));
}

/** Two letters for the avatar; none for nobody. */
export const initials = (name: string | null | undefined): string =>
  (name ?? "")
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .filter((_, index, letters) => index === 0 || index === letters.length - 1)
    .join("")
    .toUpperCase();
