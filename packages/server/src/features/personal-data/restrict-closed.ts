import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { oneByOne } from "../../platform/database/one-by-one.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { countObstacles } from "./erasure.store.ts";
import { listUnrestricted, moveNames, moveRows } from "./restricted.store.ts";

/** For so long a request that began before the closing may still write. */
const LATELY_MS = 2 * 86_400_000;

/**
 * Restricts what a closed account leaves: what no feature needs any more goes at once, the names when nothing is left to
 * settle. May be repeated.
 */
export async function restrictDriver(tx: Tx, userId: string, at: Date): Promise<void> {
  await moveRows(tx, userId, at);
  if ((await countObstacles(tx, userId, at)).length === 0) await moveNames(tx, userId, at);
}

/** Restricts what was settled since, each account in a transaction of its own. */
export async function restrictClosed(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): Promise<void> {
  const { database, clock, logger } = deps;
  const lately = new Date(clock.now().getTime() - LATELY_MS);
  await oneByOne(
    logger,
    (after) => listUnrestricted(database.db, after, lately),
    ({ id }) => database.transact((tx) => restrictDriver(tx, id, clock.now())),
  );
}
