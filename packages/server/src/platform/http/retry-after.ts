/**
 * What a Retry-After asks for, in milliseconds from `now`, written as seconds or as a date (RFC 9110 10.2.3). Null: it is
 * not there, or is neither.
 */
export function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
