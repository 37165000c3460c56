import { readdir, readFile } from "node:fs/promises";
import { Migrator, type Migration } from "kysely/migration";
import { sql, type Db } from "./database.ts";

const folder = new URL("../../../migrations/", import.meta.url);

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const entries = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      const up: Migration["up"] = async (db) => {
        await sql.raw(text).execute(db);
      };
      return [name.replace(/\.sql$/, ""), { up }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Applies what is missing, in order. Safe when several replicas boot at once. Returns the names applied. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    // Two that were written at the same time may come in either order: each only adds.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
  return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
}

/** Creates the partitions of the coming days and months; rows outside them go to the default partition. */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  await sql`select ensure_partitions(${now})`.execute(db);
}
