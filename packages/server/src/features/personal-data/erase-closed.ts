import { oneByOne } from "../../platform/database/one-by-one.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { eraseDriver, type EraseDeps } from "./erase-driver.ts";
import { countObstacles } from "./erasure.store.ts";
import { listClosedBefore } from "./restricted.store.ts";

const DAY_MS = 86_400_000;

/**
 * Erases the accounts that were closed so many days ago, each under a reference of its own. One with something left to
 * settle is tried again the next night.
 */
export async function eraseClosed(
  deps: EraseDeps & { logger: Logger; closedDays: number },
): Promise<void> {
  const { database, clock, logger, closedDays } = deps;
  const by = { name: "retention", transact: database.transact };
  const before = new Date(clock.now().getTime() - closedDays * DAY_MS);
  const count = { erased: 0, unsettled: 0 };
  await oneByOne(
    logger,
    (after) => listClosedBefore(database.db, after, before),
    async ({ id, mobile }) => {
      // Before the hash of the number, which is slow on purpose.
      const isSettled = (await countObstacles(database.db, id, clock.now())).length === 0;
      const reference = `closed-account:${id}`;
      const done = isSettled && (await eraseDriver(deps, by, { mobile, reference })).ok;
      count[done ? "erased" : "unsettled"] += 1;
    },
  );
  if (count.erased + count.unsettled > 0) logger.info(count, "accounts closed for long");
}
