import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import { monthsAgo } from "../../../platform/months.ts";
import { dropMeterMonths } from "./meter-retention.store.ts";

/**
 * Deletes meter values older than so many whole months. The values behind a provisional bill are stored with the bill, and a
 * month with an unsettled session is not deleted.
 */
export async function forgetMeter(
  deps: { database: Database; clock: Clock; logger: Logger },
  months: number,
): Promise<void> {
  const before = monthsAgo(deps.clock.now(), months);
  const dropped = await dropMeterMonths(deps.database.db, before);
  if (dropped.length > 0) deps.logger.info({ before, dropped }, "old meter values dropped");
}
