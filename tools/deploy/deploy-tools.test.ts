import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn, readFile, runTool } from "@voltmarg/testkit/deploy-files";

type Verdict = { passes: boolean; output: string };

const UNITS = "/etc/systemd/system";
let folder: string;
/** A root for units: those of this machine, ours, and programs that are empty. */
let top: string;

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "voltmarg-deploy-"));
  const certificate = write(join(folder, "certs/voltmarg.pem"), "");
  const options =
    "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout - -out -";
  const made = runTool("openssl", ["req", ...options.split(" ")]);
  writeFileSync(certificate, made.output);
  top = join(folder, "root");
  cpSync("/lib/systemd/system", join(top, "usr/lib/systemd/system"), { recursive: true });
  symlinkSync("usr/lib", join(top, "lib"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Other are the folder of certificates and the names of database machines, which only their network knows. */
function checkHaproxy(path: string, text: string): Verdict {
  const here = text
    .replace("/etc/haproxy/certs/", `${join(folder, "certs")}/`)
    .replaceAll(/\w+\.internal:/g, "127.0.0.1:");
  return runTool("haproxy", ["-c", "-dW", "-f", write(join(folder, basename(path)), here)]);
}

const checkNats = (path: string, text: string): Verdict =>
  runTool("nats-server", ["-t", "-c", write(join(folder, basename(path)), text)]);

/** Without the project's name, which Compose 1 does not know. */
const checkCompose = (path: string, text: string): Verdict =>
  runTool("docker-compose", ["-f", "-", "config", "--quiet"], {
    input: text.replace(/^name: .*$/m, ""),
    folder: dirname(path),
  });

const units = filesIn("deploy/**/*.{service,timer}");
/** Their first line says where they are put. */
const dropIns = filesIn("deploy/**/*.conf").filter((path) =>
  readFile(path).startsWith(`# ${UNITS}/`),
);
const placeOf = (path: string, text: string) =>
  dropIns.includes(path) ? /^# (\S+\.conf)/.exec(text)![1]! : join(UNITS, basename(path));

/** All of them, as one may need another; the programs that they start are there, and empty. */
function checkUnits(edited: string, text: string): Verdict {
  rmSync(join(top, "etc"), { recursive: true, force: true });
  const ofDebian = join(top, "usr/lib/systemd/system/pgbouncer.service");
  const texts = [readFileSync(ofDebian, "utf8")];
  for (const path of [...units, ...dropIns]) {
    const content = path === edited ? text : readFile(path);
    write(join(top, placeOf(path, content)), content);
    texts.push(content);
  }
  for (const [, program = ""] of texts.join("\n").matchAll(/^Exec\w+=\+?(\S+)/gm))
    chmodSync(write(join(top, program), "#!/bin/sh\n"), 0o755);
  const names = units.map((path) => join(top, placeOf(path, "")).replace("@.", "@8081."));
  const args = ["verify", "--man=no", `--root=${top}`, ...names, ofDebian];
  const { passes, output } = runTool("systemd-analyze", args);
  // It names an unknown key, and goes on.
  return { passes: passes && output.trim() === "", output };
}

/** Files, what checks them, and a change that it refuses. */
const CHECKS: [string[], (path: string, text: string) => Verdict, [RegExp, string]][] = [
  [filesIn("deploy/**/haproxy.cfg"), checkHaproxy, [/timeout server/, "timeout sever"]],
  [filesIn("deploy/nats/*.conf"), checkNats, [/max_payload/, "max_paylod"]],
  [filesIn("deploy/**/compose.yaml"), checkCompose, [/read_only:/, "readonly:"]],
  [[...units, ...dropIns], checkUnits, [/^(Description|User|LoadCredential)=/m, "$1s="]],
];

test.each(
  CHECKS.flatMap(([paths, check, broken]) => paths.map((path) => ({ path, check, broken }))),
)(
  "$path is valid for the program that reads it, and a misspelt word is refused",
  ({ path, check, broken: [word, misspelt] }) => {
    const text = readFile(path);
    const { passes, output } = check(path, text);
    expect(passes, output).toBe(true);
    expect(text).toMatch(word);
    expect(check(path, text.replace(word, misspelt)).passes).toBe(false);
  },
);

test("a timer with an hour that no day has is refused", () => {
  const path = "deploy/backup/voltmarg-backup.timer";
  const { passes, output } = checkUnits(path, readFile(path).replace("02:30", "26:30"));
  expect(passes).toBe(false);
  expect(output).toContain("26:30");
});

test("logs are kept as long as the law wants, and clocks are those that CERT-In names", () => {
  const journal = readFile("deploy/systemd/journald.conf");
  const [, days] = /^MaxRetentionSec=(\d+)day$/m.exec(journal)!;
  expect(Number(days)).toBeGreaterThanOrEqual(366);
  expect(journal).toMatch(/^Storage=persistent$/m);
  expect(journal).toMatch(/^RateLimitIntervalSec=0$/m);
  const servers = readFile("deploy/chrony/nic.sources").match(/^server \S+ iburst$/gm);
  expect(servers).toEqual(["server samay1.nic.in iburst", "server samay2.nic.in iburst"]);
});
