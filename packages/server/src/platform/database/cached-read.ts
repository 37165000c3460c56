/** A value cached in memory, read again when it is old or was marked as stale. */
export type CachedRead = {
  /** Resolves after a read that began after the last `stale()` before this call. Rejects if that read fails. */
  fresh(): Promise<void>;
  /** Marks the value as changed: later callers wait for a new read. */
  stale(): void;
};

/**
 * All waiting callers share one read. A read that began before the last `stale()` does not count for callers after it.
 * `now` and `freshMs` in milliseconds.
 */
export function createCachedRead(deps: {
  now(): number;
  freshMs: number;
  read(): Promise<void>;
}): CachedRead {
  let changes = 1;
  /** The value of `changes` when the last successful read began. */
  let covered = 0;
  let readAt = 0;
  let running: Promise<void> | null = null;
  const run = async () => {
    const covers = changes;
    const at = deps.now();
    try {
      await deps.read();
      covered = covers;
      readAt = at;
    } finally {
      running = null;
    }
  };
  return {
    fresh: async () => {
      const needed = changes;
      const isOld = () => covered < needed || Math.abs(deps.now() - readAt) > deps.freshMs;
      while (isOld()) {
        running ??= run();
        await running;
      }
    },
    stale: () => void changes++,
  };
}
