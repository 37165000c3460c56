export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs works of the same key one after another within this service. The database decides between replicas; here a
 * driver's double taps wait in memory instead of each holding a connection while it waits for the same lock.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}

/** Runs a work that looks for itself what there is to do: asked for while it runs, it runs once more, and no more. */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = null;
    }
  };
  return () => {
    if (running) again = true;
    return (running ??= run());
  };
}
