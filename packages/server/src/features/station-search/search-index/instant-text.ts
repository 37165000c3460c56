export const DAY_MS = 86_400_000;
/** Characters of an instant up to its hour. */
export const DAY = "2026-11-20T".length;
const MOST_DAYS = 1_000;
const days = new Map<number, string>();

/** `2026-11-20T`, by days since 1970: EVSEs got their status on few different ones. */
export function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size === MOST_DAYS) days.clear();
  const text = new Date(day * DAY_MS).toISOString().slice(0, DAY);
  days.set(day, text);
  return text;
}

const numbers = (below: number, digits: number) =>
  Array.from({ length: below }, (_, number) => String(number).padStart(digits, "0"));
const TWO = numbers(60, 2);
const THREE = numbers(1000, 3);

/** `06:30:00.000Z`, by milliseconds since midnight. */
export const timeText = (ms: number): string => {
  const second = Math.floor(ms / 1000);
  const minute = Math.floor(second / 60);
  return `${TWO[Math.floor(minute / 60)]}:${TWO[minute % 60]}:${TWO[second % 60]}.${THREE[ms % 1000]}Z`;
};
