import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { one, rows, sql, type Database, type Queryable, type Tx } from "./database.ts";
import { lockTables } from "./migration-locks.ts";

const ours = new URL("../../../migrations/", import.meta.url);

const sqlFilesIn = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();

const nameOf = (file: string) => file.replace(/\.sql$/, "");

/** The last migration of release 0.9. The files in `baseline/` make what it and all before it made. */
const LAST_OF_BASELINE = "0145-built-in-texts";

/** Thrown for a database that this release cannot migrate; the message says what to do. */
export class DatabaseTooOld extends Error {
  constructor() {
    super(
      "The database is of a release before 0.9. Start release 0.9 on it once, then this release.",
    );
  }
}

/**
 * Applies the baseline to a new database and the missing numbered migrations in order, then every file in `repeatable/`
 * whose text has changed: all or nothing. Safe when several replicas start at once. Returns the names applied. Throws
 * `DatabaseTooOld`.
 */
export function migrate(database: Database, folder: URL = ours): Promise<string[]> {
  return database.transact(async (tx) => {
    await lockMigrations(tx);
    return [...(await applyNumbered(tx, folder)), ...(await applyRepeatable(tx, folder))];
  });
}

/** Held until the transaction ends. Release 0.9 waits for the same number. */
const lockMigrations = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx);

/**
 * Two migrations written at the same time may be applied in either order: each only adds. One that has no file here is of
 * a later release, which runs beside this one or was rolled back (decision 0014). The table has the name that the library
 * Kysely gave it.
 */
async function applyNumbered(tx: Tx, folder: URL): Promise<string[]> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(tx);
  const missing = await missingIn(tx, folder);
  const texts = await Promise.all(missing.map(({ files }) => textOf(files, folder)));
  await lockTables(tx, texts);
  for (const [nth, { name }] of missing.entries()) {
    await sql.raw(texts[nth]!).execute(tx);
    await sql`insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(tx);
  }
  return missing.map(({ name }) => name);
}

type Migration = { name: string; files: readonly string[] };

/** What a database does not have yet: all of it if it is new, otherwise numbered migrations. */
async function missingIn(on: Queryable, folder: URL): Promise<Migration[]> {
  const before = await rows(on, sql<{ name: string }>`select name from kysely_migration`);
  const known = new Set(before.map(({ name }) => name));
  if (known.size > 0 && !known.has(LAST_OF_BASELINE)) throw new DatabaseTooOld();
  return (await migrationsIn(folder)).filter(({ name }) => !known.has(name));
}

async function migrationsIn(folder: URL): Promise<Migration[]> {
  const baseline = await sqlFilesIn(new URL("baseline/", folder));
  const numbered = await sqlFilesIn(folder);
  return [
    { name: LAST_OF_BASELINE, files: baseline.map((file) => `baseline/${file}`) },
    ...numbered.map((file) => ({ name: nameOf(file), files: [file] })),
  ];
}

async function textOf(files: readonly string[], folder: URL): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  return texts.join("");
}

/**
 * How many migrations the start of this release would apply; the baseline, for a database that never had one, counts as one.
 * Throws `DatabaseTooOld`.
 */
export async function countMissing(on: Queryable): Promise<{ missing: number; isNew: boolean }> {
  const table = await one(
    on,
    sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`,
  );
  const missing = table?.is ? await missingIn(on, ours) : await migrationsIn(ours);
  return { missing: missing.length, isNew: !table?.is };
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
    applied.push(nameOf(name));
  }
  return applied;
}

/** Creates the partitions of the coming days, months and years. Rows outside them go to the default partition. */
export async function ensurePartitions(db: Queryable, now: Date): Promise<void> {
  await sql`select ensure_partitions(${now})`.execute(db);
}
