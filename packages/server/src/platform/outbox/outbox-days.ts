import type { Clock } from "../clock.ts";
import { one, sql, type Database } from "../database/database.ts";
import type { Logger } from "../observability/logger.ts";

const DAY_MS = 86_400_000;
/** Rows done this many days ago can still be looked at. */
const KEPT_DAYS = 7;
/** Rows that wait longer are carried to the present day: a claim then reads few partitions. */
const CARRIED_DAYS = 2;
const SLICE = 1_000;
const REFRESH_MS = 3_600_000;

/** When rows of `enqueueOnce` are created, as it were: in the default partition, where an id stands for one row. */
export const ONLY_ROWS_AT = new Date(0);

const known = new WeakMap<Database, { at: number; since: Date }>();

/**
 * No row that is not done was created before this instant. With it a query plans over a few partitions of the outbox
 * instead of all. Read once an hour: rows written since are newer than a day before the last time, whatever the
 * difference between the clocks of replicas.
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

/** Rows that are not done, by the partitions that may have some. No clock of a replica is a day ahead. */
export async function isOpen(database: Database, now: Date, table = sql`outbox`) {
  const at = sql`${table}.created_at`;
  return sql`${table}.done_at is null and (${at} = ${ONLY_ROWS_AT}
    or ${at} >= ${await openSince(database, now)} and ${at} < ${new Date(now.getTime() + DAY_MS)})`;
}

/** Carries what waits for long to the present day, and drops the days that are done. */
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
