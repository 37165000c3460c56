import { INDIA_ZONE } from "@voltmarg/rules";
import { serviceNow } from "../../clock.ts";
import { decimal, kept, timeWithDay, when } from "../../ui/format.ts";

/** What the times of a plan are shown by. */
export type Timed = { begun_at?: string | null; plan: { departs_at: string } };

/** By how much everything is later than planned, ms: who sets out late arrives late. */
export const lateMs = ({ begun_at, plan }: Timed): number =>
  begun_at ? Math.max(0, Date.parse(begun_at) - Date.parse(plan.departs_at)) : 0;

/** A planned moment as it will be, in India: the time, and the day where it is not today. */
export function clockOf(
  instant: string,
  trip: Timed,
  now = serviceNow(),
): { time: string; day: string | null } {
  const at = Date.parse(instant) + lateMs(trip);
  const { time, date, fullDate } = when(new Date(at).toISOString(), INDIA_ZONE);
  const isToday = fullDate === when(new Date(now).toISOString(), INDIA_ZONE).fullDate;
  return { time, day: isToday ? null : date };
}

/** The same in one piece: "tomorrow 09:10". */
export const momentOf = (instant: string, trip: Timed, now = serviceNow()): string =>
  timeWithDay(Date.parse(instant) + lateMs(trip), INDIA_ZONE, now);

export const percent = (value: number): string => kept(`${decimal(value, 0)}%`);
