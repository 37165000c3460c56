// Everything that proves the product: checks, tests, journeys in a browser. Ends with one line of sums.
// With `--changed [ref]`: what a change since that commit (or the last one) most likely breaks, and a list of what was left out.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { install, refuse, root } from "./install.mjs";

const started = Date.now();
const node = install({ all: true });
const reports = mkdtempSync(join(tmpdir(), "voltmarg-reports-"));
const env = {
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
  FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
};
const tool = (...path) => join(root, "node_modules", ...path);
let passed = 0;
let failed = 0;
/** A line for each that failed or passed at its second try only, said at the end: a log may be kept from there. */
const toLookInto = [];

function stage(name, args, extraEnv, count) {
  const before = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...extraEnv },
  });
  const result = count(status ?? 1);
  passed += result.passed;
  // A stage that broke down before it could count is one failure.
  failed += result.failed || (status === 0 ? 0 : 1);
  toLookInto.push(...(result.failures ?? []).map((line) => `FAILED: ${line}`));
  toLookInto.push(...(result.flaky ?? []).map((line) => `PASSED ONLY AT THE SECOND TRY: ${line}`));
  console.log(`── ${name}: ${result.passed} passed, ${result.failed} failed, ${seconds(before)}`);
}

/** Journeys that may pass at their second try only; each is named, to be looked into. */
const MOST_FLAKY = 2;

/** Runs most journeys in less time; without it Chromium runs them all. */
const SHELL = { debian: "chromium-headless-shell", variable: "CHROMIUM_HEADLESS_SHELL" };

const PROGRAMS = [
  { what: "The journeys need Chromium", debian: "chromium", variable: "CHROMIUM", find: chromium },
  {
    what: "The run with three replicas and the tests of deploy need NATS",
    debian: "nats-server",
    variable: "NATS_SERVER",
    find: () => onPath("nats-server", "NATS_SERVER"),
  },
  {
    what: "The run with three replicas needs PgBouncer",
    debian: "pgbouncer",
    variable: "PGBOUNCER",
    find: () => onPath("pgbouncer", "PGBOUNCER"),
  },
  {
    what: "The exports of the books are checked by hledger",
    debian: "hledger",
    find: () => onPath("hledger"),
  },
  // What checks the files in deploy.
  ...Object.entries({
    promtool: "prometheus",
    amtool: "prometheus-alertmanager",
    haproxy: "haproxy",
    openssl: "openssl",
    "docker-compose": "docker-compose",
    // Elsewhere there is none, and its test fails.
    ...(process.platform === "linux" && { "systemd-analyze": "systemd" }),
  }).map(([program, debian]) => ({
    what: `The tests of deploy need ${program}`,
    debian,
    find: () => onPath(program),
  })),
];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

const changed = changedSince(process.argv.slice(2));
if (!changed || changed.journeys.length > 0) findPrograms();

stage("check", [join(root, "tools", "check.ts")], {}, (status) => ({
  passed: status === 0 ? 1 : 0,
  failed: status === 0 ? 0 : 1,
}));

if (!changed) runTests("tests", []);
else {
  // By the imports: every test that reaches a changed file.
  runTests("tests by their imports", [
    `--changed=${changed.since}`,
    "--passWithNoTests",
    "--project=app",
    "--project=pure",
  ]);
  // Each test with a database imports the whole service, so of these only what lies beside a change.
  if (changed.folders.length > 0)
    runTests("tests with a database, beside the changes", [
      "--passWithNoTests",
      "--project=database",
      ...changed.folders,
    ]);
}

if (!changed || changed.journeys.length > 0) runJourneys();
else console.log("\n── journeys: left out, none of them was changed");

rmSync(reports, { recursive: true, force: true });
console.log(`\nall stages: ${seconds(started)}`);
if (changed) {
  console.log(
    "left out: tests with a database in other folders than the changed ones, tests that start",
  );
  console.log(
    "the product (project world), journeys that were not changed, and tests that read a changed",
  );
  console.log("file without importing it. `npm test` runs everything.");
}
for (const line of toLookInto) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runTests(name, args) {
  const file = join(reports, "tests.json");
  stage(
    name,
    [
      tool("vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      `--reporter=${join(root, "tools", "test-report.mjs")}`,
      ...args,
    ],
    { TEST_REPORT: file },
    () => {
      const { passed: sum = 0, failed: failures = [] } = report(file) ?? {};
      rmSync(file, { force: true });
      return { passed: sum, failed: failures.length, failures };
    },
  );
}

function runJourneys() {
  const playwrightReport = join(reports, "playwright.json");
  stage(
    "journeys",
    [
      tool("@playwright", "test", "cli.js"),
      "test",
      "--retries=1",
      "--reporter=list,json",
      ...(changed?.journeys ?? []),
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    () => {
      const sums = report(playwrightReport) ?? {};
      const { expected = 0, unexpected = 0, skipped = 0 } = sums.stats ?? {};
      const flaky = titlesOf(sums, "flaky");
      // A busy machine may trip one or two; more is a fault. What did not run did not pass.
      const borne = flaky.length <= MOST_FLAKY ? flaky.length : 0;
      return {
        passed: expected + borne,
        failed: unexpected + (flaky.length - borne) + skipped,
        failures: titlesOf(sums, "unexpected"),
        flaky,
      };
    },
  );
}

/** What was asked with `--changed`: since which commit, which journeys and which folders of the service changed. */
function changedSince(args) {
  if (args[0] !== "--changed") return undefined;
  const since = args[1] ?? "HEAD";
  const git = (...words) => {
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
    if (status !== 0) refuse(stderr.trim());
    return stdout.split("\n").filter(Boolean);
  };
  const files = [
    ...git("diff", "--name-only", "--diff-filter=d", since),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  const folders = files
    .filter((file) => file.startsWith("packages/server/") && file.endsWith(".ts"))
    .map((file) => `${dirname(file)}/`);
  return {
    since,
    journeys: files.filter((file) => file.endsWith(".spec.ts")),
    folders: [...new Set(folders)],
  };
}

/** Journeys that ended so; `flaky` ones failed, then passed. */
function titlesOf({ suites = [] }, ended) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === ended))
      .map(({ title, file }) => `${file}: ${title}`),
    ...titlesOf(suite, ended),
  ]);
}

/** What the tests run and do not bring along; on Debian as root it is one command away. */
function findPrograms() {
  const named = Boolean(process.env.CHROMIUM ?? process.env[SHELL.variable]);
  const missing = PROGRAMS.filter(({ find }) => !find());
  const wished = named || existsSync(`/usr/bin/${SHELL.debian}`) ? [] : [SHELL];
  const aptGet =
    process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (missing.length + wished.length > 0 && aptGet) {
    const before = Date.now();
    const names = [...missing, ...wished].map(({ debian }) => debian);
    console.log(`installing ${names.join(", ")}`);
    const apt = (errors, ...args) =>
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", errors],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    const bring = ["install", "-y", "-qq", "--no-install-recommends"];
    apt(missing.length > 0 ? "inherit" : "ignore", "update", "-qq");
    if (missing.length > 0) apt("inherit", ...bring, ...missing.map(({ debian }) => debian));
    // An older Debian has none.
    if (wished.length > 0) apt("ignore", ...bring, SHELL.debian);
    console.log(`installed (${seconds(before)})`);
  }
  // Whoever names a browser wants it tried.
  if (!named && existsSync(`/usr/bin/${SHELL.debian}`))
    env[SHELL.variable] = `/usr/bin/${SHELL.debian}`;
  const still = PROGRAMS.filter(({ find }) => !find());
  if (still.length === 0) return;
  refuse(
    still
      .map(
        ({ what, debian, variable }) =>
          `${what}: install it (Debian: apt-get install ${debian})${variable ? `, or name one with ${variable}=<path>` : ""}.`,
      )
      .join("\n"),
  );
}

function chromium() {
  const places = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  env.CHROMIUM = [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path)) ?? "";
  return env.CHROMIUM;
}

/** On the path, or where Debian and Homebrew keep what serves. */
function onPath(name, variable) {
  const named = variable && process.env[variable];
  if (named) return existsSync(named);
  return [...env.PATH.split(delimiter), "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"].some(
    (folder) => existsSync(join(folder, name)),
  );
}
