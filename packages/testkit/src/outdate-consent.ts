import { openDatabase, sql } from "../../server/src/platform/database/database.ts";

/** Makes a driver's consent one to a version of the privacy notice that does not hold, as after a change of settings. */
export async function outdateConsent(databaseUrl: string, userId: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  await sql`update consent set version = version + 77 where user_id = ${userId}`.execute(
    database.db,
  );
  await database.close();
}
