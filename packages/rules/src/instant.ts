const LOOSE = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d+))?Z?$/;

// The usual shape, which the engine's own parser reads many times faster. Only days every month has.
const PADDED =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/**
 * An OCPI DateTime (UTC, `Z` or no zone) in epoch milliseconds; finer fractions are cut.
 * Peers send `1970-1-1T00:00:00Z`, so unpadded parts are read too. Throws RangeError.
 */
export function instantMs(text: string): number {
  if (PADDED.test(text)) return Date.parse(text);
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
