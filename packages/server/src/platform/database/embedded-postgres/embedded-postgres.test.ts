import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabases, startEmbeddedPostgres } from "./index.ts";

const exec = promisify(execFile);
let home: string;
let dataDir: string;
const start = (more = {}) =>
  startEmbeddedPostgres({ dataDir, rootParent: join(home, "root"), ...more });

async function query<T>(connectionString: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  home = await mkdtemp(join(await realpath(tmpdir()), "voltmarg-"));
  await chmod(home, 0o755);
});
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

describe("one cluster, from creation to recovery", () => {
  beforeAll(() => {
    // A long path in a private folder: no socket path fits, and no other user may enter.
    dataDir = join(home, "private", "a-long-name-".repeat(12), "data");
    return mkdir(dataDir, { recursive: true }).then(() => chmod(join(home, "private"), 0o700));
  });

  test("the first start makes a UTF-8 cluster that syncs to disk and has no network port", async () => {
    const server = await start();
    const [row] = await query<Record<string, string>>(
      server.connectionString,
      `select current_database() as name, current_setting('fsync') as fsync, current_setting('listen_addresses') as net,
         datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      name: "voltmarg",
      fsync: "on",
      net: "",
      provider: "b",
      locale: "C.UTF-8",
      encoding: "UTF8",
    });
    expect(server.adopted).toBe(false);
    await query(server.connectionString, "create table kept (n int); insert into kept values (1)");
    await server.stop();
    await expect(query(server.connectionString, "select 1")).rejects.toThrow();
  });

  test("a later start finds what was written", async () => {
    const server = await start();
    expect(await query(server.connectionString, "select n from kept")).toEqual([{ n: 1 }]);
    await server.stop();
  });

  test("a server whose parent was killed is taken over", async () => {
    const script = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
      await startEmbeddedPostgres(${JSON.stringify({ dataDir, rootParent: join(home, "root") })});
      console.log("up"); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => parent.stdout.once("data", resolve));
    parent.kill("SIGKILL");
    const server = await start();
    expect(server.adopted).toBe(true);
    expect(await query(server.connectionString, "select n from kept")).toEqual([{ n: 1 }]);
    await server.stop();
    expect((await start().then(async (next) => (await next.stop(), next))).adopted).toBe(false);
  });

  test("after kill -9 of PostgreSQL the next start recovers every committed row", async () => {
    const server = await start();
    await query(server.connectionString, "insert into kept values (2)");
    process.kill(server.pid, "SIGKILL");
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await query(next.connectionString, "select n from kept order by n")).toEqual([
      { n: 1 },
      { n: 2 },
    ]);
    await next.stop();
  });

  test("a pid file that names an unrelated living process does not stop the start", async () => {
    const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
    await writeFile(pidFile, `${process.pid}\n/elsewhere\n0\n5432\n\n\n\nready   \n`);
    const server = await start();
    expect(server.adopted).toBe(false);
    await server.stop();
  });

  test("a cluster of another version is refused and not changed", async () => {
    const versionFile = join(dataDir, "postgres", "cluster", "PG_VERSION");
    await writeFile(versionFile, "15\n");
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 15, and this release brings 18/);
    await writeFile(versionFile, "18\n");
  });

  test("a broken cluster is refused in one sentence", async () => {
    const control = join(dataDir, "postgres", "cluster", "global", "pg_control");
    await cp(control, join(home, "pg_control"));
    await rm(control);
    await expect(start()).rejects.toThrow(
      /^PostgreSQL cannot open the data folder .* looks broken .*\.$/,
    );
    const versionFile = join(dataDir, "postgres", "cluster", "PG_VERSION");
    await rm(versionFile);
    await expect(start()).rejects.toThrow(/looks broken \(PG_VERSION is missing\)/);
  });
});

test("after a start that was killed during initdb, the next start begins again", async () => {
  dataDir = join(home, "half");
  const first = await start();
  await first.stop();
  const place = await realpath(join(dataDir, "postgres"));
  await exec("mv", [join(place, "cluster"), join(place, "cluster.new")]);
  const second = await start();
  expect(existsSync(join(place, "cluster.new"))).toBe(false);
  await second.stop();
});

test("the error names a file that is in the place of the data folder", async () => {
  dataDir = join(home, "a-file");
  await writeFile(dataDir, "");
  await expect(start()).rejects.toThrow(
    `The database needs a folder at ${dataDir}, but a file is in the way.`,
  );
});

test("the error names a folder that cannot be written", async () => {
  // sysfs refuses new folders to everybody, root included.
  const locked = process.platform === "linux" ? "/sys/kernel" : "/usr";
  dataDir = join(locked, "voltmarg");
  await expect(start()).rejects.toThrow(/^The database cannot write to .*\.$/);
});

test("every worker gets databases of its own from one migrated template", async () => {
  let migrations = 0;
  const databases = await createTestDatabases({
    schema: "test one",
    migrate: async (connectionString) => {
      migrations += 1;
      await query(
        connectionString,
        "create table wallet (balance bigint); insert into wallet values (500)",
      );
    },
  });
  const made = await Promise.all([databases.create(), databases.create(), databases.create()]);
  await query(made[0].connectionString, "update wallet set balance = 0");
  expect(await query(made[1].connectionString, "select balance from wallet")).toEqual([
    { balance: "500" },
  ]);
  await made[0].drop();
  await expect(query(made[0].connectionString, "select 1")).rejects.toThrow(/does not exist/);
  expect(migrations).toBe(1);
  await databases.stop();
});

describe("a data folder", () => {
  test("that was deleted is created again at the next start; a copy does not share the original's cluster", async () => {
    dataDir = join(home, "first");
    const first = await start();
    await query(first.connectionString, "create table old (n int)");
    await first.stop();
    await cp(dataDir, join(home, "copy"), { recursive: true });

    await rm(dataDir, { recursive: true });
    const anew = await start();
    const tables = "select to_regclass('old') as old";
    expect(await query(anew.connectionString, tables)).toEqual([{ old: null }]);

    dataDir = join(home, "copy");
    const copy = await start();
    expect(copy.pid).not.toBe(anew.pid);
    expect(copy.connectionString).not.toBe(anew.connectionString);
    await copy.stop();
    await anew.stop();
  });
});
