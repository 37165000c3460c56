const LOOSE = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d+))?Z?$/;

/**
 * An OCPI DateTime (UTC, `Z` or no zone) in epoch milliseconds; finer fractions are cut.
 * Peers send `1970-1-1T00:00:00Z`, so unpadded parts are read too. Throws RangeError.
 */
export function instantMs(text: string): number {
  const usual = usualMs(text);
  if (usual !== null) return usual;
  const match = LOOSE.exec(text);
  if (match !== null) {
    const [, year, month, day, hour, minute, second, fraction] = match;
    const ms = Number(((fraction ?? "") + "000").slice(0, 3));
    const at = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!, ms);
    const date = new Date(at);
    if (
      date.getUTCDate() === +day! &&
      date.getUTCMonth() === +month! - 1 &&
      +hour! < 24 &&
      +minute! < 60 &&
      +second! < 60
    ) {
      return at;
    }
  }
  throw new RangeError(`not a UTC date and time: ${text.slice(0, 40)}`);
}

/**
 * The usual shape, `2026-01-05T04:00:00Z` with or without three decimals, read digit by digit: a session has up to a
 * hundred thousand of them. Null: another shape, or a day that not every month has.
 */
function usualMs(text: string): number | null {
  const { length } = text;
  if (length !== 20 && length !== 24) return null;
  if (
    text.charCodeAt(4) !== DASH ||
    text.charCodeAt(7) !== DASH ||
    text.charCodeAt(10) !== T ||
    text.charCodeAt(13) !== COLON ||
    text.charCodeAt(16) !== COLON ||
    text.charCodeAt(length - 1) !== Z ||
    (length === 24 && text.charCodeAt(19) !== POINT)
  ) {
    return null;
  }
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  const ms = length === 24 ? two(text, 20) * 10 + digit(text, 22) : 0;
  const fits =
    year >= 1900 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    ms >= 0;
  return fits ? Date.UTC(year, month - 1, day, hour, minute, second, ms) : null;
}

const DASH = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const T = 84;
const Z = 90;

/** NaN for anything but a digit, which fits into no date. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2})?$/;

/** `HH:MM` in minutes since midnight, 24:00 allowed. Throws RangeError. */
export function clockMinutes(text: string): number {
  const match = CLOCK.exec(text);
  const minutes = match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
  if (match === null || Number(match[2]) > 59 || minutes > 1440) {
    throw new RangeError(`not a time of day: ${text.slice(0, 20)}`);
  }
  return minutes;
}

/** Minutes since midnight as `HH:MM`; 1440 is 24:00. */
export function clockText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return `${String(hours).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-MM-DD` as days since 1970-01-01. Throws RangeError. */
export function dayNumber(text: string): number {
  const match = DATE.exec(text);
  if (match === null) throw new RangeError(`not a date: ${text.slice(0, 20)}`);
  return Date.UTC(+match[1]!, +match[2]! - 1, +match[3]!) / 86_400_000;
}
