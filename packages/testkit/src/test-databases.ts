import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { openDatabase } from "../../server/src/platform/database/database.ts";
import { createTestDatabases } from "../../server/src/platform/database/embedded-postgres/index.ts";
import { ensurePartitions, migrate } from "../../server/src/platform/database/migrate.ts";

// A Friday noon in Pune.
export const START = new Date("2026-11-20T06:30:00.000Z");

async function migrationText(): Promise<string> {
  const folder = new URL("../../server/migrations/", import.meta.url);
  const names = globSync("**/*.sql", { cwd: folder }).sort();
  return (await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")))).join("");
}

export const databases = await createTestDatabases({
  schema: await migrationText(),
  migrate: async (connectionString) => {
    const database = openDatabase(connectionString, () => {}, 2);
    await migrate(database);
    await ensurePartitions(database.db, START);
    await database.close();
  },
});

/** Ends the PostgreSQL of this process, where no test run has one for all. */
export const stopDatabases = () => databases.stop();
