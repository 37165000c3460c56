import type { TripPlan } from "@voltmarg/contract";

const MINUTE_MS = 60_000;
/** So long after its planned arrival a trip ends by itself. */
const ENDS_MS = 12 * 60 * MINUTE_MS;
/** A stop counts as ahead until so long after its planned arrival: drivers are late. */
const SLACK_MS = 120 * MINUTE_MS;

/** When a trip that was begun then gets somewhere: planned times count from the begin if that is later than departure. */
const shifted = (plan: TripPlan, begunAt: Date, time: string): number =>
  Date.parse(time) + Math.max(0, begunAt.getTime() - Date.parse(plan.departs_at));

export const endsAt = (plan: TripPlan, begunAt: Date): Date =>
  new Date(shifted(plan, begunAt, plan.arrives_at) + ENDS_MS);

export function timesOfStop(
  plan: TripPlan,
  begunAt: Date,
  stop: TripPlan["stops"][number],
): { arrives_at: Date; until_at: Date } {
  const arrives = shifted(plan, begunAt, stop.arrives_at);
  return { arrives_at: new Date(arrives), until_at: new Date(arrives + SLACK_MS) };
}

/** So long before and after the planned arrival it matters that all plugs are taken. */
export const TAKEN_MS = 45 * MINUTE_MS;
