import { SHARED_BUDGET, type Budget } from "@voltmarg/contract";

/** The fields of a route that decide its budget. */
export type Budgeted = { method: string; path: string; budget?: Budget };

export type DriverBudgets = {
  /** Counts one call of a driver. Null: allowed; otherwise the whole seconds to wait. */
  spend(userId: string, route: Budgeted): number | null;
};

type Bucket = { left: number; at: number };

/** Maximum counters (driver and route) in memory. A removed one starts again with a full budget. */
const MOST = 100_000;

/**
 * Limits how often each driver may call each route, by the contract's budgets. `factor` multiplies every budget; `now`
 * is in milliseconds. Each replica counts by itself: with N replicas a driver has at most N times the budget.
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
      // Insertion order is the order of last use: the first is the least recently used.
      buckets.delete(key);
      buckets.set(key, { left: goesOn ? left - 1 : left, at });
      if (buckets.size > MOST) buckets.delete(buckets.keys().next().value!);
      return goesOn ? null : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
  };
}
