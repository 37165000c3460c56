import type { Database, Queryable } from "./database.ts";
import type { Logger } from "../observability/logger.ts";

/** Reads whose answer may be a moment old: from a standby where there is one, else and in its absence from the database. */
export type LateReads = <T>(read: (on: Queryable) => Promise<T>) => Promise<T>;

/** A standby cancels what stands in the way of its replay, and may be away: then the database itself is asked. */
export function createLateReads(
  database: Pick<Database, "db">,
  standby: Pick<Database, "db"> | null,
  logger: Logger,
): LateReads {
  return async (read) => {
    if (!standby) return read(database.db);
    try {
      return await read(standby.db);
    } catch (error) {
      logger.warn({ err: error }, "the standby does not answer; the database does");
      return read(database.db);
    }
  };
}
