import { one, sql, type Database } from "./database.ts";

/** When PostgreSQL last archived a segment of the WAL, or started, if it has not archived one since; null: it archives none. */
export async function walArchivedAt({ db }: Database): Promise<Date | null> {
  const archiver = await one(
    db,
    sql<{ at: Date }>`select coalesce(last_archived_time, pg_postmaster_start_time()) as at
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  );
  return archiver?.at ?? null;
}
