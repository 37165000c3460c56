import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** What the next batch waits for when fewer came than expected, relative to that. */
const LESS = 0.75;

type Waiting<T, R> = {
  item: T;
  key: string;
  /** Runs work as part of what its caller does, for traces. */
  inContext: <V>(work: () => V) => V;
  settle(result: R | Promise<R>): void;
  fail(error: unknown): void;
};

/**
 * Batches writes, or reads: items that arrive during a batch form the next one, so a higher load makes larger batches. A batch
 * has at most one item of a key, so that updates of one key stay in order.
 */
export function createGroupCommit<T, R>(options: {
  /** Returns one result for each item, in the same order; a promise does not hold up the next batch. */
  run: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>;
  keyOf: (item: T) => string;
  /** Maximum items in a batch. */
  most: number;
  /**
   * Callers often return at once with their next item. The next batch waits for them at most this long, or until as
   * many items wait as at the end of the last batch, or nearly as many as before that one: if some callers once return too
   * late, the batches after it should not stay small. A single caller does not wait.
   */
  gatherMs?: () => number;
  /** How long a batch holds up the next one at most; one that waits for a lock then goes on beside it. Absent: to its end. */
  holdsUpMs?: number;
  /** Maximum batches beside each other: each takes a connection of the database. */
  beside?: number;
}): (item: T) => Promise<R> {
  const { run, keyOf, most, gatherMs = () => 0, holdsUpMs, beside = Infinity } = options;
  let queue: Waiting<T, R>[] = [];
  const under = new Set<Promise<void>>();
  let busy = false;
  /** As many items as the next batch waits for. */
  let expected = 0;
  let gathering: { until: number; end(): void } | null = null;

  const work = async (): Promise<void> => {
    busy = true;
    while (queue.length > 0) {
      if (under.size >= beside) await Promise.race(under);
      const batch: Waiting<T, R>[] = [];
      const later: Waiting<T, R>[] = [];
      const keys = new Set<string>();
      for (const each of queue) {
        if (batch.length < most && !keys.has(each.key)) batch.push(each);
        else later.push(each);
        keys.add(each.key);
      }
      queue = later;
      const written = writeAll(batch).finally(() => under.delete(written));
      under.add(written);
      await (holdsUpMs === undefined
        ? written
        : Promise.race([written, wait(holdsUpMs, undefined, { ref: false })]));
      expected = Math.max(batch.length + queue.length, Math.floor(expected * LESS));
      const longest = gatherMs();
      if (longest > 0) await gather(Math.min(most, expected), longest);
    }
    busy = false;
    expected = 0;
  };

  const gather = async (until: number, longest: number): Promise<void> => {
    if (queue.length >= until) return;
    const arrived = new Promise<void>((end) => (gathering = { until, end }));
    await Promise.race([arrived, wait(longest, undefined, { ref: false })]);
    gathering = null;
  };

  const writeAll = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await batch[0]!.inContext(() => run(batch.map(({ item }) => item)));
      batch.forEach(({ settle }, index) => settle(results[index]!));
    } catch (error) {
      // One bad item must not fail the others: each is written alone.
      if (batch.length === 1) batch[0]!.fail(error);
      else for (const each of batch) await writeAll([each]);
    }
  };

  return (item) =>
    new Promise((settle, fail) => {
      queue.push({ item, key: keyOf(item), inContext: AsyncLocalStorage.snapshot(), settle, fail });
      if (!busy) void work();
      else if (gathering && queue.length >= gathering.until) gathering.end();
    });
}
