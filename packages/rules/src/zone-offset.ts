import { INDIA_AHEAD_MS, INDIA_ZONE } from "./india-calendar.ts";

/**
 * India has had one offset since 1945-10-15. Loading Intl slows the app's start on phones more than the rest of a
 * station screen.
 */
const INDIA_SINCE = Date.UTC(1946, 0);

/**
 * Offset of local time from UTC at an instant, milliseconds. Throws RangeError for an unknown zone. For one instant;
 * `offsetAt` remembers the days around it.
 */
export function askOffset(timeZone: string, at: number): number {
  if (timeZone === INDIA_ZONE && at >= INDIA_SINCE) return INDIA_AHEAD_MS;
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatter(timeZone).formatToParts(at)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let format = formatters.get(timeZone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
    } catch {
      throw new RangeError(`unknown time zone: ${timeZone.slice(0, 40)}`);
    }
    formatters.set(timeZone, format);
  }
  return format;
}
