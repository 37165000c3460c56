export type Waiter = { pid(): number | null; blockers: readonly number[] };

/** The waiters that are part of a deadlock: none of them can continue before one of them is cancelled. */
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
