import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { addEvseHours, daysAdded, dropIntervalMonths, leaveOutDays } from "./intervals.store.ts";
import { INDIA_ZONE, STALE_SECONDS } from "@voltmarg/rules";

const DAY_MS = 86_400_000;
/** A local day has ended everywhere 36 hours after its midnight in UTC, and is written by then. */
const ENDED_MS = 36 * 3_600_000;
/** Nights that may be missed, but for the last. */
const DAYS_BACK = 7;
/** So far ahead of UTC a local day may have begun. */
const AHEAD_MS = 14 * 3_600_000;
export const KEPT_DAYS = 180;

type Deps = { database: Database; clock: Clock; logger: Logger };

/**
 * Adds the days that have ended to the hours of the week: each once, whichever replica comes first. The first night adds
 * none, as states were not kept before and what is there now would stand for days nobody looked at; neither does one
 * after a week without any. What has begun by then is left out for good.
 */
export async function rollUpHours({ database, clock, logger }: Deps): Promise<void> {
  const now = clock.now();
  const last = now.getTime() - ENDED_MS;
  const days = Array.from({ length: DAYS_BACK }, (_, n) =>
    dayOf(last - (DAYS_BACK - 1 - n) * DAY_MS),
  );
  const added = await daysAdded(database.db, days[0]!);
  if (added.size === 0) {
    const upTo = dayOf(now.getTime() + AHEAD_MS);
    await leaveOutDays(database.db, days[0]!, upTo);
    logger.info({ upTo }, "states of EVSEs count from the day after");
    return;
  }
  const of = { heardForSeconds: STALE_SECONDS, homeZone: INDIA_ZONE };
  for (const day of days.filter((each) => !added.has(each))) {
    const hours = await addEvseHours(database.db, day, now, of);
    logger.info({ day, hours }, "states of EVSEs added to the hours of the week");
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Drops the months of intervals that are older than 180 days as a whole. */
export async function forgetIntervals({ database, clock, logger }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const dropped = await dropIntervalMonths(database.db, before);
  if (dropped.length > 0) logger.info({ before, dropped }, "old states of EVSEs dropped");
}
