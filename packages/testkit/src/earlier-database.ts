import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { openDatabase, sql, type Database } from "../../server/src/platform/database/database.ts";
import type { Harness } from "./harness.ts";

const folder = new URL("../../server/migrations/", import.meta.url);
const repeatable = new URL("repeatable/", folder);

export type EarlierDatabase = {
  database: Database;
  /** Runs the selected migrations, in order; with the newest ones those that are applied again whenever they change. */
  apply(wanted: (number: number) => boolean): Promise<void>;
  drop(): Promise<void>;
};

/** An empty database beside the harness's own, to be migrated to an earlier release and then to this one. */
export async function earlierDatabase(world: Harness): Promise<EarlierDatabase> {
  const name = `earlier_${randomBytes(6).toString("hex")}`;
  await world.database.pool.query(`create database ${name}`);
  const database = openDatabase(
    world.config.databaseUrl.replace(/test_[0-9a-f]+/, name),
    () => {},
    2,
  );
  return {
    database,
    apply: async (wanted) => {
      const run = async (file: URL) => sql.raw(await readFile(file, "utf8")).execute(database.db);
      const filesOf = async (of: URL) =>
        (await readdir(of)).filter((file) => file.endsWith(".sql")).toSorted();
      for (const file of await filesOf(folder))
        if (wanted(Number(file.slice(0, 4)))) await run(new URL(file, folder));
      if (!wanted(Number.POSITIVE_INFINITY)) return;
      for (const file of await filesOf(repeatable)) await run(new URL(file, repeatable));
    },
    drop: async () => {
      await database.close();
      await world.database.pool.query(`drop database ${name} with (force)`);
    },
  };
}
