// India keeps one time, without daylight saving.
const IST_MS = 5.5 * 3_600_000;

/** The calendar month in India an instant falls into, such as `2026-11`. */
export function monthOf(at: Date): string {
  return new Date(at.getTime() + IST_MS).toISOString().slice(0, 7);
}

/** The instants a calendar month in India (`YYYY-MM`) begins at and ends before. */
export function monthBounds(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const start = (index: number) => new Date(Date.UTC(year, index, 1) - IST_MS);
  return { from: start(number - 1), until: start(number) };
}
