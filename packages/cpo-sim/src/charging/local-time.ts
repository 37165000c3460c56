const quarterSeconds = 15 * 60;
const daySeconds = 86_400;

/** Local date and time of a location. */
export type WallTime = {
  /** Days since 1970-01-01. */
  day: number;
  /** 0 Sunday … 6 Saturday. */
  weekday: number;
  /** Seconds since midnight. */
  second: number;
};

const offsets = new Map<string, Map<number, number>>();

/**
 * Converts instants to the local time of a zone; looks the offset up once per quarter of an hour, in which no zone
 * changes its offset twice.
 */
export function clockOf(timeZone: string): (utcSecond: number, into: WallTime) => void {
  const zone = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  let quarter = Number.NaN;
  let offset = 0;
  return (utcSecond, into) => {
    const current = Math.floor(utcSecond / quarterSeconds);
    if (current !== quarter) {
      quarter = current;
      offset = known.get(quarter) ?? askOffset(zone, quarter * quarterSeconds);
      if (known.size > 200_000) known.clear();
      known.set(quarter, offset);
    }
    const local = utcSecond + offset;
    into.day = Math.floor(local / daySeconds);
    into.second = local - into.day * daySeconds;
    // 1970-01-01 was a Thursday.
    into.weekday = (((into.day + 4) % 7) + 7) % 7;
  };
}

/** Seconds east of UTC, from texts like GMT, GMT+05:30 and GMT-04:00. */
function askOffset(zone: Intl.DateTimeFormat, utcSecond: number): number {
  const parts = zone.formatToParts(utcSecond * 1000);
  const text = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const match = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) throw new RangeError(`no offset in ${text}`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
  return (sign === "-" ? -1 : 1) * (+hours * 3600 + +minutes * 60 + +seconds);
}
