import { setTimeout as wait } from "node:timers/promises";
import { rows, sql, type Queryable } from "./database.ts";

const TRIES = 20;
const PAUSE_MS = 10;

/**
 * Whether all transactions that were writing these tables when this was called have ended, if not at once then within a fifth
 * of a second. What is read afterwards has all that they wrote.
 */
export async function writersEnded(on: Queryable, tables: readonly string[]): Promise<boolean> {
  const before = new Set(await writersOf(on, tables));
  for (let tries = 0; before.size > 0 && tries < TRIES; tries++) {
    await wait(PAUSE_MS);
    const now = new Set(await writersOf(on, tables));
    for (const one of before) if (!now.has(one)) before.delete(one);
  }
  return before.size === 0;
}

/** Each holds this lock from before its first write to its end. */
const writersOf = async (on: Queryable, tables: readonly string[]): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ id: string }>`
        select virtualtransaction as id from pg_locks
        where relation = any(${tables}::regclass[]) and mode = 'RowExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`,
    )
  ).map(({ id }) => id);
