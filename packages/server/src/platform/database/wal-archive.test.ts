import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, sql, type Database } from "./database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres/index.ts";
import { walArchivedAt } from "./wal-archive.ts";

let home: string;
let server: EmbeddedPostgres;
let database: Database;
const start = async (settings: Record<string, string>) => {
  server = await startEmbeddedPostgres({ dataDir: join(home, "data"), rootParent: home, settings });
  database = openDatabase(server.connectionString, () => {}, 2, true);
};
const stop = async () => {
  await database.close();
  await server.stop();
};

beforeAll(async () => {
  home = await mkdtemp(join(await realpath(tmpdir()), "voltmarg-"));
  await chmod(home, 0o755);
  await start({ archive_mode: "on", archive_command: "false" });
});
afterAll(async () => {
  await stop();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

test("a segment that cannot be archived does not count, one that is archived does", async () => {
  const before = new Date();
  await sql`select pg_switch_wal()`.execute(database.db);
  const started = await walArchivedAt(database);
  expect(started!.getTime()).toBeLessThan(before.getTime());
  await sql`alter system set archive_command = 'true'`.execute(database.db);
  await stop();
  await start({ archive_mode: "on" });
  const restarted = (await walArchivedAt(database))!;
  await sql`create table written (n int)`.execute(database.db);
  await sql`select pg_switch_wal()`.execute(database.db);
  await expect
    .poll(async () => (await walArchivedAt(database))!.getTime())
    .toBeGreaterThan(restarted.getTime());
});

test("a database that archives nothing has no such time", async () => {
  await stop();
  await start({ archive_mode: "off" });
  expect(await walArchivedAt(database)).toBeNull();
});
