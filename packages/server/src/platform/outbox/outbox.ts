import type { Clock } from "../clock.ts";
import { one, rows, sql, type Database, type Tx } from "../database/database.ts";
import { newId } from "../ids.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { runOutsideTrace, traced, traceparent } from "../observability/tracing.ts";
import { openSince, openUntil } from "./outbox-days.ts";

export type OutboxRow = {
  id: string;
  topic: string;
  payload: unknown;
  attempts: number;
  created_at: Date;
  /** When it was enqueued; `created_at` is later for a row that was carried to another day. */
  first_at: Date;
};
type Claimed = OutboxRow & { failures: number; trace: string | null };

/** A handler's result: done, or retry after so many seconds. A handler that throws is retried with backoff. */
export type OutboxOutcome = void | { retryAfterSeconds: number };
export type OutboxHandler = (payload: never, row: OutboxRow) => Promise<OutboxOutcome>;

/**
 * Queues that never wait for each other: charging and money, messages a driver waits for, pushes (possibly very many),
 * and events for other systems, which may be down for long.
 */
export const QUEUES = ["main", "message", "push", "event"] as const;
export type Queue = (typeof QUEUES)[number];

export type Outbox = {
  /** Writes a side effect into the caller's transaction; it runs after commit, at the earliest at `dueAt`. */
  enqueue(tx: Tx, topic: string, payload: unknown, dueAt?: Date): Promise<void>;
  /** Registers the handler of a topic and its queue. Handlers must be idempotent. */
  on(topic: string, handler: OutboxHandler, queue?: Queue): void;
  /** Runs all due rows, of one queue or of all. Returns how many ran. */
  drain(queue?: Queue): Promise<number>;
  /** Drains, and waits for rows that other drains of this process are running. */
  settle(): Promise<number>;
  /** Claims no more rows and waits for the running ones. Other replicas run the rest. */
  stop(): Promise<void>;
};

/** Asks the job worker to check a queue at an instant. It only wakes; the table decides what is due. */
export type Waker = (tx: Tx, at: Date, queue: Queue) => Promise<void>;

/** The topic of events for other systems: `{ type, about }`. */
export const EVENT = "event";
const PARALLEL = 16;
const GIVE_UP_AFTER = 20;
/** A retry after this long is no longer part of the trace that caused it. */
const TRACED_MS = 5 * 60_000;

/** Side effects after commit: rows of a table that are due by the clock, claimed by lease, run at least once. */
export function createOutbox(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  wake: Waker;
  leaseSeconds: number;
  /** Topics that other systems get as events too, with the event's type. Each such row gets a second row under `EVENT`. */
  events?: ReadonlyMap<string, string>;
}): Outbox {
  const { database, clock, logger, metrics } = deps;
  const handlers = new Map<string, { handle: OutboxHandler; queue: Queue }>();
  const queueOf = (topic: string) => handlers.get(topic)?.queue ?? "main";
  const running = new Set<Promise<void>>();
  let stopped = false;

  /** The partitions that may have rows to run, so that a query need not plan over all. */
  const isOpen = async (now: Date) =>
    sql`done_at is null and created_at >= ${await openSince(database, now)} and created_at < ${openUntil(now)}`;

  const claim = async (queue: Queue) => {
    const now = clock.now();
    const open = await isOpen(now);
    return one(
      database.db,
      sql<Claimed>`
        update outbox set leased_until = ${new Date(now.getTime() + deps.leaseSeconds * 1000)}, attempts = attempts + 1
        where (created_at, id) = (
          select created_at, id from outbox
          where queue = ${queue} and ${open} and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          order by due_at limit 1 for update skip locked)
        returning id, topic, payload, attempts, failures, created_at, trace, coalesce(first_at, created_at) as first_at`,
    );
  };

  // After its lease a run no longer owns the row: another run has claimed it, with a higher `attempts`.
  const isOwnClaim = (row: Claimed) =>
    sql`created_at = ${row.created_at} and id = ${row.id} and attempts = ${row.attempts} and done_at is null`;

  const finish = (row: Claimed, error: string | null) =>
    sql`update outbox set done_at = ${clock.now()}, last_error = ${error}, leased_until = null
        where ${isOwnClaim(row)}`.execute(database.db);

  const postpone = (row: Claimed, seconds: number, error: string | null) =>
    database.transact(async (tx) => {
      const due = new Date(clock.now().getTime() + seconds * 1000);
      await sql`update outbox set due_at = ${due}, last_error = ${error}, leased_until = null,
                  failures = case when ${error === null} then 0 else failures + 1 end
                where ${isOwnClaim(row)}`.execute(tx);
      await deps.wake(tx, due, queueOf(row.topic));
    });

  /** Runs the row in the trace that caused it, if that is recent. */
  const run = async (row: Claimed) => {
    const fresh = clock.now().getTime() - row.first_at.getTime() < TRACED_MS;
    if (!row.trace || !fresh) return runRow(row);
    const attributes = { "messaging.message.id": row.id, "outbox.attempt": row.attempts };
    const work = { name: `outbox ${row.topic}`, kind: "consumer", parent: row.trace } as const;
    return traced({ ...work, attributes }, () => runRow(row));
  };

  const runRow = async (row: Claimed) => {
    const handler = handlers.get(row.topic);
    try {
      if (!handler) throw new Error(`no handler for topic ${row.topic}`);
      const outcome = await handler.handle(row.payload as never, row);
      if (outcome) await postpone(row, outcome.retryAfterSeconds, null);
      else await finish(row, null);
      metrics.outboxDone.inc({ topic: row.topic, outcome: outcome ? "again" : "done" });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      logger.error(
        { err: error, topic: row.topic, row: row.id, attempts: row.attempts },
        "outbox row failed",
      );
      metrics.outboxDone.inc({ topic: row.topic, outcome: "failed" });
      if (row.failures >= GIVE_UP_AFTER) {
        metrics.outboxDone.inc({ topic: row.topic, outcome: "given_up" });
        await finish(row, `given up: ${message}`);
      } else await postpone(row, Math.min(2 ** row.failures, 300), message);
    }
  };

  const insert = async (tx: Tx, topic: string, payload: unknown, dueAt: Date) => {
    const now = clock.now();
    const queue = queueOf(topic);
    await sql`insert into outbox (id, topic, payload, due_at, created_at, queue, trace)
              values (${newId("out", now)}, ${topic}, ${JSON.stringify(payload)}, ${dueAt}, ${now}, ${queue}, ${traceparent()})`.execute(
      tx,
    );
    await deps.wake(tx, dueAt, queue);
  };

  const drainQueue = async (queue: Queue) => {
    let count = 0;
    let workers = 0;
    const broken: unknown[] = [];
    const work = async () => {
      workers++;
      const helpers: Promise<void>[] = [];
      try {
        const next = async () => (stopped ? null : await claim(queue));
        for (let row = await next(); row; row = await next()) {
          count++;
          // One more worker for each claimed row, so that a check without due rows costs one query.
          if (workers < PARALLEL) helpers.push(work());
          const under = run(row);
          running.add(under);
          await under.finally(() => running.delete(under));
        }
      } catch (error) {
        broken.push(error);
      }
      workers--;
      await Promise.all(helpers);
    };
    await runOutsideTrace(work);
    if (broken.length > 0) throw new Error("the outbox broke off", { cause: broken[0] });
    return count;
  };
  /** One query instead of a claim in each queue: most of the time no row is due. */
  const dueQueues = async () => {
    const now = clock.now();
    const open = await isOpen(now);
    const due = rows(
      database.db,
      sql<{ name: Queue }>`
        select name from unnest(${[...QUEUES]}::text[]) name where exists (
          select from outbox
          where queue = name and ${open} and due_at <= ${now} and (leased_until is null or leased_until <= ${now}))`,
    );
    const found = await due.catch((error: unknown) => {
      throw new Error("the outbox broke off", { cause: error });
    });
    return found.map(({ name }) => name);
  };
  const drain = async (queue?: Queue) => {
    if (stopped) return 0;
    const queues = queue ? [queue] : await dueQueues();
    const counts = await Promise.all(queues.map(drainQueue));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  return {
    enqueue: async (tx, topic, payload, dueAt = clock.now()) => {
      await insert(tx, topic, payload, dueAt);
      const type = deps.events?.get(topic);
      if (type) await insert(tx, EVENT, { type, about: payload }, clock.now());
    },
    on: (topic, handle, queue = "main") => {
      handlers.set(topic, { handle, queue });
    },
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

/** Rows that are long overdue, for readiness and alerts. */
export async function overdueRows(database: Database, before: Date): Promise<number> {
  const since = await openSince(database, before);
  const [row] = await rows(
    database.db,
    sql<{
      n: number;
    }>`select count(*)::int as n from outbox
      where done_at is null and created_at >= ${since} and created_at < ${openUntil(before)} and due_at < ${before}`,
  );
  return row?.n ?? 0;
}
