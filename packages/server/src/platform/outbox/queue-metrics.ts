import { rows, sql, type Database } from "../database/database.ts";
import { isOpen } from "./outbox-days.ts";
import { QUEUES, type Queue } from "./outbox.ts";

export type QueueFigures = {
  queue: Queue;
  /** Rows that are due. */
  waiting: number;
  /** Seconds by which the oldest of them is overdue. */
  oldest: number;
};

/**
 * A condition for rows that are due and not done. A synchronisation that is running does not count: it may take many
 * minutes.
 */
const isWaiting = async (database: Database, now: Date) =>
  sql`${await isOpen(database, now)} and due_at <= ${now}
    and not (queue = 'sync' and coalesce(leased_until > ${now}, false))`;

/** The number of waiting rows in each queue, and their age. */
export async function outboxFigures(database: Database, now: Date): Promise<QueueFigures[]> {
  const found = await rows(
    database.db,
    sql<{ queue: string; waiting: number; due_at: Date }>`
      select queue, count(*)::int as waiting, min(due_at) as due_at from outbox
      where ${await isWaiting(database, now)} group by queue`,
  );
  return QUEUES.map((queue) => {
    const row = found.find((each) => each.queue === queue);
    const oldest = row ? (now.getTime() - row.due_at.getTime()) / 1000 : 0;
    return { queue, waiting: row?.waiting ?? 0, oldest };
  });
}

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
