import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { deleteOld, type Age } from "../platform/database/delete-old.ts";
import type { Logger } from "../platform/observability/logger.ts";

/** What goes by age besides whole partitions (docs/operations/retention.md). */
export const AGES: readonly Age[] = [
  // A used token that comes again reveals a thief; one that has expired is refused in any case.
  { table: "refresh_token", column: "expires_at", days: 30 },
  // An address that used a code within 90 days knows the number.
  { table: "otp_challenge", column: "created_at", days: 100 },
  { table: "otp_failure", column: "at", days: 30 },
  { table: "message", column: "created_at", days: 400 },
  { table: "message_count", column: "day", days: 400 },
  { table: "notification", column: "created_at", days: 400 },
  { table: "token_authorization", column: "created_at", days: 400 },
  { table: "operator_command", column: "created_at", days: 400 },
  { table: "staff_invitation", column: "expires_at", days: 400 },
  // That somebody read a list; who looked at a driver is in desk_audit.
  { table: "desk_read", column: "day", days: 400 },
  { table: "staff_session", column: "created_at", days: 400 },
  { table: "operator_silence", column: "ended", days: 180 },
  { table: "evse_hour_day", column: "day", days: 180 },
  { table: "check_in_report", column: "created_at", days: 400 },
  { table: "evse_start_day", column: "day", days: 31 },
  // A stop that lies behind is not looked at any more.
  { table: "trip_stop_watch", column: "until_at", days: 2 },
  // The same record again must be found for as long as the bill is kept: eight years.
  { table: "inbox", column: "received_at", days: 2_930 },
];

/** Deletes the rows of every table that have reached their age. */
export async function forgetOldRows(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Days that the back office's audit log is kept. */
  auditDays: number;
}): Promise<void> {
  const gone: Record<string, number> = {};
  for (const age of [...AGES, { table: "desk_audit", column: "at", days: deps.auditDays }]) {
    const count = await deleteOld(deps.database, age, deps.clock.now());
    if (count > 0) gone[age.table] = count;
  }
  if (Object.keys(gone).length > 0) deps.logger.info({ gone }, "rows that reached their age");
}
