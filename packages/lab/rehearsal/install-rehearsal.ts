import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sentenceOf } from "@voltmarg/client/node";
import { type Block, blocksOf } from "@voltmarg/testkit/page-blocks";
import { boot, copyNode, endLeftOver, freshDebian, type Machine, needPrograms } from "./machine.ts";
import { resultLine } from "../report.ts";
import { callDrivers } from "./call-drivers.ts";
import type { Done } from "./drivers.ts";

const help = `Runs the commands of the pages about installing, backing up, restoring and updating, as they are printed: in a new
Debian with systemd, which debootstrap makes and systemd-nspawn boots. The program is the last commit, the pages are those
of this folder. Drivers sign up, charge and look on over HAProxy meanwhile. Needs Linux, root, and 6 GB of disk.

  npm run lab -- install-rehearsal
  npm run lab -- install-rehearsal -- --broken   a printed line is changed: must fail
  npm run lab -- install-rehearsal -- --keep     the Debian runs on, to look around in`;

const root = join(import.meta.dirname, "..", "..", "..");
const work = "/var/tmp/voltmarg-rehearsal";
const NAME = "voltmarg";
const PACKAGES = ["systemd", "systemd-sysv", "dbus", "iproute2"];
const PAGES = ["run-in-production", "observe", "backup", "update"] as const;
type Page = (typeof PAGES)[number];
const ADDRESS = {
  url: "https://localhost",
  // The load balancer does not lead to it.
  outboxUrl: "http://127.0.0.1:8081",
  operatorUrl: "http://127.0.0.1:4200",
  paymentsUrl: "http://127.0.0.1:4300",
};

const log = join(work, "install.log");
const say = (line: string) => console.log(line);
let steps = 0;
let left = 0;
const failures: string[] = [];
const errors = { orderly: [] as string[], faults: [] as string[] };
let charges = 0;
let lost = 0;

/** A step that did not do what it says. */
class Failed extends Error {}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      broken: { type: "boolean" },
      keep: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return say(help);
  needPrograms({ chromium: "chromium", git: "git" });
  mkdirSync(work, { recursive: true });
  writeFileSync(log, "");
  const folder = join(work, "debian");
  endLeftOver(NAME);
  say("a new Debian");
  freshDebian(join(work, "cache"), folder, PACKAGES);
  copyNode(folder);
  publish(folder);
  const machine = await boot(folder, NAME);
  try {
    await rehearse(machine, values.broken ?? false);
  } catch (error) {
    failures.push(error instanceof Failed ? error.message : String(error));
    say(`FAILED  ${failures[0]}`);
  }
  if (values.keep) say(`nsenter into ${folder}; ends with this command (Ctrl-C)`);
  if (values.keep) await new Promise((resolve) => process.once("SIGINT", resolve));
  await machine.destroy();
  for (const each of errors.orderly) say(`FAILED  a request: ${each}`);
  for (const each of errors.faults) say(`error while something was broken on purpose: ${each}`);
  say(`the log is ${log}`);
  say(
    resultLine("install-rehearsal", {
      steps,
      failed: failures.length,
      errors: errors.orderly.length,
      errors_at_faults: errors.faults.length,
      left_out: left,
      charges,
      lost,
    }),
  );
  process.exitCode = failures.length + errors.orderly.length + lost === 0 ? 0 : 1;
}

/** The repository that the pages clone, with the last commit as its newest release. */
function publish(folder: string): void {
  const bare = join(folder, "srv/git/voltmarg.git");
  rmSync(bare, { recursive: true, force: true });
  git(root, "clone", "--quiet", "--bare", `file://${root}`, bare);
  git(bare, "tag", "--force", `v${versionOf(bare)}`);
  writeFileSync(
    join(folder, "etc/gitconfig"),
    '[url "file:///srv/git/"]\n\tinsteadOf = https://git.example.in/\n',
  );
}

/** The release after it, with one migration more. */
function publishNext(folder: string): string {
  const bare = join(folder, "srv/git/voltmarg.git");
  const clone = join(work, "next");
  rmSync(clone, { recursive: true, force: true });
  git(work, "clone", "--quiet", bare, clone);
  const [major, minor, patch] = versionOf(bare).split(".").map(Number);
  const next = `v${major}.${minor}.${patch! + 1}`;
  const migration = "packages/server/migrations/9000-rehearsal.sql";
  writeFileSync(join(clone, migration), "create table rehearsal (id bigint primary key);\n");
  git(clone, "add", migration);
  const who = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@localhost"];
  git(clone, ...who, "commit", "--quiet", "--message", "feat: one migration more");
  git(clone, "tag", next);
  git(clone, "push", "--quiet", "origin", "HEAD", next);
  return next;
}

async function rehearse(machine: Machine, broken: boolean): Promise<void> {
  const pages = Object.fromEntries(
    PAGES.map((page) => [page, blocksOf(textOf(page, broken))]),
  ) as Record<Page, Block[]>;
  const shell = machine.openShell((text) => appendFileSync(log, text));
  const followed = new Set<Block>();
  /** Types the blocks of a page whose headings match. */
  const follow = async (page: Page, under: RegExp, typed?: string) => {
    const blocks = pages[page].filter((block) => under.test(block.under));
    if (blocks.length === 0) throw new Failed(`${page}.md has nothing under ${under.source}`);
    for (const block of blocks) {
      const { text, line, under: heading, notRun } = block;
      followed.add(block);
      const where = `${page}.md:${line} ${heading}`;
      if (notRun) {
        left += 1;
        say(`left out  ${where}: ${notRun}`);
        continue;
      }
      steps += 1;
      appendFileSync(log, `\n# ${where}\n`);
      const before = performance.now();
      const asks = text.includes("read -rp") ? typed : undefined;
      if (!(await shell.type(text, asks)))
        throw new Failed(
          `${where}\n${readFileSync(log, "utf8").trimEnd().split("\n").slice(-12).join("\n")}`,
        );
      say(`ok  ${((performance.now() - before) / 1000).toFixed(0).padStart(4)} s  ${where}`);
    }
  };
  const check = async <T>(what: string, run: () => Promise<T> | T, is: (found: T) => boolean) => {
    steps += 1;
    const found = await run();
    if (!is(found)) throw new Failed(`${what}: ${JSON.stringify(found)}`);
    say(`ok          ${what}: ${JSON.stringify(found)}`);
    return found;
  };
  const sql = (statement: string) =>
    machine.run("su", "postgres", "-c", `psql -At voltmarg -c "${statement}"`).trim();

  // Up to where drivers come.
  await follow("run-in-production", /^([1-9]|10)[.] /);
  const drivers = callDrivers(
    ["ip", "netns", "exec", machine.network],
    ADDRESS,
    join(machine.folder, "etc/voltmarg/rehearsal.crt"),
  );
  /** What drivers saw while `doing` went on. */
  const meanwhile = async (kind: keyof typeof errors, doing: () => Promise<void>) => {
    await drivers("begin");
    try {
      await doing();
    } finally {
      const done = (await drivers("end")) as Done;
      charges += done.charges;
      lost += done.lost;
      errors[kind].push(...done.errors);
      say(
        `            ${done.asked} requests, ${done.errors.length} failed; ${done.charges} charges`,
      );
    }
  };
  try {
    await check("drivers sign up over HAProxy", () => drivers("signUp"), Boolean);
    const billed = (found: unknown) => Boolean((found as { bill: string | null }).bill);
    await check("a charge is billed", () => drivers("charge"), billed);
    await follow("run-in-production", /^11[.] /);
    const invitation = /^link +(https:\S+)/m.exec(readFileSync(log, "utf8"))?.[1] ?? "";
    await check(
      "app, console and invitation open in Chromium",
      () => drivers("open", invitation),
      (titles) => (titles as string[]).length === 3,
    );
    await meanwhile("faults", () => follow("run-in-production", /^12[.] /));

    await follow("observe", /^Alerts/);
    await follow("backup", /^Back up/);
    const backups = () =>
      machine
        .run("curl", "-fsS", "http://127.0.0.1:9100/metrics")
        .match(/^voltmarg_backup.*/m)?.[0];
    await check("the backup's time is a metric", backups, Boolean);
    await check(
      "Prometheus sees three replicas",
      () => seen(machine),
      (sum) => sum === "3",
    );
    const kept = (await check("a charge is billed", () => drivers("charge"), billed)) as {
      session: string;
      bill: string;
    };
    const wallet = await drivers("wallet");
    // The last two seconds belong to neither side.
    const time = sql(
      "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
    );
    machine.run("sleep", "2");
    await check(
      "a mistake deletes vehicles",
      () => sql("delete from vehicle"),
      (all) => all !== "DELETE 0",
    );
    await follow("backup", /^Restore/, time);
    await check(
      "the vehicles are back",
      () => sql("select count(*) from vehicle"),
      (n) => n !== "0",
    );
    await check(
      "the bill is there",
      () => drivers("bill", kept.session),
      (bill) => bill === kept.bill,
    );
    await check(
      "the wallet is as it was",
      () => drivers("wallet"),
      (found) => found === wallet,
    );
    await check("a charge is billed after the restore", () => drivers("charge"), billed);

    const next = publishNext(machine.folder);
    await meanwhile("orderly", () => follow("update", /^To the next/));
    const running = () => machine.run("readlink", "/opt/voltmarg/current").trim();
    await check("the next release runs", running, (version) => version === next);
    await check(
      "its migration is applied",
      () => sql("select count(*) from rehearsal"),
      (n) => n === "0",
    );
    await meanwhile("orderly", () => follow("update", /^Back to/));
    await check("the release before runs", running, (version) => version !== next);
    await check("a charge is billed after that", () => drivers("charge"), billed);
    await follow("backup", /^Test the restore/);
    const others = Object.values(pages).flatMap((blocks) =>
      blocks.filter((block) => !followed.has(block)).map(({ under }) => under),
    );
    await check(
      "printed and not run",
      () => others,
      ({ length }) => length === 0,
    );
  } finally {
    shell.close();
    drivers.leave();
  }
}

/** How many replicas Prometheus reads, once it has. */
async function seen(machine: Machine): Promise<string> {
  const query = 'http://127.0.0.1:9090/api/v1/query?query=sum(up{job="voltmarg"})';
  let sum = "";
  for (let tries = 0; tries < 60 && sum !== "3"; tries += 1) {
    await wait(1_000);
    sum = /"value":\[[^,]+,"(\d+)"\]/.exec(machine.run("curl", "-fsSg", query))?.[1] ?? "";
  }
  return sum;
}

/** The text of a page; `broken`: one command of it is misspelt. */
function textOf(page: Page, broken: boolean): string {
  const text = readFileSync(join(root, "docs/operations", `${page}.md`), "utf8");
  return broken ? text.replace("haproxy -c -f", "haproxy -c -g") : text;
}

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: folder, encoding: "utf8" });
const versionOf = (bare: string) =>
  (JSON.parse(git(bare, "show", "HEAD:package.json")) as { version: string }).version;

try {
  await main();
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}
