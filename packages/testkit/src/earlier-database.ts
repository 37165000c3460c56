import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { openDatabase, sql, type Database } from "../../server/src/platform/database/database.ts";
import type { Harness } from "./harness.ts";

const folder = new URL("../../server/migrations/", import.meta.url);

export type EarlierDatabase = {
  database: Database;
  /** Runs the selected migrations, in order. */
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
      for (const file of (await readdir(folder)).toSorted()) {
        if (!file.endsWith(".sql")) continue;
        if (wanted(Number(file.slice(0, 4))))
          await sql.raw(await readFile(new URL(file, folder), "utf8")).execute(database.db);
      }
    },
    drop: async () => {
      await database.close();
      await world.database.pool.query(`drop database ${name} with (force)`);
    },
  };
}
