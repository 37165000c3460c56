export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs tasks of the same key one after another within this process. The database does this between replicas; here a
 * driver's double taps wait in memory, so that each does not hold a database connection.
 */
export function createKeyedMutex(): KeyedMutex {
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

/** Never runs `work` twice at once: calls during a run cause exactly one more run. */
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
