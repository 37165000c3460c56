import type { Clock } from "./clock.ts";
import { one, rows, sql, type Database, type Tx } from "./database.ts";
import { newId } from "./ids.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

export type OutboxRow = { id: string; topic: string; payload: unknown; attempts: number };
type Claimed = OutboxRow & { created_at: Date; failures: number };

/** What a handler says: done, or try again after so many seconds. Throwing counts as `retry` with backoff. */
export type OutboxOutcome = void | { retryAfterSeconds: number };
export type OutboxHandler = (payload: never, row: OutboxRow) => Promise<OutboxOutcome>;

export type Outbox = {
  /** Writes a side effect into the caller's transaction; it runs after commit, at the earliest at `dueAt`. */
  enqueue(tx: Tx, topic: string, payload: unknown, dueAt?: Date): Promise<void>;
  /** Registers what happens for a topic. Handlers must bear being run twice. */
  on(topic: string, handler: OutboxHandler): void;
  /** Runs everything due by the clock until nothing is. Returns how many rows ran. */
  drain(): Promise<number>;
  /** Drains, and waits for the rows that other drains of this process are still running. */
  settle(): Promise<number>;
};

/** Asks the job worker to look again at an instant; only wakes, never decides what is due. */
export type Waker = (tx: Tx, at: Date) => Promise<void>;

const PARALLEL = 16;
const GIVE_UP_AFTER = 20;

/** Side effects after commit: a table of due rows compared with the clock, claimed by lease, run at least once. */
export function createOutbox(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  wake: Waker;
  leaseSeconds: number;
}): Outbox {
  const { database, clock, logger, metrics } = deps;
  const handlers = new Map<string, OutboxHandler>();
  const running = new Set<Promise<void>>();

  const claim = () =>
    one(
      database.db,
      sql<Claimed>`
        update outbox set leased_until = ${new Date(clock.now().getTime() + deps.leaseSeconds * 1000)}, attempts = attempts + 1
        where (created_at, id) = (
          select created_at, id from outbox
          where done_at is null and due_at <= ${clock.now()} and (leased_until is null or leased_until <= ${clock.now()})
          order by due_at limit 1 for update skip locked)
        returning id, topic, payload, attempts, failures, created_at`,
    );

  // A run that outlived its lease has lost the row to the next one, and may not touch it any more.
  const mine = (row: Claimed) =>
    sql`created_at = ${row.created_at} and id = ${row.id} and attempts = ${row.attempts} and done_at is null`;

  const finish = (row: Claimed, error: string | null) =>
    sql`update outbox set done_at = ${clock.now()}, last_error = ${error}, leased_until = null
        where ${mine(row)}`.execute(database.db);

  const postpone = (row: Claimed, seconds: number, error: string | null) =>
    database.transact(async (tx) => {
      const due = new Date(clock.now().getTime() + seconds * 1000);
      await sql`update outbox set due_at = ${due}, last_error = ${error}, leased_until = null,
                  failures = case when ${error === null} then 0 else failures + 1 end
                where ${mine(row)}`.execute(tx);
      await deps.wake(tx, due);
    });

  const run = async (row: Claimed) => {
    const handler = handlers.get(row.topic);
    try {
      if (!handler) throw new Error(`no handler for topic ${row.topic}`);
      const outcome = await handler(row.payload as never, row);
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
      if (row.failures >= GIVE_UP_AFTER) await finish(row, `given up: ${message}`);
      else await postpone(row, Math.min(2 ** row.failures, 300), message);
    }
  };

  const drain = async () => {
    let count = 0;
    let hands = 0;
    const broken: unknown[] = [];
    const work = async () => {
      hands++;
      const helpers: Promise<void>[] = [];
      try {
        for (let row = await claim(); row; row = await claim()) {
          count++;
          // Another pair of hands only while there is work, so that an idle look is one query.
          if (hands < PARALLEL) helpers.push(work());
          const under = run(row);
          running.add(under);
          await under.finally(() => running.delete(under));
        }
      } catch (error) {
        broken.push(error);
      }
      hands--;
      await Promise.all(helpers);
    };
    await work();
    if (broken.length > 0) throw new Error("the outbox broke off", { cause: broken[0] });
    return count;
  };

  return {
    enqueue: async (tx, topic, payload, dueAt = clock.now()) => {
      const now = clock.now();
      await sql`insert into outbox (id, topic, payload, due_at, created_at)
                values (${newId("out", now)}, ${topic}, ${JSON.stringify(payload)}, ${dueAt}, ${now})`.execute(
        tx,
      );
      await deps.wake(tx, dueAt);
    },
    on: (topic, handler) => {
      handlers.set(topic, handler);
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
  };
}

/** Rows that should have run long ago, for readiness and alarms. */
export async function overdueRows(database: Database, before: Date): Promise<number> {
  const [row] = await rows(
    database.db,
    sql<{
      n: number;
    }>`select count(*)::int as n from outbox where done_at is null and due_at < ${before}`,
  );
  return row?.n ?? 0;
}
