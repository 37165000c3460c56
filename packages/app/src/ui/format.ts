import { formatInr } from "@voltmarg/rules";

/** Numbers and times as a driver in India reads them. Never a zero for something unknown: callers check first. */
const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });

/** Integer paise as ₹1,23,456.00; minus is U+2212. */
export const inr = (minor: number): string => formatInr(minor);

/** The same with a plus for what comes in. */
export const signedInr = (minor: number): string => (minor > 0 ? `+${inr(minor)}` : inr(minor));

/** Integer paise as whole rupees, ₹500: for limits and presets only. */
export const wholeInr = (minor: number): string => formatInr(minor, { decimals: 0 });

const fixed = (digits: number) =>
  new Intl.NumberFormat("en-IN", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const oneDigit = fixed(1);
const twoDigits = fixed(2);

/** 45.0 */
export const oneDecimal = (value: number): string => oneDigit.format(value);
export const kw = (value: number): string => `${oneDigit.format(value)} kW`;
/** Metered energy: two digits. */
export const kwh = (value: number): string => `${twoDigits.format(value)} kWh`;
/** Estimated energy: one digit. */
export const aboutKwh = (value: number): string => `${oneDigit.format(value)} kWh`;
export const km = (value: number): string => `${whole.format(value)} km`;
/** A distance: one digit under 10 km, whole above. */
export const distance = (value: number): string =>
  `${value < 9.95 ? oneDigit.format(value) : whole.format(value)} km`;
export const minutes = (seconds: number): string => `${whole.format(Math.round(seconds / 60))} min`;
/** 11:07 from seconds; hours only when there are some. */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(all / 3600);
  const rest = `${String(Math.floor((all % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(all % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** +91 98765 43210 out of E.164 or bare digits; anything else as it is. */
export function mobile(number: string): string {
  const digits = number.replace(/\D/g, "").replace(/^91(?=\d{10}$)/, "");
  return digits.length === 10 ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : number;
}

const moment = (options: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  new Intl.DateTimeFormat("en-GB", { ...options, ...(timeZone ? { timeZone } : {}) });

/** The parts of an instant, in a location's own time zone, or the phone's when none is given. */
export function when(instant: string, timeZone?: string) {
  const at = new Date(instant);
  const show = (options: Intl.DateTimeFormatOptions) => moment(options, timeZone).format(at);
  return {
    /** 20 */
    day: show({ day: "numeric" }),
    /** Fri */
    weekday: show({ weekday: "short" }),
    /** November 2026 */
    month: show({ month: "long", year: "numeric" }),
    /** 10:31 */
    time: show({ hour: "2-digit", minute: "2-digit", hour12: false }),
    /** Fri 20 Nov */
    date: show({ weekday: "short", day: "numeric", month: "short" }).replace(",", ""),
    /** Fri 20 Nov 2026 */
    fullDate: show({ weekday: "short", day: "numeric", month: "short", year: "numeric" }).replace(
      ",",
      "",
    ),
  };
}

/** "2 min ago", "3 h ago", "4 days ago"; under a minute "just now". */
export function ago(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "1 day ago" : `${days} days ago`;
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
