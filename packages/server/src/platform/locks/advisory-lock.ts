import { sql, type Database } from "../database/database.ts";
import { createTurns } from "./keyed-mutex.ts";

/** Each holder uses two connections: more holders at once could leave none for the work. */
const AT_ONCE = 4;
/** Namespace of these keys among other advisory locks. */
const SPACE = 17;

/**
 * Runs short tasks of the same key one after another across replicas. The lock belongs to a transaction, which works
 * through a pooler; that transaction does nothing else.
 */
export function createExclusive(
  database: Pick<Database, "transact">,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = createTurns();
  let next = 0;
  return (key, work) =>
    turns(key, () =>
      turns(`lane ${next++ % AT_ONCE}`, async () => {
        let done: Awaited<ReturnType<typeof work>> | undefined;
        await database.transact(async (tx) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${SPACE}))`.execute(tx);
          done = await work();
        });
        return done!;
      }),
    );
}
