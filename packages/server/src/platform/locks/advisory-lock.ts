import { sql, type Database } from "../database/database.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";

/** A lock occupies a connection while its job uses another one; more at once could use up the pool. */
const MAX_CONNECTIONS = 4;
/** Separates these keys from those of other advisory locks. */
const SEED = 17;

/**
 * Runs short jobs of the same key one after another across all replicas, by an advisory lock of PostgreSQL. The lock
 * belongs to a transaction that does nothing else, so it also works through a pooler in transaction mode.
 */
export function createAdvisoryLock(
  database: Pick<Database, "transact">,
): <T>(key: string, job: () => Promise<T>) => Promise<T> {
  const turns = createKeyedMutex();
  let count = 0;
  const withConnection = <T>(job: () => Promise<T>) =>
    turns(`connection ${count++ % MAX_CONNECTIONS}`, job);

  const withLock = async <T>(key: string, job: () => Promise<T>): Promise<T> => {
    let result: { value: T } | undefined;
    await database.transact(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${SEED}))`.execute(tx);
      result = { value: await job() };
    });
    return result!.value;
  };

  // Jobs of one key queue in memory first, so that only one of them waits with a connection.
  return (key, job) => turns(key, () => withConnection(() => withLock(key, job)));
}
