import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { Migrator, type Migration } from "kysely/migration";
import { one, rows, sql, type Db, type Tx } from "./database.ts";

const ours = new URL("../../../migrations/", import.meta.url);

const sqlFilesIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const entries = await Promise.all(
    (await sqlFilesIn(folder)).map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      const up: Migration["up"] = async (db) => {
        // Kysely releases its lock in the same transaction. After an error this would fail too and hide the error, so
        // each migration has a savepoint.
        await sql`savepoint before_migration`.execute(db);
        try {
          await sql.raw(text).execute(db);
        } catch (error) {
          await sql`rollback to savepoint before_migration`.execute(db);
          throw error;
        }
      };
      return [name.replace(/\.sql$/, ""), { up }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * Applies the missing numbered migrations in order, then every file in `repeatable/` whose text has changed: all or
 * nothing. Safe when several replicas start at once. Returns the names applied.
 */
export function migrate(db: Db, folder: URL = ours): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockMigrations(tx);
    return [...(await applyNumbered(tx, folder)), ...(await applyRepeatable(tx, folder))];
  });
}

/**
 * Held until the transaction ends. The number is Kysely's own for migrations, so that earlier releases wait for it too.
 */
const lockMigrations = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx);

async function applyNumbered(tx: Tx, folder: URL): Promise<string[]> {
  const migrator = new Migrator({
    db: tx,
    provider: {
      getMigrations: async () => ({
        ...(await appliedMigrations(tx)),
        ...(await readMigrations(folder)),
      }),
    },
    // Two migrations written at the same time may be applied in either order: each only adds.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
  return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
}

/**
 * The applied migrations, as migrations that do nothing. Kysely refuses to start when one of them has no file. After a
 * rollback to an older release, the newer one's migrations have no file here, and the older release can run with them
 * (decision 0032).
 */
async function appliedMigrations(tx: Tx): Promise<Record<string, Migration>> {
  const applied = await rows(tx, sql<{ name: string }>`select name from kysely_migration`);
  return Object.fromEntries(applied.map(({ name }) => [name, { up: async () => {} }]));
}

async function applyRepeatable(tx: Tx, folder: URL): Promise<string[]> {
  await sql`create table if not exists repeatable_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null)`.execute(tx);
  const applied: string[] = [];
  const repeatable = new URL("repeatable/", folder);
  for (const name of await sqlFilesIn(repeatable)) {
    const text = await readFile(new URL(name, repeatable), "utf8");
    const checksum = createHash("sha256").update(text).digest("hex");
    const isNew = await one(
      tx,
      sql`insert into repeatable_migration as r (name, checksum, applied_at) values (${name}, ${checksum}, now())
          on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at
            where r.checksum <> excluded.checksum
          returning name`,
    );
    if (!isNew) continue;
    await sql.raw(text).execute(tx);
    applied.push(name.replace(/\.sql$/, ""));
  }
  return applied;
}

/** Creates the partitions of the coming days, months and years. Rows outside them go to the default partition. */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  await sql`select ensure_partitions(${now})`.execute(db);
}
