/** The start of the month so many months ago, in UTC: the oldest instant that is retained. */
export function monthsAgo(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
}
