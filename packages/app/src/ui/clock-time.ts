import { timeCopy } from "./copy.ts";

type WithHourCycles = { getHourCycles?: () => string[]; hourCycles?: string[] };

let known: { tag: string; twelve: boolean } | undefined;

/** Nearly all drivers' devices. Asking Intl takes a phone up to 20 ms, as much as drawing a row. */
const TWELVE = /-(?:IN|US)$/;

/** Whether the device counts hours to twelve: as its region does, whatever language the app speaks. */
function countsToTwelve(): boolean {
  const tag = navigator.language;
  if (TWELVE.test(tag)) return true;
  if (known?.tag === tag) return known.twelve;
  // A format would say it too, but the first one costs a phone as much as drawing the screen.
  const locale = new Intl.Locale(tag) as WithHourCycles;
  const [cycle] = locale.getHourCycles?.() ??
    locale.hourCycles ?? [
      new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hourCycle,
    ];
  known = { tag, twelve: cycle === "h12" || cycle === "h11" };
  return known.twelve;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** 14:30, or 2:30 pm where the device writes it so; in Hindi and Urdu with the part of the day. Without "o'clock". */
export function timeOfDay(hours: number, minutes: number, seconds?: number): string {
  const rest = [minutes, ...(seconds === undefined ? [] : [seconds])].map(twoDigits).join(":");
  if (!countsToTwelve()) return `${twoDigits(hours)}:${rest}`;
  const time = `${hours % 12 || 12}:${rest}`;
  if (hours < 4 || hours === 24) return timeCopy.deepNight(time);
  if (hours < 12) return timeCopy.morning(time);
  if (hours < 16) return timeCopy.afternoon(time);
  return hours < 19 ? timeCopy.evening(time) : timeCopy.night(time);
}

/** The same out of "14:30", as operators write hours. */
export function clockTime(text: string): string {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return timeOfDay(hours, minutes);
}

/** 06:00–23:00 */
export const hoursSpan = (begin: string, end: string): string =>
  timeCopy.hours(clockTime(begin), clockTime(end));
