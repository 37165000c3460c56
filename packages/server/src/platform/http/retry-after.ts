/**
 * The delay of a Retry-After in milliseconds from `now`, given in seconds or as a date (RFC 9110 10.2.3). Null: missing
 * or unreadable.
 */
export function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
