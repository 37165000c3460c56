import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { startEmbeddedPostgres } from "./start.ts";

export type TestDatabases = {
  /** A fresh database with the migrated schema; a clone takes about 50 ms. */
  create(): Promise<{ connectionString: string; drop(): Promise<void> }>;
  stop(): Promise<void>;
};

/** The environment variable that passes the test run's server to worker processes. */
export const testServerVariable = "VOLTMARG_TEST_POSTGRES";

/** A server for one test run. Its data is not needed later, so nothing waits for the disk. */
export async function startTestServer(): Promise<{
  connectionStringOf(database: string): string;
  pid: number;
  dir: string;
  stop(): Promise<void>;
}> {
  const dir = await mkdtemp(join(tmpdir(), "voltmarg-test-"));
  await chmod(dir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: join(dir, "data"),
    rootParent: dir,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "300",
      // Counts statements if a test or benchmark creates the extension.
      shared_preload_libraries: "pg_stat_statements",
      // The databases of a whole run have more statements than the default keeps; dropped ones would not be counted.
      "pg_stat_statements.max": "50000",
      "pg_stat_statements.track": "all",
    },
  });
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { connectionStringOf: server.connectionStringOf, pid: server.pid, dir, stop };
}

/**
 * Makes databases as clones of a migrated template. `migrate` runs once for each `schema`, in whichever worker is
 * first; `schema` identifies the migrations (by their hash or text).
 */
export async function createTestDatabases(options: {
  schema: string;
  /** The server is not shared: `migrate` always runs, and may change the server's settings. */
  alone?: boolean;
  migrate(connectionString: string): Promise<void>;
}): Promise<TestDatabases> {
  const shared = options.alone ? undefined : process.env[testServerVariable];
  const server = shared ? undefined : await startTestServer();
  const connectionStringOf = shared
    ? (database: string) => shared.replace("///postgres?", `///${database}?`)
    : server!.connectionStringOf;
  const admin = new Pool({ connectionString: connectionStringOf("postgres"), max: 4 });
  // A stopping server sends an error to connections that are just being closed.
  admin.on("error", () => {});
  const template = `template_${sha256(options.schema).toString("hex").slice(0, 16)}`;
  await makeTemplate(admin, template, () => options.migrate(connectionStringOf(template)));
  return {
    async create() {
      const name = `test_${randomUUID().replaceAll("-", "")}`;
      await admin.query(`create database ${name} template ${template}`);
      const drop = async () => {
        await admin.query(`drop database if exists ${name} with (force)`);
      };
      return { connectionString: connectionStringOf(name), drop };
    },
    async stop() {
      await admin.end();
      await server?.stop();
    },
  };
}

async function makeTemplate(
  pool: Pool,
  template: string,
  migrate: () => Promise<void>,
): Promise<void> {
  const admin = await pool.connect();
  const key = sha256(template).readInt32BE(0);
  await admin.query("select pg_advisory_lock($1)", [key]);
  try {
    // An incomplete template of a failed migration is not marked as a template.
    const found = await admin.query("select datistemplate from pg_database where datname = $1", [
      template,
    ]);
    if (found.rows[0]?.datistemplate) return;
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.query(`create database ${template}`);
    await migrate();
    await admin.query(`alter database ${template} is_template true`);
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [key]);
    admin.release();
  }
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
