import { one, openDatabase, sql, type Queryable } from "./database.ts";
import { oldestVersion } from "./embedded-postgres/assert-database.ts";

export type DatabaseLook = {
  version: string;
  isTooOld: boolean;
  /** Whether the user may create tables. */
  creates: boolean;
  isStandby: boolean;
  /** Whether the WAL is archived; `archived`: the last time. */
  archives: boolean;
  archived: Date | null;
};

/** Connects once, hands over what is there, and closes. Rejects as PostgreSQL refuses. */
export async function lookAtDatabase<T>(
  connectionString: string,
  work: (look: DatabaseLook, on: Queryable) => Promise<T>,
): Promise<T> {
  const { db, close } = openDatabase(connectionString, () => {}, 1);
  try {
    const look = await one(
      db,
      sql<DatabaseLook>`select current_setting('server_version') as version,
        current_setting('server_version_num')::int < ${oldestVersion} as "isTooOld",
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
        pg_is_in_recovery() as "isStandby", current_setting('archive_mode') <> 'off' as archives,
        (select last_archived_time from pg_stat_archiver) as archived`,
    );
    return await work(look!, db);
  } finally {
    await close();
  }
}
