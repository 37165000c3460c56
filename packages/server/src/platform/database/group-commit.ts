type Waiting<T, R> = { item: T; key: string; settle(result: R): void; fail(error: unknown): void };

/**
 * Batches writes: those that arrive during a batch form the next one. No delay is added, and a higher load makes larger
 * batches. A key is in a batch once, so that updates of one key stay in order.
 */
export function createGroupCommit<T, R>(options: {
  /** Answers in the order of the items. */
  run: (items: readonly T[]) => Promise<readonly R[]>;
  keyOf: (item: T) => string;
  /** Items in a batch at most. */
  most: number;
}): (item: T) => Promise<R> {
  const { run, keyOf, most } = options;
  let queue: Waiting<T, R>[] = [];
  let busy = false;

  const work = async (): Promise<void> => {
    busy = true;
    while (queue.length > 0) {
      const batch: Waiting<T, R>[] = [];
      const later: Waiting<T, R>[] = [];
      const keys = new Set<string>();
      for (const each of queue) {
        if (batch.length < most && !keys.has(each.key)) batch.push(each);
        else later.push(each);
        keys.add(each.key);
      }
      queue = later;
      await writeAll(batch);
    }
    busy = false;
  };

  const writeAll = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => settle(results[index]!));
    } catch (error) {
      // What one of them broke must not cost the others: each goes by itself.
      if (batch.length === 1) batch[0]!.fail(error);
      else for (const each of batch) await writeAll([each]);
    }
  };

  return (item) =>
    new Promise((settle, fail) => {
      queue.push({ item, key: keyOf(item), settle, fail });
      if (!busy) void work();
    });
}
