import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, chownSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { freePort } from "@voltmarg/world/ports";
import { until } from "@voltmarg/world/until";
import type { Say } from "../../report.ts";

/** A third-party server process: it can be killed, and is restarted on the same port. */
export type Program = {
  port: number;
  /** kill -9, then restart. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Path of a program: from the environment, or on PATH; undefined: not installed. */
export function findProgram(name: string, variable: string): string | undefined {
  const named = process.env[variable];
  if (named) return existsSync(named) ? named : undefined;
  return [
    ...(process.env["PATH"] ?? "").split(delimiter),
    "/usr/sbin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** The path of a program; undefined: it is not installed, which is said. */
export function whereInstalled(name: string, variable: string, say: Say): string | undefined {
  const file = findProgram(name, variable);
  if (!file)
    say(`  without ${name}: apt-get install ${name}, or name the program with ${variable}=<path>`);
  return file;
}

export type Nats = Program & {
  /** How many messages its streams hold. */
  kept(): Promise<number>;
};

/** NATS with JetStream, its files in `dir`. */
export async function startNats(file: string, dir: string): Promise<Nats> {
  const port = await freePort();
  const watched = await freePort();
  const program = await runProgram(
    file,
    ["-a", "127.0.0.1", "-p", port, "-m", watched, "-js", "-sd", join(dir, "jetstream")].map(
      String,
    ),
    port,
    {},
  );
  const kept = async () => {
    const answer = await fetch(`http://127.0.0.1:${watched}/jsz`);
    return ((await answer.json()) as { messages: number }).messages;
  };
  return { ...program, kept };
}

/** PgBouncer in transaction mode before the database behind a unix socket. */
export async function startPgBouncer(
  file: string,
  dir: string,
  databaseUrl: string,
): Promise<Program> {
  const port = await freePort();
  const sockets = new URL(databaseUrl.replace("///", "//localhost/")).searchParams.get("host")!;
  // It refuses to run as root, and only the database's own user may enter the folder of its socket.
  const { uid, gid } = statSync(sockets);
  const home = join(dir, "pgbouncer");
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const settings = join(home, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
voltmarg = host=${sockets} dbname=voltmarg user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 24
max_client_conn = 500
server_login_retry = 1
logfile =
pidfile =
`,
  );
  const root = process.getuid?.() === 0;
  if (root) chownSync(settings, uid, gid);
  return runProgram(file, ["-q", settings], port, root ? { uid, gid } : {});
}

async function runProgram(
  file: string,
  args: string[],
  port: number,
  as: { uid?: number; gid?: number },
): Promise<Program> {
  let child: ChildProcess;
  const start = async () => {
    child = spawn(file, args, { stdio: "ignore", cwd: "/", ...as });
    await until(`${file} listens`, () => listens(port));
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill(signal);
    });
  await start();
  return {
    port,
    restart: async () => {
      await end("SIGKILL");
      await start();
    },
    stop: () => end("SIGTERM"),
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
