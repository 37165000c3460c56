import type { Clock } from "../clock.ts";
import { afterCommit, type Database, type Tx } from "../database/database.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { runOutsideTrace, traced } from "../observability/tracing.ts";
import { createLeaseRenewal } from "./lease-renewal.ts";
import type { Due, OnlyRow, OutboxRow, Queue, When } from "./outbox-types.ts";
import { QUEUES } from "./outbox-types.ts";
import { createOutboxRows, type Claimed, type End, type Ended } from "./outbox-rows.ts";

export { QUEUES, type OnlyRow, type OutboxRow, type Queue };

/** A row while it runs. */
export type OutboxRun = OutboxRow & {
  /** Ends the row in the handler's last transaction, as its last statement: it locks the row that runs next. */
  finish(tx: Tx): Promise<unknown>;
};

/** A handler's result: done, or retry after so many seconds. If a handler throws, the row is retried with backoff. */
export type OutboxOutcome = void | { retryAfterSeconds: number };
export type OutboxHandler = (payload: never, row: OutboxRun) => Promise<OutboxOutcome>;

export type Outbox = {
  /** Writes a side effect into the caller's transaction; it runs after commit, at the earliest at `dueAt`. */
  enqueue(tx: Tx, topic: string, payload: unknown, dueAt?: Date): Promise<void>;
  /** Like `enqueue`, but each id in `only` has at most one unfinished row. */
  enqueueOnce(tx: Tx, topic: string, only: readonly OnlyRow[], when: When): Promise<void>;
  /** Cancels waiting rows of `enqueueOnce` of a driver. A running one is not stopped. */
  cancel(tx: Tx, userId: string, ids: readonly string[]): Promise<void>;
  /** Writes only the topic's event for other systems, if the topic has one. */
  announce(tx: Tx, topic: string, payload: unknown): Promise<void>;
  /** Registers the handler of a topic and its queue. Handlers must be idempotent. */
  on(topic: string, handler: OutboxHandler, queue?: Queue): void;
  /** Where a row is due. */
  due(): Promise<Due[]>;
  /**
   * Runs all due rows of a queue, on one shard or on all; of all queues until nothing is due, so also what the runs enqueue.
   * Returns how many ran.
   */
  drain(queue?: Queue, shard?: string): Promise<number>;
  /** Drains, and waits for rows that other drains of this process are running. */
  settle(): Promise<number>;
  /** Claims no more rows and waits for the running ones. Other replicas run the rest. */
  stop(): Promise<void>;
};

/**
 * Requests a check of a queue on a shard at a time, after the commit of `tx` (null: already committed). It only wakes; the
 * table decides which rows are due.
 */
export type Waker = (tx: Tx | null, at: Date, queue: Queue, shard: string) => Promise<void>;

/** The topic of events for other systems: `{ type, about }`. */
export const EVENT = "event";
const PARALLEL = 16;
const DONE: End = { at: null, error: null };
/**
 * Queues whose rows wait for operators. All drains of a process share one limit of workers, because each wake starts a
 * drain.
 */
const SHARED: readonly Queue[] = ["watch", "sync"];
const GIVE_UP_AFTER = 20;
/** A retry after this long is no longer part of the trace that caused it. */
const TRACED_MS = 5 * 60_000;

/** Runs side effects after commit: rows of a table with a due time, claimed by lease, run at least once. */
export function createOutbox(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  wake: Waker;
  leaseSeconds: number;
  /** Topics that other systems get as events, with the event's type. Each such row gets a second row under `EVENT`. */
  events?: ReadonlyMap<string, string>;
}): Outbox {
  const { clock, database, logger, metrics } = deps;
  const handlers = new Map<string, { handle: OutboxHandler; queue: Queue }>();
  const queueOf = (topic: string) => handlers.get(topic)?.queue ?? "main";
  /** Rows that are being claimed or run. */
  const running = new Set<Promise<unknown>>();
  const leases = createLeaseRenewal(deps);
  let stopped = false;

  const table = createOutboxRows(deps);

  /** Runs the row in the trace that caused it, if that is recent. Returns how it ended. */
  const run = async (row: Claimed, queue: Queue, more: Set<string>): Promise<End | Ended> => {
    const fresh = clock.now().getTime() - row.first_at.getTime() < TRACED_MS;
    if (!row.trace || !fresh) return runRow(row, queue, more);
    const attributes = { "messaging.message.id": row.id, "outbox.attempt": row.attempts };
    const work = { name: `outbox ${row.topic}`, kind: "consumer", parent: row.trace } as const;
    return traced({ ...work, attributes }, () => runRow(row, queue, more));
  };

  const runRow = async (row: Claimed, queue: Queue, more: Set<string>): Promise<End | Ended> => {
    const handler = handlers.get(row.topic);
    const ended = (outcome: string) => metrics.outboxDone.inc({ topic: row.topic, outcome });
    const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
    let finished: Ended | null = null;
    let claimed = false;
    const finish = async (tx: Tx) => {
      // Its place is given to the next row.
      const most = !stopped && more.has(row.shard) ? 1 : 0;
      const found = await table.endAndClaim(tx, row, DONE, queue, most);
      claimed = found.next.length > 0;
      afterCommit(tx, () => (finished = found));
    };
    try {
      if (!handler) throw new Error(`no handler for topic ${row.topic}`);
      const outcome = await handler.handle(row.payload as never, { ...row, finish });
      ended(outcome ? "again" : "done");
      if (finished) return finished;
      return outcome ? { at: inSeconds(outcome.retryAfterSeconds), error: null } : DONE;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      logger.error(
        { err: error, topic: row.topic, row: row.id, attempts: row.attempts },
        "outbox row failed",
      );
      ended("failed");
      if (finished) return finished;
      // Whoever looked since did not see the row that this one had claimed and gives back.
      if (claimed) more.add(row.shard);
      if (row.failures < GIVE_UP_AFTER)
        return { at: inSeconds(Math.min(2 ** row.failures, 300)), error: message };
      ended("given_up");
      return { at: null, error: `given up: ${message}` };
    }
  };

  const insert = async (tx: Tx, topic: string, payload: unknown, at: Date) => {
    const queue = queueOf(topic);
    const shard = await table.insert(tx, { topic, payload, at, queue });
    await deps.wake(tx, at, queue, shard);
  };

  const announce: Outbox["announce"] = async (tx, topic, payload) => {
    const type = deps.events?.get(topic);
    if (type) await insert(tx, EVENT, { type, about: payload }, clock.now());
  };

  /**
   * `unread`: shards from which nothing was claimed since they were to be drained. `more`: those in which the last claim
   * found as many rows as it asked for. In others nothing more was due, and whoever enqueues a row later rings.
   */
  const newWorkers = () => ({ count: 0, unread: new Set<string>(), more: new Set<string>() });
  const sharedWorkers = new Map(SHARED.map((queue) => [queue, newWorkers()]));

  const drainQueue = async (queue: Queue, shards: readonly string[]) => {
    let count = 0;
    const workers = sharedWorkers.get(queue) ?? newWorkers();
    for (const shard of shards) workers.unread.add(shard);
    const broken: unknown[] = [];
    const active = new Set<Promise<void>>();

    const follow = (work: () => Promise<void>) => {
      const done = work()
        .catch((error: unknown) => void broken.push(error))
        .finally(() => {
          active.delete(done);
          running.delete(done);
        });
      active.add(done);
      running.add(done);
    };
    /** Claims as many rows as there are free workers, and reserves these during the claim. */
    const claimFor = async (shard: string, claim: (most: number) => Promise<Claimed[]>) => {
      workers.unread.delete(shard);
      const free = stopped ? 0 : PARALLEL - workers.count;
      workers.count += free;
      let found: Claimed[] = [];
      try {
        found = await claim(free);
      } finally {
        workers.count -= free - found.length;
      }
      workers.more[found.length < free ? "delete" : "add"](shard);
      for (const row of found) follow(() => runAndGoOn(row));
    };
    /** One shard after another: while its rows run, each claims the next ones of its shard. */
    const claimDue = async () => {
      for (const shard of workers.unread) {
        if (stopped || workers.count >= PARALLEL) return;
        await claimFor(shard, (free) => table.claim(shard, queue, free));
      }
    };

    const runAndGoOn = async (row: Claimed) => {
      count++;
      const { id, shard, created_at, claims } = row;
      const release = leases.hold({ id, shard, created_at, claims });
      let freed = false;
      const free = () => {
        if (!freed) workers.count--;
        freed = true;
      };
      let again = false;
      try {
        const end = await run(row, queue, workers.more);
        free();
        if ("next" in end) {
          again = end.again || end.next.length > 0;
          workers.count += end.next.length;
          for (const next of end.next) follow(() => runAndGoOn(next));
          return;
        }
        const endRun = async (most: number) => {
          const settled = await table.endAndClaim(database.db, row, end, queue, most);
          again = settled.again;
          return settled.next;
        };
        await (workers.more.has(shard) ? claimFor(shard, endRun) : endRun(0));
        if (end.at) await deps.wake(null, end.at, queueOf(row.topic), shard);
      } finally {
        free();
        release();
        if (again) workers.unread.add(shard);
        if (workers.unread.size > 0) follow(claimDue);
      }
    };

    if (workers.count >= PARALLEL) return 0;
    await runOutsideTrace(async () => {
      follow(claimDue);
      while (active.size > 0) await Promise.all(active);
    });
    if (broken.length > 0) throw new Error("the outbox broke off", { cause: broken[0] });
    return count;
  };

  /** Where to look for due rows: at what was asked for, or where there are some. */
  const placesOf = async (queue?: Queue, shard?: string): Promise<Due[]> => {
    if (!queue) return table.due(QUEUES);
    const shards = shard === undefined ? await table.allShards() : [shard];
    return shards.map((each) => ({ queue, shard: each }));
  };

  const drainOnce: Outbox["drain"] = async (queue, shard) => {
    if (stopped) return 0;
    await leases.renew();
    const places = await placesOf(queue, shard).catch((error: unknown) => {
      throw new Error("the outbox broke off", { cause: error });
    });
    const counts = await Promise.all(
      [...Map.groupBy(places, (place) => place.queue)].map(([name, of]) =>
        drainQueue(
          name,
          of.map((place) => place.shard),
        ),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const drain: Outbox["drain"] = async (queue, shard) => {
    let all = 0;
    for (let ran = -1; ran !== 0; all += ran) {
      ran = await drainOnce(queue, shard);
      if (queue) return ran;
    }
    return all;
  };

  return {
    enqueue: async (tx, topic, payload, dueAt = clock.now()) => {
      await insert(tx, topic, payload, dueAt);
      await announce(tx, topic, payload);
    },
    enqueueOnce: async (tx, topic, only, when) => {
      if (only.length === 0) return;
      const queue = queueOf(topic);
      const times = new Set(only.map(({ at = when.at }) => at.getTime()));
      for (const shard of await table.insertOnce(tx, topic, queue, only, when))
        for (const time of times) await deps.wake(tx, new Date(time), queue, shard);
    },
    cancel: table.cancel,
    announce,
    on: (topic, handle, queue = "main") => {
      handlers.set(topic, { handle, queue });
    },
    due: () => table.due(QUEUES),
    drain,
    settle: async () => {
      let count = await drain();
      while (running.size > 0) {
        await Promise.allSettled(running);
        count += await drain();
      }
      return count;
    },
    stop: async () => {
      stopped = true;
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
