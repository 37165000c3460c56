/** India's time zone: whose clock money, bills, tickets and devices go by. A station has its own. */
export const INDIA_ZONE = "Asia/Kolkata";
/** India has one clock, without daylight saving: so many milliseconds ahead of UTC. */
export const INDIA_AHEAD_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** What India's clock shows at an instant, such as `2026-11-20T12:00:00`. */
export const indianTimeOf = (at: Date): string =>
  new Date(at.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 19);

/** The day of India's calendar an instant falls into, such as `2026-11-20`. */
export const indianDayOf = (at: Date): string => indianTimeOf(at).slice(0, 10);

/** The instants a day of India's calendar (`YYYY-MM-DD`) begins at and ends before. */
export function indianDayBounds(day: string): { from: Date; until: Date } {
  const from = Date.parse(`${day}T00:00:00Z`) - INDIA_AHEAD_MS;
  return { from: new Date(from), until: new Date(from + DAY_MS) };
}

/** The calendar month in India an instant falls into, such as `2026-11`. */
export const monthOf = (at: Date): string => indianTimeOf(at).slice(0, 7);

/** The instants a calendar month in India (`YYYY-MM`) begins at and ends before. */
export function monthBounds(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const start = (index: number) => new Date(Date.UTC(year, index, 1) - INDIA_AHEAD_MS);
  return { from: start(number - 1), until: start(number) };
}
