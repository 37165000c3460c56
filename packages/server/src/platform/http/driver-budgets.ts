import { SHARED_BUDGET, type Budget } from "@voltmarg/contract";

/** A route as far as its budget goes. */
export type Budgeted = { method: string; path: string; budget?: Budget };

export type DriverBudgets = {
  /** Counts one call of a driver. Null: it may go on; otherwise after how many whole seconds to come again. */
  spend(userId: string, route: Budgeted): number | null;
};

type Bucket = { left: number; at: number };

/** Drivers and routes remembered at once. Who is forgotten for others begins anew, with a full budget. */
const MOST = 100_000;

/**
 * How often each driver may call each route, by what the contract declares. `factor` multiplies every budget. `now` in
 * milliseconds. Each replica counts by itself: behind N of them a driver has at most N times as much.
 */
export function createDriverBudgets(
  factor: number,
  now: () => number = () => performance.now(),
): DriverBudgets {
  const buckets = new Map<string, Bucket>();
  return {
    spend: (userId, { method, path, budget }) => {
      const key = budget ? `${userId} ${method} ${path}` : userId;
      const { perMinute, burst } = budget ?? SHARED_BUDGET;
      const perMs = (perMinute * factor) / 60_000;
      const full = Math.max(1, Math.floor(burst * factor));
      const at = now();
      const known = buckets.get(key);
      const left = known ? Math.min(full, known.left + (at - known.at) * perMs) : full;
      const goesOn = left >= 1;
      // Put last: the one that was not used for longest is first.
      buckets.delete(key);
      buckets.set(key, { left: goesOn ? left - 1 : left, at });
      if (buckets.size > MOST) buckets.delete(buckets.keys().next().value!);
      return goesOn ? null : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
  };
}
