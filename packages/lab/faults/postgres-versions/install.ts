import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { assertDatabase } from "@voltmarg/server/embedded-postgres";
import { until } from "@voltmarg/world/until";

/** A PostgreSQL of another version, from npm, in its own folder. */
export type Postgres = { connectionString: string; stop(): Promise<void> };

/** Installs `@embedded-postgres` of this version below `folder`, makes a cluster and starts it. */
export async function startVersion(folder: string, version: string): Promise<Postgres> {
  const home = join(folder, version);
  mkdirSync(home, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  must("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefix",
    home,
    `${name}@${version}`,
  ]);
  const programs = join(home, "node_modules", name, "native");
  linkLibraries(programs);
  const bin = join(programs, "bin");
  for (const file of readdirSync(bin)) chmodSync(join(bin, file), 0o755);
  const as = unprivileged();
  const [cluster, sockets] = [join(home, "cluster"), join(home, "s")];
  for (const dir of [cluster, sockets]) {
    mkdirSync(dir, { mode: 0o700 });
    if (as) chownSync(dir, as.uid, as.gid);
  }
  must(
    join(bin, "initdb"),
    ["-D", cluster, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"],
    as,
  );
  const server = spawn(
    join(bin, "postgres"),
    ["-D", cluster, "-c", "listen_addresses=", "-c", `unix_socket_directories=${sockets}`],
    { stdio: "ignore", cwd: "/", ...as },
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const connectionString = `postgresql:///postgres?host=${encodeURIComponent(sockets)}&user=postgres`;
  await until(`PostgreSQL ${version} is up`, () =>
    assertDatabase(connectionString).then(() => true),
  );
  return {
    connectionString,
    stop: async () => {
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** npm drops symbolic links; the package lists them for its install script, which does not run here. */
function linkLibraries(programs: string): void {
  const list = join(programs, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, "utf8")) as {
    source: string;
    target: string;
  }[]) {
    const at = join(programs, relative("native", link.target));
    const to = join(programs, relative("native", link.source));
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(at), to), at);
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((row) => row.split(":"));
  const row =
    rows.find(([user]) => user === "postgres") ?? rows.find(([user]) => user === "nobody");
  return row && { uid: Number(row[2]), gid: Number(row[3]) };
}

function must(program: string, args: string[], as: object = {}): void {
  const { status, stderr, error } = spawnSync(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    cwd: "/",
    ...as,
  });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
}
