import type { Database, Queryable } from "./database.ts";
import type { Logger } from "../observability/logger.ts";

/** Reads that may be slightly late: from the read replica if there is one, otherwise from the primary. */
export type ReplicaReads = <T>(read: (on: Queryable) => Promise<T>) => Promise<T>;

/** A read replica cancels queries that block its replay, and may be down: then the primary answers. */
export function createReplicaReads(
  database: Pick<Database, "db">,
  standby: Pick<Database, "db"> | null,
  logger: Logger,
): ReplicaReads {
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
