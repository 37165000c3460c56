import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { freePort } from "@voltmarg/world/ports";
import { StartError } from "@voltmarg/client/node";
import { until } from "@voltmarg/world/until";
import { findProgram } from "../replicas/programs.ts";
import { identityOf } from "../restore/cluster.ts";
import { createMachine, type Machine } from "./machine.ts";
import {
  etcdOf,
  isWhole,
  leaderOf,
  type Members,
  PASSWORDS,
  type Ports,
  whatIsMissing,
  withAddresses,
  withSocketsIn,
} from "./settings.ts";

/** Three database machines as deploy/patroni has them, with one etcd, behind HAProxy. */
export type Cluster = {
  machines: readonly Machine[];
  databaseUrl: string;
  standbyUrl: string;
  /** The version of Patroni, and the interface of etcd it uses. */
  patroni: string;
  /** The machine that has the lease; undefined: none has. */
  primary(): Promise<Machine | undefined>;
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
};

const NAMES = ["db1", "db2", "db3"] as const;
const MADE_WITHIN_MS = 180_000;
const deploy = join(import.meta.dirname, "..", "..", "..", "..", "deploy", "patroni");

export type ClusterOptions = {
  /** Commits are confirmed before a second machine has them. */
  asynchronous: boolean;
  /** An old Patroni uses the interface of etcd by which it takes the lease from another primary. */
  lease: boolean;
};

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { patroni, etcd, haproxy, postgres } = installed();
  const version = versionOf(patroni);
  const etcdApi = options.lease ? "ETCD3" : etcdOf(version);
  if (options.lease && etcdOf(version) === "ETCD3")
    throw new StartError(
      `Patroni ${version} takes no lease from another: this needs one before 3.1.`,
    );
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? identityOf("postgres") : null;
  const home = mkdtempSync(join(tmpdir(), "vm-"));
  chmodSync(home, 0o755);
  if (user) chownSync(home, user.uid, user.gid);
  const stops: (() => Promise<void> | void)[] = [
    () => rmSync(home, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  const run = (program: string, args: string[]) => {
    const log = openSync(join(home, "programs.log"), "a");
    const child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], {
      ...user,
      cwd: home,
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    stops.push(() => endOf(child));
  };
  try {
    const etcdPort = await freePort();
    const settings = join(home, "patroni.yaml");
    const sockets = join(home, "s");
    mkdirSync(sockets);
    if (user) chownSync(sockets, user.uid, user.gid);
    writeFileSync(settings, withSocketsIn(shipped("patroni.yaml"), sockets));
    run(etcd, etcdArguments(etcdPort, await freePort(), join(home, "etcd"), etcdApi));
    const machines: Machine[] = [];
    for (const name of NAMES) {
      const ports: Ports = {
        postgres: await freePort(),
        health: await freePort(),
        reachedAt: await freePort(),
        etcd: await freePort(),
      };
      const place = { home, programs: postgres, patroni, settings, etcdPort, etcdApi, user };
      const machine = await createMachine(name, ports, place);
      stops.push(async () => {
        await machine.kill();
        await machine.closeLinks();
      });
      machines.push(machine);
    }
    const binds = { primary: await freePort(), standby: await freePort() };
    const addresses = new Map(machines.map(({ name, ports }) => [name, ports]));
    const before = join(home, "haproxy.cfg");
    writeFileSync(before, withAddresses(shipped("haproxy.cfg"), binds, addresses));
    run(haproxy, ["-db", "-f", before]);

    const members = () => anyOf(machines);
    const synchronous = !options.asynchronous;
    const isComplete = async () => isWhole(await members(), NAMES.length, synchronous);
    const [first] = machines;
    first!.boot();
    await until("a primary is made", async () => leaderOf(await members()), MADE_WITHIN_MS);
    if (options.asynchronous) await confirmAlone(first!);
    for (const machine of machines.slice(1)) machine.boot();
    await until("the standbys follow", isComplete, MADE_WITHIN_MS);
    const urlAt = (name: string, password: string, port: number, database: string) =>
      `postgresql://${name}:${password}@127.0.0.1:${port}/${database}`;
    const superuser = urlAt("postgres", PASSWORDS.superuser, binds.primary, "postgres");
    await until("HAProxy finds the primary", () => makeDatabase(superuser));
    return {
      machines,
      patroni: `${version} with ${etcdApi}`,
      databaseUrl: urlAt("voltmarg", PASSWORDS.service, binds.primary, "voltmarg"),
      standbyUrl: urlAt("voltmarg", PASSWORDS.service, binds.standby, "voltmarg"),
      primary: async () => {
        const name = leaderOf(await members());
        return machines.find((machine) => machine.name === name);
      },
      isWhole: () => isComplete().catch(() => false),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const shipped = (name: string) => readFileSync(join(deploy, name), "utf8");

function installed() {
  const folders = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  // The embedded PostgreSQL has neither pg_basebackup nor pg_rewind.
  const postgres = [process.env["PG_BIN"], folders.at(-1)].find(
    (folder) => folder && existsSync(join(folder, "pg_rewind")),
  );
  const found = {
    patroni: findProgram("patroni", "PATRONI"),
    etcd: findProgram("etcd", "ETCD"),
    haproxy: findProgram("haproxy", "HAPROXY"),
    // Of every Linux, and of no other system.
    setpriv: findProgram("setpriv", "SETPRIV"),
    pg_bin: postgres,
  };
  const sentence = whatIsMissing(found);
  if (sentence) throw new StartError(sentence);
  const { patroni, etcd, haproxy } = found as Record<keyof typeof found, string>;
  return { patroni, etcd, haproxy, postgres: postgres! };
}

const versionOf = (patroni: string) =>
  execFileSync(patroni, ["--version"], { encoding: "utf8" }).trim().split(" ").at(-1)!;

function etcdArguments(port: number, peerPort: number, data: string, api: string): string[] {
  const [own, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const options = {
    name: "etcd",
    "data-dir": data,
    "listen-client-urls": own,
    "advertise-client-urls": own,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `etcd=${peers}`,
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return api === "ETCD" ? [...given, "--enable-v2"] : given;
}

/** The cluster as the first machine that answers sees it. A machine that is cut off answers from memory. */
async function anyOf(machines: readonly Machine[]): Promise<Members> {
  const answers = await Promise.allSettled(
    machines.map(async ({ ports }) => {
      const signal = AbortSignal.timeout(2_000);
      const url = `http://127.0.0.1:${ports.health}/cluster`;
      return (await (await fetch(url, { signal })).json()) as Members;
    }),
  );
  const told = answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  // Of several views the one that most machines share.
  const [most] = [...Map.groupBy(told, leaderOf).values()].toSorted((a, b) => b.length - a.length);
  const [one] = most ?? [];
  if (!one) throw new Error("no machine answers");
  return one;
}

/** The negative control, switched as an operator would. */
async function confirmAlone({ ports }: Machine): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${ports.health}/config`, {
    method: "PATCH",
    body: JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false }),
  });
  if (!answer.ok) throw new Error(`Patroni refuses: ${await answer.text()}`);
}

async function makeDatabase(superuser: string): Promise<true> {
  const database = openDatabase(superuser, () => {}, 1);
  try {
    await database.pool.query(`create role voltmarg login password '${PASSWORDS.service}'`);
    await database.pool.query("create database voltmarg owner voltmarg");
    return true;
  } finally {
    await database.close();
  }
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
