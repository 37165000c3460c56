import { askOffset } from "./zone-offset.ts";

export const DAY_MS = 86_400_000;

/** A time span with one offset from UTC. */
type Span = { from: number; until: number; offset: number };

const spansOfDay = new Map<string, Map<number, Span[]>>();

/** The one or two spans of a UTC day; a clock change is found to the second. */
function spans(timeZone: string, day: number): Span[] {
  let days = spansOfDay.get(timeZone);
  if (days === undefined) spansOfDay.set(timeZone, (days = new Map()));
  let found = days.get(day);
  if (found === undefined) {
    const from = day * DAY_MS;
    const until = from + DAY_MS;
    const before = askOffset(timeZone, from);
    const after = askOffset(timeZone, until);
    if (before === after) {
      found = [{ from, until, offset: before }];
    } else {
      let low = from;
      let high = until;
      while (high - low > 1000) {
        const middle = low + Math.floor((high - low) / 2000) * 1000;
        if (askOffset(timeZone, middle) === before) low = middle;
        else high = middle;
      }
      found = [
        { from, until: high, offset: before },
        { from: high, until, offset: after },
      ];
    }
    if (days.size > 4000) days.clear();
    days.set(day, found);
  }
  return found;
}

/** Offset of local time from UTC at an instant, milliseconds. Throws RangeError for an unknown zone. */
export function offsetAt(timeZone: string, at: number): number {
  const found = spans(timeZone, Math.floor(at / DAY_MS));
  return found.length === 1 || at < found[0]!.until ? found[0]!.offset : found[1]!.offset;
}

export type LocalTime = {
  /** local days since 1970-01-01 */
  day: number;
  /** milliseconds since local midnight */
  time: number;
  /** 1 Monday … 7 Sunday */
  weekday: number;
};

export function localTime(timeZone: string, at: number): LocalTime {
  const local = at + offsetAt(timeZone, at);
  const day = Math.floor(local / DAY_MS);
  return { day, time: local - day * DAY_MS, weekday: weekdayOf(day) };
}

/** 1 Monday … 7 Sunday, of a local day number. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/**
 * The instant of a wall-clock time (local day number, milliseconds since midnight). A skipped time gives the instant
 * of the clock change, a repeated one its first occurrence.
 */
export function instantOf(timeZone: string, day: number, time: number): number {
  const local = day * DAY_MS + time;
  const early = local - offsetAt(timeZone, local - DAY_MS);
  if (early + offsetAt(timeZone, early) === local) return early;
  const late = local - offsetAt(timeZone, local + DAY_MS);
  if (late + offsetAt(timeZone, late) === local) return late;
  const change = [early, late]
    .flatMap((at) => spans(timeZone, Math.floor(at / DAY_MS)))
    .find(({ from }) => from >= Math.min(early, late) && from <= Math.max(early, late));
  return change?.from ?? late;
}

/**
 * Instants inside (start, end) at which the local clock shows one of `times`
 * (milliseconds since midnight, 0 = midnight) or changes its offset, ascending.
 */
export function clockBoundaries(
  timeZone: string,
  start: number,
  end: number,
  times: readonly number[],
): number[] {
  const found = new Set<number>();
  for (let day = Math.floor(start / DAY_MS); day * DAY_MS < end; day++) {
    const parts = spans(timeZone, day);
    for (const span of parts) {
      if (span !== parts[0] && span.from > start && span.from < end) found.add(span.from);
      const from = Math.max(span.from, start + 1);
      const until = Math.min(span.until, end);
      for (
        let local = Math.floor((from + span.offset) / DAY_MS);
        local * DAY_MS - span.offset < until;
        local++
      ) {
        for (const time of times) {
          const at = local * DAY_MS + time - span.offset;
          if (at >= from && at < until) found.add(at);
        }
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}
