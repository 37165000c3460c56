import type { Clock } from "../clock.ts";
import { one, sql, type Database } from "../database/database.ts";
import type { Logger } from "../observability/logger.ts";

const DAY_MS = 86_400_000;
/** Done rows stay readable for so many days. */
const KEPT_DAYS = 7;
/** Rows that wait longer are moved to the current day, so that a claim reads few partitions. */
const CARRIED_DAYS = 2;
const SLICE = 1_000;
const REFRESH_MS = 3_600_000;

/** The `created_at` of all rows of `enqueueOnce`: it puts them in the default partition, where an id is unique. */
export const ONLY_ROWS_AT = new Date(0);

const known = new WeakMap<Database, { at: number; since: Date }>();

/**
 * No unfinished row was created before this instant, so that a query reads few partitions of the outbox instead of all.
 * Read once an hour. It is at least a day ago, which covers rows written since and differences between the clocks of
 * replicas.
 */
async function openSince(database: Database, now: Date): Promise<Date> {
  const last = known.get(database);
  if (last && Math.abs(now.getTime() - last.at) < REFRESH_MS) return last.since;
  const found = await one(
    database.db,
    sql<{
      oldest: Date | null;
    }>`select min(created_at) as oldest from outbox where done_at is null and created_at > ${ONLY_ROWS_AT}`,
  );
  const yesterday = now.getTime() - DAY_MS;
  const since = new Date(Math.min(found?.oldest?.getTime() ?? yesterday, yesterday));
  known.set(database, { at: now.getTime(), since });
  return since;
}

/** The days of unfinished rows, from and until an instant, besides those of `ONLY_ROWS_AT`. No replica's clock is a day ahead. */
export const openDays = async (
  database: Database,
  now: Date,
): Promise<[from: Date, until: Date]> => [
  await openSince(database, now),
  new Date(now.getTime() + DAY_MS),
];

/** A condition for unfinished rows that lets PostgreSQL skip partitions without any. */
export async function isOpen(database: Database, now: Date) {
  const [from, until] = await openDays(database, now);
  return sql`done_at is null and (created_at = ${ONLY_ROWS_AT} or created_at >= ${from} and created_at < ${until})`;
}

/** Moves rows that wait for long to the current day, and drops the days whose rows are all done. */
export async function dropOutboxDays(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const carry = async () =>
    (await one(
      db,
      sql<{ n: number }>`select carry_outbox(${daysAgo(CARRIED_DAYS)}, ${now}, ${SLICE}) as n`,
    ))!.n;
  let carried = 0;
  for (let some = await carry(); some > 0; some = await carry()) carried += some;
  const drop = async () =>
    (await one(
      db,
      sql<{ part: string | null }>`select drop_outbox_day(${daysAgo(KEPT_DAYS)}) as part`,
    ))!.part;
  let dropped = 0;
  while (await drop()) dropped += 1;
  if (dropped > 0) deps.logger.info({ dropped, carried }, "old days of the outbox dropped");
}
