import { setTimeout as wait } from "node:timers/promises";
import { startInterval } from "../interval.ts";
import { newSecret } from "../ids.ts";
import { one, sql, type Database } from "../database/database.ts";

const SECONDS = 30;
const LOOK_AGAIN_MS = 300;

/**
 * Runs a long task in one replica at a time: the others wait. The lease is a row that is renewed while the task runs,
 * so it needs no database session; the lease of a killed replica expires after half a minute.
 */
export async function withLease<T>(
  { db }: Pick<Database, "db">,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = newSecret();
  const take = () =>
    one(
      db,
      // By the database's own time: clocks of replicas differ.
      sql<{ holder: string }>`
        insert into lease (name, holder, until) values (${name}, ${holder}, now() + ${SECONDS} * interval '1 second')
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where lease.until < now() or lease.holder = excluded.holder
        returning holder`,
    );
  while (!(await take())) await wait(LOOK_AGAIN_MS * (0.5 + Math.random()));
  const stop = startInterval((SECONDS * 1000) / 3, () => void take().catch(() => {}));
  try {
    return await work();
  } finally {
    stop();
    await sql`delete from lease where name = ${name} and holder = ${holder}`
      .execute(db)
      .catch(() => {});
  }
}
