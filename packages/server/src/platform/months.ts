/** The beginning of the month so many whole months ago, in UTC: the first instant that is kept. */
export function monthsAgo(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
}
