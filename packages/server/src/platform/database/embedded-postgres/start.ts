import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, closeSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { DatabaseStartError, explainFileError, explainServerLog } from "./start-error.ts";
import { type Place, preparePlace } from "./place.ts";
import { livingPostmaster } from "./postmaster.ts";
import { installPrograms } from "./programs.ts";

export type EmbeddedPostgres = {
  /** For pg and libpq alike; the server has only a unix socket. */
  connectionString: string;
  /** The same server, another database. */
  connectionStringOf(database: string): string;
  /** True when a server left behind by a killed parent was taken over. */
  adopted: boolean;
  pid: number;
  /** Fast stop: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log?: (message: string) => void;
  /** Called with each slow step, for display. */
  progress?: (message: string) => void;
  /** The parent folder of root's clusters, instead of one under /var/lib. */
  rootParent?: string;
  /** Further settings of the server. */
  settings?: Record<string, string>;
};

const readyWithin = 120_000;
const oldChildrenWithin = 20_000;

/** Starts PostgreSQL on the cluster of `dataDir`, or takes over the one that is running. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, progress = () => {}, settings = {} } = options;
  if (process.platform === "win32") {
    throw new DatabaseStartError(
      "The bundled PostgreSQL is reached by unix sockets, which Node does not speak on Windows; set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  const place = await preparePlace(dataDir, options.rootParent);
  try {
    const programs = await copyPrograms(place, progress);
    await ensureCluster(place, programs, progress);
    const connectionStringOf = (database: string) => connection(place.sockets, database);
    const running = await serve(place, programs, settings, log, connectionStringOf);
    return {
      ...running,
      connectionString: connectionStringOf("voltmarg"),
      connectionStringOf,
      stop: () => stop(place, running.pid),
    };
  } catch (error) {
    throw explainFileError(error, place.home);
  }
}

function connection(sockets: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(sockets)}&user=postgres`;
}

async function copyPrograms(place: Place, progress: (message: string) => void): Promise<string> {
  const before = Date.now();
  const programs = await installPrograms(place.programsParent);
  if (Date.now() - before > 100) progress("database programs copied");
  return programs;
}

async function ensureCluster(
  place: Place,
  programs: string,
  progress: (message: string) => void,
): Promise<void> {
  if (existsSync(place.cluster)) return assertVersion(place.cluster, programs);
  progress("creating the database");
  // A killed initdb must not leave an incomplete cluster under the real name.
  const half = `${place.cluster}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  if (place.runAs) await chown(half, place.runAs.uid, place.runAs.gid);
  // The built-in C.UTF-8 sorts alike on every system; the operating system's locale may change with an update.
  const locale = [
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  // `trust` is safe: there is no network port, and only this user may enter the socket's folder.
  const args = ["-D", half, "-U", "postgres", "--auth=trust", ...locale];
  const { code, output } = await run(join(programs, "bin", "initdb"), args, place);
  if (code !== 0) {
    await rm(half, { recursive: true, force: true });
    throw explainServerLog(output, place.cluster);
  }
  await rename(half, place.cluster);
}

async function assertVersion(cluster: string, programs: string): Promise<void> {
  const made = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (made === undefined) throw explainServerLog("PG_VERSION is missing", cluster);
  const ours = /postgres-(\d+)/.exec(programs)?.[1];
  if (made.trim() !== ours) {
    throw new DatabaseStartError(
      `The data folder ${cluster} was made by PostgreSQL ${made.trim()}, and this release brings ${ours}; dump it with the old version and load it into the new one.`,
    );
  }
}

/** Starts or takes over the server, and makes the database in it. */
async function serve(
  place: Place,
  programs: string,
  settings: Record<string, string>,
  log: (message: string) => void,
  connectionStringOf: (database: string) => string,
): Promise<{ pid: number; adopted: boolean }> {
  const giveUp = Date.now() + oldChildrenWithin;
  for (;;) {
    const running = await adoptOrLaunch(place, programs, settings, log);
    try {
      await ensureDatabase(connectionStringOf);
      return running;
    } catch (error) {
      // A postmaster that was killed a moment ago looks alive until the system has ended it.
      if (!running.adopted || !isUnreachable(error) || Date.now() > giveUp) throw error;
      await wait(100);
    }
  }
}

const isUnreachable = (error: unknown) =>
  ["ECONNRESET", "ECONNREFUSED", "ENOENT", "EPIPE"].includes(String((error as Fault).code)) ||
  /terminated unexpectedly/.test(String(error));
type Fault = { code?: string };

async function adoptOrLaunch(
  place: Place,
  programs: string,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<{ pid: number; adopted: boolean }> {
  const giveUp = Date.now() + oldChildrenWithin;
  for (;;) {
    const found = await readyPostmaster(place.cluster);
    if (found) {
      log(`took over the running database (pid ${found})`);
      return { pid: found, adopted: true };
    }
    // After kill -9 the file is stale: PostgreSQL would take a process that reused the pid for a running server.
    await rm(join(place.cluster, "postmaster.pid"), { force: true });
    const started = await launch(place, programs, settings);
    if ("pid" in started) return { pid: started.pid, adopted: false };
    // After kill -9 of the postmaster its child processes need a moment to end.
    const held = /shared memory block .* still in use|lock file .* already exists/.test(
      started.output,
    );
    if (!held || Date.now() > giveUp) throw explainServerLog(started.output, place.cluster);
    await wait(100);
  }
}

/** Waits while a running postmaster starts or stops; undefined when there is none. */
async function readyPostmaster(cluster: string): Promise<number | undefined> {
  const giveUp = Date.now() + readyWithin;
  for (;;) {
    const found = livingPostmaster(cluster);
    if (!found || found.ready) return found?.pid;
    if (Date.now() > giveUp) {
      throw new DatabaseStartError(
        `PostgreSQL (pid ${found.pid}) on ${cluster} is neither starting nor stopping.`,
      );
    }
    await wait(20);
  }
}

async function launch(
  place: Place,
  programs: string,
  settings: Record<string, string>,
): Promise<{ pid: number } | { output: string }> {
  const all = {
    listen_addresses: "",
    unix_socket_directories: place.sockets,
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // Fewer checkpoints: after each, a page is written to the WAL as a whole when it first changes.
    checkpoint_timeout: "15min",
    max_wal_size: "4GB",
    // Autovacuum does its work evenly, not all of it at the beginning of each minute.
    autovacuum_max_workers: "2",
    autovacuum_vacuum_cost_delay: "10ms",
    ...settings,
  };
  const args = ["-D", place.cluster];
  for (const [name, value] of Object.entries(all)) args.push("-c", `${name}=${value}`);
  if (existsSync(place.log)) await rename(place.log, `${place.log}.previous`);
  // A file, not a pipe: the server survives a killed parent and must still be able to write.
  const out = openSync(place.log, "w", 0o600);
  const child = spawn(join(programs, "bin", "postgres"), args, {
    ...identity(place),
    // Its own session, so that Ctrl-C in the terminal reaches only the parent, which stops the server last.
    detached: true,
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  const end = ending(child);
  child.unref();
  const giveUp = Date.now() + readyWithin;
  for (;;) {
    const code = await Promise.race([end, wait(5, "waiting" as const)]);
    if (code !== "waiting") return { output: await readFile(place.log, "utf8") };
    const found = livingPostmaster(place.cluster);
    if (found?.ready && found.pid === child.pid) return { pid: found.pid };
    if (Date.now() > giveUp) {
      child.kill("SIGINT");
      throw new DatabaseStartError(
        `PostgreSQL was not ready within ${readyWithin / 1000} s; see ${place.log}.`,
      );
    }
  }
}

function identity(place: Place) {
  return {
    ...place.runAs,
    cwd: place.programsParent,
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
  };
}

function ending(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
}

async function run(
  program: string,
  args: string[],
  place: Place,
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { ...identity(place), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => (output += bytes));
  return { code: await ending(child), output };
}

async function ensureDatabase(connectionStringOf: (database: string) => string): Promise<void> {
  const client = new Client({ connectionString: connectionStringOf("postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'voltmarg'");
    if (!rowCount) await client.query("create database voltmarg");
  } finally {
    await client.end();
  }
}

async function stop(place: Place, pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended already.
    }
  };
  if (livingPostmaster(place.cluster)?.pid !== pid) return;
  signal("SIGINT");
  const giveUp = Date.now() + 30_000;
  while (livingPostmaster(place.cluster)?.pid === pid) {
    // The next start then recovers; no data is lost.
    if (Date.now() > giveUp) return signal("SIGQUIT");
    await wait(10);
  }
  // If the path was too long for a socket, the socket's folder is in the temporary directory.
  if (!place.sockets.startsWith(place.home))
    await rm(place.sockets, { recursive: true, force: true });
}
