import type { Database, Queryable } from "./database.ts";
import type { Logger } from "../observability/logger.ts";

/** Reads from the read replica if there is one, otherwise from the primary. */
export type ReplicaReads = {
  <T>(read: (on: Queryable) => Promise<T>): Promise<T>;
  /** Whether what is read may be of a moment ago. */
  readonly isLate?: boolean;
};

/** A read replica cancels queries that block its replay, and may be down: then the primary answers. */
export function createReplicaReads(
  database: Pick<Database, "db">,
  standby: Pick<Database, "db"> | null,
  logger: Logger,
): ReplicaReads {
  if (!standby) return (read) => read(database.db);
  const reads: ReplicaReads = async (read) => {
    try {
      return await read(standby.db);
    } catch (error) {
      logger.warn({ err: error }, "the standby does not answer; the database does");
      return read(database.db);
    }
  };
  return Object.assign(reads, { isLate: true });
}
