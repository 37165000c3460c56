import { INDIA_ZONE } from "@voltmarg/rules";

const inr = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const whole = new Intl.NumberFormat("en-IN");

/** Paise as rupees with their paise; a true minus before negative amounts. */
export const rupees = (minor: number): string => inr.format(minor / 100).replace("-", "−");
export const count = (value: number): string => whole.format(value);
export const kwh = (value: number): string => `${value.toFixed(2)} kWh`;

const clock = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-IN", { timeZone: INDIA_ZONE, hourCycle: "h23", ...options });
const day = clock({ day: "numeric", month: "short", year: "numeric" });
const month = clock({ month: "long", year: "numeric" });
const time = clock({ hour: "2-digit", minute: "2-digit" });
const seconds = clock({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** An instant in India: `23 Nov 2026, 14:05`; with seconds where the order of steps matters. */
export function instant(at: string | Date, precise = false): string {
  const date = new Date(at);
  return `${day.format(date)}, ${(precise ? seconds : time).format(date)}`;
}
export const dayOf = (at: string | Date): string => day.format(new Date(at));
/** November 2026 out of `2026-11`; what is no month as it is. */
export function monthWords(name: string): string {
  const at = new Date(`${name}-15T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? name : month.format(at);
}

/** How long something has lasted: the two largest units, `2 h 5 min`. */
export function lasting(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return "under 1 min";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

/** A field's name, a state or a code as words: `close_unbilled` and `NOT_PLUGGED` become `Close unbilled`, `Not plugged`. */
export function words(name: string): string {
  const text = name
    .replace(/_minor$/, "")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
