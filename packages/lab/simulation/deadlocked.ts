export type Waiter = { pid(): number | null; blockers: readonly number[] };

/** Those of the waiters who wait for each other in a circle; none of them goes on before one of them gives up. */
export function deadlocked<T extends Waiter>(waiters: readonly T[]): T[] {
  const waiterOf = new Map(waiters.map((each) => [each.pid(), each]));
  const leadsTo = (goal: T, from: T, seen: Set<number>): boolean =>
    from.blockers.some((pid) => {
      if (pid === goal.pid()) return true;
      const next = waiterOf.get(pid);
      if (!next || seen.has(pid)) return false;
      seen.add(pid);
      return leadsTo(goal, next, seen);
    });
  return waiters.filter((each) => leadsTo(each, each, new Set()));
}
