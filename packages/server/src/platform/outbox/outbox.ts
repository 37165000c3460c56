import type { Clock } from "../clock.ts";
import { one, rows, sql, type Database, type Tx } from "../database/database.ts";
import { newId } from "../ids.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { runOutsideTrace, traced, traceparent } from "../observability/tracing.ts";
import { createLeaseRenewal } from "./lease-renewal.ts";
import { isOpen, ONLY_ROWS_AT } from "./outbox-days.ts";

export type OutboxRow = {
  id: string;
  topic: string;
  payload: unknown;
  /** How often it was tried, since it was last asked for anew. */
  attempts: number;
  created_at: Date;
  /** When it was enqueued; `created_at` is later for a row that was carried to another day. */
  first_at: Date;
};
type Claimed = OutboxRow & { claims: number; failures: number; trace: string | null };

/** A handler's result: done, or retry after so many seconds. A handler that throws is retried with backoff. */
export type OutboxOutcome = void | { retryAfterSeconds: number };
export type OutboxHandler = (payload: never, row: OutboxRow) => Promise<OutboxOutcome>;

/**
 * Queues that never wait for each other: charging and money, messages a driver waits for, pushes (possibly very many),
 * events for other systems, which may be down for long, and what waits for operators: the watches of charges, and
 * synchronisations, which may take many minutes.
 */
export const QUEUES = ["main", "message", "push", "event", "watch", "sync"] as const;
export type Queue = (typeof QUEUES)[number];

/** A row of its own for one thing, the same whenever it is asked for. */
export type OnlyRow = { id: string; payload: unknown };

export type Outbox = {
  /** Writes a side effect into the caller's transaction; it runs after commit, at the earliest at `dueAt`. */
  enqueue(tx: Tx, topic: string, payload: unknown, dueAt?: Date): Promise<void>;
  /**
   * Like `enqueue`, but each of `only` has one unfinished row at most. Where one waits, it is due at `dueAt` at the
   * latest; where one runs, it runs once more then. With `sooner: false` an unfinished row stays as it is.
   */
  enqueueOnce(
    tx: Tx,
    topic: string,
    only: readonly OnlyRow[],
    due: { at: Date; sooner: boolean },
  ): Promise<void>;
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
/** Queues whose rows wait for operators: all drains of a process share the number, as a drain for each wake would add up. */
const SHARED: readonly Queue[] = ["watch", "sync"];
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
  /** Rows that are being claimed or run. */
  const running = new Set<Promise<unknown>>();
  const leases = createLeaseRenewal(deps);
  let stopped = false;

  const claim = async (queue: Queue) => {
    const now = clock.now();
    const open = await isOpen(database, now);
    return one(
      database.db,
      sql<Claimed>`
        update outbox set leased_until = ${new Date(now.getTime() + deps.leaseSeconds * 1000)}, attempts = attempts + 1
        where (created_at, id) = (
          select created_at, id from outbox
          where queue = ${queue} and ${open} and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          order by due_at limit 1 for update skip locked)
        returning id, topic, payload, attempts - attempts_before as attempts, attempts as claims, failures, created_at,
          trace, coalesce(first_at, created_at) as first_at`,
    );
  };

  // After its lease a run no longer owns the row: another run has claimed it, with a higher `attempts`.
  const isOwnClaim = (row: Claimed) =>
    sql`created_at = ${row.created_at} and id = ${row.id} and attempts = ${row.claims} and done_at is null`;

  /** Where it was asked for again meanwhile, it is not finished but due again; that caller has woken the worker for it. */
  const finish = (row: Claimed, error: string | null) =>
    sql`update outbox set done_at = case when again_at is null then ${clock.now()}::timestamptz end,
          due_at = coalesce(again_at, due_at), failures = case when again_at is null then failures else 0 end,
          again_at = null, last_error = ${error}, leased_until = null
        where ${isOwnClaim(row)}`.execute(database.db);

  const postpone = (row: Claimed, seconds: number, error: string | null) =>
    database.transact(async (tx) => {
      const due = new Date(clock.now().getTime() + seconds * 1000);
      await sql`update outbox set due_at = least(${due}::timestamptz, again_at), again_at = null,
                  last_error = ${error}, leased_until = null,
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

  const sharedWorkers = new Map(SHARED.map((queue) => [queue, { count: 0 }]));
  const drainQueue = async (queue: Queue) => {
    let count = 0;
    const workers = sharedWorkers.get(queue) ?? { count: 0 };
    const broken: unknown[] = [];
    const work = async () => {
      workers.count++;
      const helpers: Promise<void>[] = [];
      const claimAndRun = async (): Promise<boolean> => {
        const row = stopped ? null : await claim(queue);
        if (!row) return false;
        count++;
        // One more worker for each claimed row, so that a check without due rows costs one query.
        if (workers.count < PARALLEL) helpers.push(work());
        const release = leases.hold({ id: row.id, created_at: row.created_at, claims: row.claims });
        await run(row).finally(release);
        return true;
      };
      try {
        for (let found = true; found;) {
          const under = claimAndRun();
          running.add(under);
          found = await under.finally(() => running.delete(under));
        }
      } catch (error) {
        broken.push(error);
      }
      workers.count--;
      await Promise.all(helpers);
    };
    if (workers.count >= PARALLEL) return 0;
    await runOutsideTrace(work);
    if (broken.length > 0) throw new Error("the outbox broke off", { cause: broken[0] });
    return count;
  };
  /** One query instead of a claim in each queue: most of the time no row is due. */
  const dueQueues = async () => {
    const now = clock.now();
    const open = await isOpen(database, now);
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
    await leases.renew();
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
    enqueueOnce: async (tx, topic, only, { at, sooner }) => {
      if (only.length === 0) return;
      const queue = queueOf(topic);
      const given = JSON.stringify(only.map(({ id, payload }) => ({ id, payload })));
      // Also where its lease has ended: then it may be claimed again, or still be finished by who had it.
      const isRunning = sql`(outbox.done_at is null and outbox.leased_until is not null)`;
      await sql`
        insert into outbox (id, topic, payload, due_at, created_at, first_at, queue, trace)
        select id, ${topic}, payload, ${at}::timestamptz, ${ONLY_ROWS_AT}::timestamptz, ${clock.now()}::timestamptz,
          ${queue}, ${traceparent()}::text
        from jsonb_to_recordset(${given}::jsonb) as given (id text, payload jsonb)
        order by id
        on conflict (created_at, id) do update set
          due_at = case when outbox.done_at is not null then excluded.due_at
            when ${isRunning} then outbox.due_at else least(outbox.due_at, excluded.due_at) end,
          again_at = case when ${isRunning} then least(outbox.again_at, excluded.due_at) end,
          payload = excluded.payload, trace = excluded.trace, first_at = excluded.first_at, done_at = null,
          attempts_before = case when outbox.done_at is null then outbox.attempts_before else outbox.attempts end,
          failures = case when outbox.done_at is null then outbox.failures else 0 end
        where outbox.done_at is not null
          or ${sooner} and (outbox.due_at > excluded.due_at or ${isRunning})`.execute(tx);
      await deps.wake(tx, at, queue);
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

/** What is due and not finished. A synchronisation that runs may take many minutes, and does not wait. */
export const isWaiting = async (database: Database, now: Date) =>
  sql`${await isOpen(database, now)} and due_at <= ${now}
    and not (queue = 'sync' and coalesce(leased_until > ${now}, false))`;

/** Rows that are long overdue, for readiness and alerts. */
export async function overdueRows(database: Database, before: Date): Promise<number> {
  const [row] = await rows(
    database.db,
    sql<{
      n: number;
    }>`select count(*)::int as n from outbox where ${await isWaiting(database, before)}`,
  );
  return row?.n ?? 0;
}
