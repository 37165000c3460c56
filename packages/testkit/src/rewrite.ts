import { sql, type Database, type Sql } from "../../server/src/platform/database/database.ts";

/** Runs a statement as an administrator of the database could: past the triggers that keep issued documents as they are. */
export const rewrite = (database: Database, statement: Sql) =>
  database.transact(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    return statement.execute(tx);
  });
