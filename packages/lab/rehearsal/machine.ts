import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@voltmarg/client/node";

/** Debian of 2023, which the pages are for. */
const RELEASE = "bookworm";
const MIRROR = "http://deb.debian.org/debian";
const TOOLS = {
  debootstrap: "debootstrap",
  "systemd-nspawn": "systemd-container",
  ip: "iproute2",
  iptables: "iptables",
};
const SUBNET = "172.30.77";
const BOOT_MS = 60_000;
/** In the machine: what its shell runs next, and what is typed at questions. */
const LINES = "/srv/lines.sh";
const TYPED = "/srv/typed";

/** A Debian with systemd, booted in a container with a network of its own, in which 127.0.0.1 is its own. */
export type Machine = {
  /** The folder that is its `/`. */
  folder: string;
  /** The name of its network namespace. */
  network: string;
  /** Runs a command in it; throws when it fails. */
  run(...command: string[]): string;
  /** A shell in it, for commands as a person types them. */
  openShell(log: (text: string) => void): Shell;
  destroy(): Promise<void>;
};

export type Shell = {
  /** Runs lines in the shell that all lines share; false when one failed, after which the shell is gone. `typed` answers questions. */
  type(lines: string, typed?: string): Promise<boolean>;
  close(): void;
};

/** Runs a program of this machine, and returns what it printed; throws when it fails. */
export const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const attempt = (command: string, ...args: string[]) => {
  try {
    run(command, ...args);
  } catch {
    // It was not there.
  }
};

/** Installs the programs that are missing; throws StartError where that cannot be done. */
export function needPrograms(tools: Readonly<Record<string, string>>): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new StartError("A rehearsal needs Linux and root: it boots a Debian of its own.");
  const missing = Object.entries(tools).filter(([program]) => {
    try {
      run("sh", "-c", `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  const packages = missing.map(([, debian]) => debian);
  try {
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
  } catch {
    throw new StartError(`Install ${packages.join(", ")} (Debian's packages), then try again.`);
  }
}

/** Ends a machine that an interrupted rehearsal left behind. */
export const endLeftOver = (name: string): void =>
  attempt("pkill", "--signal", "KILL", "--full", `systemd-nspawn .*--machine=${name} `);

/** A folder with a fresh Debian: a copy of one that is made once and stays in `cache`. */
export function freshDebian(cache: string, to: string, packages: readonly string[]): void {
  const made = join(cache, [RELEASE, ...packages].join("-"));
  if (!existsSync(made)) {
    const half = `${made}.half`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    run(
      "debootstrap",
      `--include=${packages.join(",")}`,
      "--variant=minbase",
      RELEASE,
      half,
      MIRROR,
    );
    run("mv", half, made);
  }
  rmSync(to, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true });
  run("cp", "-a", made, to);
  copyTrust(to);
}

/** What this machine needs to reach its package registries: certificates, a proxy, name servers. */
function copyTrust(to: string): void {
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  // Debian's package adds what is in the second folder to its own.
  for (const copy of [certificates, "/usr/local/share/ca-certificates/host.crt"])
    if (existsSync(certificates)) cpSync(certificates, join(to, copy));
  const names = Object.entries(process.env).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
  );
  writeFileSync(
    join(to, "etc/environment"),
    names.map(([name, value]) => `${name}=${value}\n`).join(""),
  );
  rmSync(join(to, "etc/resolv.conf"), { force: true });
  cpSync("/etc/resolv.conf", join(to, "etc/resolv.conf"), { dereference: true });
}

/** Copies this machine's Node with npm to where nodejs.org's archive would be unpacked. */
export function copyNode(to: string): void {
  const npm = dirname(dirname(run("sh", "-c", 'readlink -f "$(command -v npm)"').trim()));
  mkdirSync(join(to, "usr/local/bin"), { recursive: true });
  cpSync(process.execPath, join(to, "usr/local/bin/node"));
  cpSync(npm, join(to, "usr/local/lib/node_modules/npm"), { recursive: true });
  for (const [name, file] of [
    ["npm", "npm-cli.js"],
    ["npx", "npx-cli.js"],
  ])
    attempt("ln", "-sf", `../lib/node_modules/npm/bin/${file}`, join(to, "usr/local/bin", name!));
}

/** Boots the Debian in `folder`. */
export async function boot(folder: string, name: string): Promise<Machine> {
  needPrograms(TOOLS);
  const outside = `${name}-out`;
  const removeNetwork = () => {
    attempt("ip", "netns", "del", name);
    attempt("ip", "link", "del", outside);
    for (const rule of RULES) attempt("iptables", "-w", ...rule("-D"));
  };
  removeNetwork();
  run("ip", "netns", "add", name);
  run("ip", "link", "add", outside, "type", "veth", "peer", "name", "host0", "netns", name);
  run("ip", "addr", "add", `${SUBNET}.1/24`, "dev", outside);
  run("ip", "link", "set", outside, "up");
  run("ip", "-n", name, "addr", "add", `${SUBNET}.2/24`, "dev", "host0");
  for (const each of ["lo", "host0"]) run("ip", "-n", name, "link", "set", each, "up");
  run("ip", "-n", name, "route", "add", "default", "via", `${SUBNET}.1`);
  writeFileSync("/proc/sys/net/ipv4/ip_forward", "1");
  for (const rule of RULES) run("iptables", "-w", ...rule("-A"));

  const container = spawn(
    "systemd-nspawn",
    [
      "--quiet",
      "--register=no",
      "--keep-unit",
      "--boot",
      "--console=pipe",
      "--resolv-conf=off",
      "--timezone=off",
      `--machine=${name}`,
      `--directory=${folder}`,
      `--network-namespace-path=/run/netns/${name}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  process.once("exit", () => container.kill("SIGKILL"));
  let said = "";
  for (const stream of [container.stdout, container.stderr])
    stream.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-4_000)));
  const init = await firstProcess(container, () => said);
  const enter = ["--target", init, "--all", "--"];
  const login = ["env", "-i", "HOME=/root", "TERM=dumb", "DEBIAN_FRONTEND=noninteractive"];
  const environment = [
    ...login,
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ...readFileSync(join(folder, "etc/environment"), "utf8").split("\n").filter(Boolean),
    // The folder that was open outside is none in there.
    "sh",
    "-c",
    'cd && exec "$@"',
    "sh",
  ];
  const runThere = (...command: string[]) => run("nsenter", ...enter, ...environment, ...command);
  for (let waited = 0; waited < BOOT_MS; waited += 250) {
    try {
      runThere("systemctl", "is-system-running", "--wait");
      break;
    } catch {
      await wait(250);
    }
  }
  return {
    folder,
    network: name,
    run: runThere,
    openShell: (log) =>
      shellOf(
        spawn("nsenter", [...enter, ...environment, "bash", "-eu", "-o", "pipefail"], {
          stdio: ["pipe", "pipe", "pipe"],
        }),
        folder,
        log,
      ),
    destroy: async () => {
      const ended = new Promise((resolve) => container.once("exit", resolve));
      attempt("nsenter", ...enter, "systemctl", "poweroff", "--force");
      await Promise.race([ended, wait(15_000)]);
      container.kill("SIGKILL");
      removeNetwork();
    },
  };
}

/** What lets the machine reach package registries, as arguments of iptables. */
const RULES = [
  (verb: string) =>
    `-t nat ${verb} POSTROUTING -s ${SUBNET}.0/24 ! -d ${SUBNET}.0/24 -j MASQUERADE`.split(" "),
  (verb: string) => `${verb} FORWARD -s ${SUBNET}.0/24 -j ACCEPT`.split(" "),
  (verb: string) => `${verb} FORWARD -d ${SUBNET}.0/24 -j ACCEPT`.split(" "),
];

/** The process id of the container's systemd, as this machine counts. */
async function firstProcess(container: ChildProcess, said: () => string): Promise<string> {
  for (let waited = 0; waited < BOOT_MS && container.exitCode === null; waited += 100) {
    const children = `/proc/${container.pid}/task/${container.pid}/children`;
    for (const child of readFileSync(children, "utf8").trim().split(" ").filter(Boolean))
      if (readFileSync(`/proc/${child}/comm`, "utf8").trim() === "systemd") return child;
    await wait(100);
  }
  throw new StartError(`The Debian did not boot: ${said().trim()}`);
}

function shellOf(shell: ChildProcess, folder: string, log: (text: string) => void): Shell {
  const mark = `done-${process.pid}`;
  let out = "";
  let wake = () => {};
  const hear = (text: Buffer) => {
    out += text.toString();
    wake();
  };
  shell.stdout?.on("data", hear);
  shell.stderr?.on("data", hear);
  shell.once("exit", () => wake());
  shell.stdin?.on("error", () => {});
  return {
    type: async (lines, typed = "") => {
      out = "";
      writeFileSync(join(folder, LINES), `${lines}\n`);
      writeFileSync(join(folder, TYPED), `${typed}\n`);
      shell.stdin?.write(`. ${LINES} < ${TYPED}\necho ${mark}\n`);
      while (!out.includes(`${mark}\n`) && shell.exitCode === null)
        await new Promise<void>((resolve) => (wake = resolve));
      log(out.replace(`${mark}\n`, ""));
      return out.includes(`${mark}\n`);
    },
    close: () => shell.stdin?.end(),
  };
}
