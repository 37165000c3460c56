const pattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads an OCPI DateTime into epoch milliseconds, or `null` when it is no date.
 * Lenient on purpose: OCPI 2.2.1 types DateTime allows `Z` or no zone (= UTC); peers also send offsets,
 * and the standard's own texts show unpadded dates such as `1970-1-1T00:00:00Z`.
 */
export function readDateTime(text: string): number | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] =
    match;
  const [y, mo, d, h, mi] = [year, month, day, hour, minute].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  // A leap second is the first instant of the next minute.
  const s = Number(second);
  if (mo < 1 || mo > 12 || h > 24 || mi > 59 || s > 60) return null;
  // RFC 3339 ends the day at 23; ISO 8601 has 24:00:00 for its end, and neither has anything after it.
  if (h === 24 && (mi > 0 || s > 0 || Number(fraction) > 0)) return null;
  const at = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, "0")));
  if (new Date(Date.UTC(y, mo - 1, d)).getUTCDate() !== d) return null;
  return at - offsetMs(zone);
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  const digits = zone.slice(1).replace(":", "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

/** Writes an instant (epoch milliseconds or Date) as a strict OCPI DateTime: UTC, `Z`, at most 25 characters. */
export function writeDateTime(at: number | Date): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** True for the one form OCPI lets us write. */
export function isStrictDateTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T(?!24)\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text) &&
    readDateTime(text) !== null
  );
}
