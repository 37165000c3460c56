import type { Clock } from "../clock.ts";
import type { Logger } from "../observability/logger.ts";
import { one, sql, type Database } from "./database.ts";

const MOST_APART_MS = 3_600_000;

/** Whether this machine's clock and the database's agree to the hour: what deletes by age for good asks first. */
export async function clockAgrees(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): Promise<boolean> {
  const { at } = (await one(deps.database.db, sql<{ at: Date }>`select clock_timestamp() as at`))!;
  const apart = Math.abs(at.getTime() - deps.clock.now().getTime());
  if (apart <= MOST_APART_MS) return true;
  deps.logger.error(
    { seconds: Math.round(apart / 1000) },
    "the clock is wrong: nothing is deleted",
  );
  return false;
}
