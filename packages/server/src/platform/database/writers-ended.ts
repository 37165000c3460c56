import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../clock.ts";
import { rows, sql, type Queryable } from "./database.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Whether all transactions that were writing these tables when this was called have ended, at once or within so many
 * milliseconds. What is read afterwards has all that they wrote.
 */
export async function writersEnded(
  on: Queryable,
  tables: readonly string[],
  withinMs: number,
): Promise<boolean> {
  const before = new Set(await writersOf(on, tables));
  const until = monotonicMs() + withinMs;
  for (let pause = FIRST_PAUSE_MS; before.size > 0 && monotonicMs() < until; pause *= 1.5) {
    await wait(Math.min(pause, LONGEST_PAUSE_MS));
    const now = new Set(await writersOf(on, tables));
    for (const one of before) if (!now.has(one)) before.delete(one);
  }
  return before.size === 0;
}

/** The transactions that write these tables: each holds this lock from before its first write until it ends. */
export const writersOf = async (on: Queryable, tables: readonly string[]): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        select virtualtransaction as id from pg_locks
        where relation = any(${tables}::regclass[]) and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`,
    )
  ).map(({ id }) => id);
