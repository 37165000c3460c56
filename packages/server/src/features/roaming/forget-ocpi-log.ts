import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { monthsAgo } from "../../platform/months.ts";
import { dropOcpiLogMonths } from "./ocpi-log.store.ts";

/** Deletes OCPI log entries that are older than so many whole months. */
export async function forgetOcpiLog(
  deps: { database: Database; clock: Clock; logger: Logger },
  months: number,
): Promise<void> {
  const before = monthsAgo(deps.clock.now(), months);
  const dropped = await dropOcpiLogMonths(deps.database.db, before);
  if (dropped.length > 0) deps.logger.info({ before, dropped }, "old OCPI messages dropped");
}
