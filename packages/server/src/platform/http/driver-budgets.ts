import { BYTES_IN, BYTES_OUT, SHARED_BUDGET, type Budget } from "@voltmarg/contract";

/** The fields of a route that decide its budget. */
export type Budgeted = { method: string; path: string; budget?: Budget; mostBody?: number };

export type DriverBudgets = {
  /** Counts one call and the bytes of its body. Null: allowed; otherwise the whole seconds to wait. */
  spend(caller: string, route: Budgeted, received?: number): number | null;
  /** Counts what was sent to a caller, which is known only afterwards: it delays later calls. */
  sent(caller: string, bytes: number): void;
};

type Bucket = { left: number; at: number };

/** Maximum counters (driver and route, driver and bytes) in memory. A removed one starts again with a full budget. */
const MOST = 100_000;

/**
 * Limits how often each driver may call each route, and how many bytes each may send and get, by the contract's budgets.
 * One call counts as the whole budget at most. `factor` multiplies every budget; `now` is in milliseconds. Each replica counts by itself: with N replicas a driver has at most N times the budget.
 */
export function createDriverBudgets(
  factor: number,
  now: () => number = () => performance.now(),
): DriverBudgets {
  const buckets = new Map<string, Bucket>();
  const open = (key: string, { perMinute, burst }: Budget) => {
    const perMs = (perMinute * factor) / 60_000;
    const full = Math.max(1, Math.floor(burst * factor));
    const at = now();
    const known = buckets.get(key);
    const left = known ? Math.min(full, known.left + (at - known.at) * perMs) : full;
    return {
      secondsUntil: (amount: number) =>
        Math.max(0, Math.ceil((Math.min(amount, full) - left) / perMs / 1000)),
      take: (amount: number) => {
        // Insertion order is the order of last use: the first is the least recently used.
        buckets.delete(key);
        buckets.set(key, { left: left - Math.min(amount, full), at });
        if (buckets.size > MOST) buckets.delete(buckets.keys().next().value!);
      },
    };
  };
  const outOf = (caller: string) => open(`${caller} out`, BYTES_OUT);
  return {
    spend: (caller, { method, path, budget }, received = 0) => {
      const calls = open(budget ? `${caller} ${method} ${path}` : caller, budget ?? SHARED_BUDGET);
      const bytes = open(`${caller} in`, BYTES_IN);
      const wait = Math.max(
        calls.secondsUntil(1),
        bytes.secondsUntil(received),
        outOf(caller).secondsUntil(1),
      );
      const goesOn = wait === 0;
      calls.take(goesOn ? 1 : 0);
      if (goesOn && received > 0) bytes.take(received);
      return goesOn ? null : wait;
    },
    sent: (caller, bytes) => outOf(caller).take(bytes),
  };
}
