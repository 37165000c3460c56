import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@voltmarg/client/node";

/** A PostgreSQL server with its tools, whose write-ahead log is archived continuously. */
export type Cluster = {
  connectionString: string;
  /** Archives the current log segment. */
  start(): Promise<void>;
  /** kill -9, and the disk is gone: the archive and the base backup remain. */
  lose(): Promise<void>;
  baseBackup(): void;
  /** A new data folder from the base backup and, unless omitted, the archive up to an instant. */
  restore(until: Date, withArchive: boolean): Promise<void>;
  stop(): Promise<void>;
};

const READY_MS = 240_000;

/** `dir` must be short enough for a socket path, and accessible to all users. */
export function createCluster(dir: string): Cluster {
  const bin = binaries();
  const user = process.getuid?.() === 0 ? identityOf("postgres") : null;
  const [data, archive, base, sockets] = ["data", "archive", "base", "s"].map((name) =>
    join(dir, name),
  ) as [string, string, string, string];
  for (const each of [archive, sockets]) {
    mkdirSync(each);
    own(each);
  }
  own(dir);
  let server: ReturnType<typeof spawn> | null = null;

  function own(path: string) {
    if (user) chownSync(path, user.uid, user.gid);
    chmodSync(path, 0o700);
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: dir,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const set = (...lines: string[]) =>
    appendFileSync(join(data, "postgresql.conf"), `\n${lines.join("\n")}\n`);
  const isUp = () => {
    try {
      const state = run(
        "psql",
        "-h",
        sockets,
        "-U",
        "postgres",
        "-Atc",
        "select pg_is_in_recovery()",
      );
      return state.toString().trim() === "f";
    } catch {
      return false;
    }
  };
  const launch = async () => {
    const log = openSync(join(dir, "log"), "a");
    server = spawn(join(bin, "postgres"), ["-D", data], {
      ...user,
      cwd: dir,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    for (const giveUp = Date.now() + READY_MS; !isUp(); await wait(50)) {
      if (Date.now() > giveUp || server.exitCode !== null)
        throw new Error(
          `PostgreSQL did not start: ${readFileSync(join(dir, "log"), "utf8").slice(-600)}`,
        );
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const dying = server;
    server = null;
    if (!dying || dying.exitCode !== null) return;
    const over = new Promise((resolve) => dying.once("close", resolve));
    dying.kill(signal);
    await over;
  };

  return {
    connectionString: `postgresql:///voltmarg?host=${encodeURIComponent(sockets)}&user=postgres`,
    start: async () => {
      run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C");
      set(
        "listen_addresses = ''",
        `unix_socket_directories = '${sockets}'`,
        "max_connections = 120",
        "wal_level = replica",
        "archive_mode = on",
        `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
        "archive_timeout = 60",
      );
      await launch();
      run("createdb", "-h", sockets, "-U", "postgres", "voltmarg");
    },
    baseBackup: () => {
      run(
        "pg_basebackup",
        "-h",
        sockets,
        "-U",
        "postgres",
        "-D",
        base,
        "-X",
        "fetch",
        "-c",
        "fast",
      );
    },
    lose: async () => {
      await end("SIGKILL");
      rmSync(data, { recursive: true });
    },
    restore: async (until, withArchive) => {
      execFileSync("cp", ["-a", base, data]);
      if (withArchive) {
        set(
          `restore_command = 'cp ${archive}/%f %p'`,
          `recovery_target_time = '${until.toISOString().replace("T", " ").replace("Z", "+00")}'`,
          "recovery_target_action = 'promote'",
        );
        appendFileSync(join(data, "recovery.signal"), "");
        if (user) chownSync(join(data, "recovery.signal"), user.uid, user.gid);
      }
      await launch();
    },
    stop: () => end("SIGINT"),
  };
}

/** The newest one of Debian, or the one PG_BIN names. */
function binaries(): string {
  const named = process.env["PG_BIN"];
  const found = named
    ? [named]
    : globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
        a.localeCompare(b, "en", { numeric: true }),
      );
  const bin = found.at(-1);
  if (!bin || !existsSync(join(bin, "pg_basebackup"))) {
    throw new StartError(
      "A restore needs PostgreSQL's own tools: install them (Debian: apt-get install postgresql), or say where they are with PG_BIN=<folder>.",
    );
  }
  return bin;
}

export function identityOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name]).toString());
  return { uid: id("-u"), gid: id("-g") };
}
