import { setTimeout as wait } from "node:timers/promises";
import { startInterval } from "../interval.ts";
import { newSecret } from "../ids.ts";
import { one, sql, type Database } from "../database/database.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";

const SECONDS = 30;
const LOOK_AGAIN_MS = 300;

/** Runs a task unless another replica, or another call here, is running the task of this name. Null: it is. */
export async function tryLease<T>(
  { db }: Pick<Database, "db">,
  name: string,
  work: () => Promise<T>,
): Promise<{ value: T } | null> {
  const holder = newSecret();
  const take = () =>
    one(
      db,
      // With the database's time, as the clocks of replicas differ.
      sql<{ holder: string }>`
        insert into lease (name, holder, until) values (${name}, ${holder}, now() + ${SECONDS} * interval '1 second')
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where lease.until < now() or lease.holder = excluded.holder
        returning holder`,
    );
  if (!(await take())) return null;
  const stop = startInterval((SECONDS * 1000) / 3, () => void take().catch(() => {}));
  try {
    return { value: await work() };
  } finally {
    stop();
    await sql`delete from lease where name = ${name} and holder = ${holder}`
      .execute(db)
      .catch(() => {});
  }
}

/**
 * Runs a long task in one replica at a time; the others wait. The lease is a row that is renewed while the task runs,
 * so no database session is needed. The lease of a killed replica expires after half a minute.
 */
export async function withLease<T>(
  database: Pick<Database, "db">,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const ran = await tryLease(database, name, work);
    if (ran) return ran.value;
    await wait(LOOK_AGAIN_MS * (0.5 + Math.random()));
  }
}

export type Turns = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** `withLease`, but calls in this process wait for each other in memory, so that only one of them polls the lease. */
export function createTurns(database: Pick<Database, "db">): Turns {
  const inTurn = createKeyedMutex();
  return (name, work) => inTurn(name, () => withLease(database, name, work));
}
