import { indianTimeOf } from "@voltmarg/rules";
/** As far ahead as the service plans. */
export const DEPARTURE_DAYS = 30;

/** A moment, ms, by India's clock, as a field of date and time has it: `2026-11-25T07:30`. */
export const atIndia = (ms: number): string => indianTimeOf(new Date(ms)).slice(0, 16);

/** The same back, as an instant. */
export const instantOf = (local: string): string => new Date(`${local}:00+05:30`).toISOString();

/** Whether a departure can be planned: none is now, a past or too late one is none. */
export function isDeparture(local: string, now: number): boolean {
  if (local === "") return true;
  const at = Date.parse(`${local}:00+05:30`);
  return at > now - 3_600_000 && at < now + DEPARTURE_DAYS * 86_400_000;
}
