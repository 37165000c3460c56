type Waiting<T, R> = { item: T; key: string; settle(result: R): void; fail(error: unknown): void };

/**
 * Writes that arrive while others are being written go together in the next batch: no delay is added, and the more
 * arrives the fewer transactions there are. One writer per lane; a key always takes the same lane, once in a batch, so
 * that the order of one thing's news is kept.
 */
export function createGroupCommit<T, R>(options: {
  /** Answers in the order of the items. */
  run: (items: readonly T[]) => Promise<readonly R[]>;
  keyOf: (item: T) => string;
  lanes: number;
  /** Items in a batch at most. */
  most: number;
}): (item: T) => Promise<R> {
  const { run, keyOf, most } = options;
  const lanes = Array.from({ length: options.lanes }, () => ({
    queue: [] as Waiting<T, R>[],
    busy: false,
  }));

  const work = async (lane: (typeof lanes)[number]): Promise<void> => {
    lane.busy = true;
    while (lane.queue.length > 0) {
      const batch: Waiting<T, R>[] = [];
      const later: Waiting<T, R>[] = [];
      const keys = new Set<string>();
      for (const each of lane.queue) {
        if (batch.length < most && !keys.has(each.key)) batch.push(each);
        else later.push(each);
        keys.add(each.key);
      }
      lane.queue = later;
      await writeAll(batch);
    }
    lane.busy = false;
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
      const key = keyOf(item);
      const lane = lanes[hash(key) % lanes.length]!;
      lane.queue.push({ item, key, settle, fail });
      if (!lane.busy) void work(lane);
    });
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let i = 0; i < text.length; i++)
    value = Math.imul(value ^ text.charCodeAt(i), 16_777_619) >>> 0;
  return value;
}
