import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startLink, type Link } from "./link.ts";
import { machineEnv, type Ports } from "./settings.ts";

/** A database machine: Patroni and the PostgreSQL it runs, and its network. */
export type Machine = {
  name: string;
  ports: Ports;
  /** Its network to etcd, and the others' to its PostgreSQL. */
  toEtcd: Link;
  fromOthers: Link;
  /** Starts Patroni, which starts PostgreSQL as what etcd says it is. */
  boot(): void;
  /** kill -9 for everything on it. */
  kill(): Promise<void>;
  /** Patroni stands still, PostgreSQL runs on. */
  freeze(frozen: boolean): void;
  closeLinks(): Promise<void>;
};

export type Place = {
  home: string;
  programs: string;
  patroni: string;
  settings: string;
  etcdPort: number;
  etcdApi: "ETCD" | "ETCD3";
  /** PostgreSQL refuses to run as root. */
  user: { uid: number; gid: number } | null;
};

export async function createMachine(name: string, ports: Ports, place: Place): Promise<Machine> {
  const { home, programs, user } = place;
  const data = join(home, name);
  const toEtcd = await startLink(ports.etcd, place.etcdPort);
  const fromOthers = await startLink(ports.reachedAt, ports.postgres);
  let patroni: ChildProcess | null = null;
  let ended = Promise.resolve();

  return {
    name,
    ports,
    toEtcd,
    fromOthers,
    boot: () => {
      const log = openSync(join(home, `${name}.log`), "a");
      // A run that is killed itself leaves no cluster behind.
      patroni = spawn("setpriv", ["--pdeathsig", "TERM", place.patroni, place.settings], {
        ...user,
        cwd: home,
        env: {
          PATH: `${programs}:/usr/bin:/bin`,
          LANG: "C",
          ...machineEnv(name, ports, { data, programs, home }, place.etcdApi),
        },
        stdio: ["ignore", log, log],
        detached: true,
      });
      closeSync(log);
      const { promise, resolve } = Promise.withResolvers<void>();
      patroni.once("exit", () => resolve());
      patroni.once("error", () => resolve());
      ended = promise;
    },
    kill: async () => {
      patroni?.kill("SIGKILL");
      for (const pid of serverProcesses(data)) killHard(pid);
      await ended;
    },
    freeze: (frozen) => void patroni?.kill(frozen ? "SIGSTOP" : "SIGCONT"),
    closeLinks: async () => {
      await toEtcd.close();
      await fromOthers.close();
    },
  };
}

/** PostgreSQL of this data folder and all its connections. */
function serverProcesses(data: string): number[] {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!isServerOf(postmaster, data)) return [];
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  return [postmaster, ...children.split(" ").filter(Boolean).map(Number)];
}

/** A file that a killed server left may name a process that is somebody else's by now. */
const isServerOf = (pid: number, data: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data);
  } catch {
    return false;
  }
};

function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had ended.
  }
}
