import { type ChildProcess, spawn } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "./ports.ts";
import { removeDataDir } from "@voltmarg/testkit/remove-data-dir";
import { until } from "./until.ts";

let dir: string;
let dataDir: string;
let port: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "voltmarg-start-"));
  dataDir = join(dir, "data");
  port = await freePort();
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  for (const { pid } of atWork()) process.kill(pid, "SIGKILL");
  removeDataDir(dataDir);
  rmSync(dir, { recursive: true, force: true });
});

type Run = { process: ChildProcess; lines: string[]; ended: Promise<number | null> };

function start(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, "start.ts")], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOCATIONS: "60",
      TRAFFIC: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on("line", (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { process: child, lines, ended };
}

async function ready(run: Run): Promise<void> {
  const line = `ready http://localhost:${port}`;
  const up = until(line, async () => run.lines.includes(line));
  const first = await Promise.race([up, run.ended.then(() => false)]);
  expect(first, run.lines.join("\n")).toBe(true);
}

/** Every living process that works for this data folder. */
function atWork(): { pid: number; command: string }[] {
  // As root the cluster is in another folder, and the server's command line does not name the data folder.
  const cluster = realpathSync(join(dataDir, "postgres"));
  const of = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => of(pid, "environ").includes(dataDir) || of(pid, "cmdline").includes(cluster))
    .map((pid) => ({ pid: Number(pid), command: of(pid, "cmdline").replaceAll("\0", " ") }));
}

async function refusal(env: Record<string, string>): Promise<string[]> {
  const run = start(env);
  expect(await run.ended).toBe(1);
  return run.lines.filter((line) => line !== "starting Voltmarg" && !line.startsWith("  "));
}

test("the whole product starts, prints how to sign in, and Ctrl-C leaves nothing behind", async () => {
  const run = start();
  await ready(run);
  // It is printed after the line that says "ready".
  await until("a driver's number is printed", async () =>
    run.lines.some((line) => line.includes("98450 00001")),
  );
  const page = await fetch(`http://localhost:${port}/tabs`);
  expect(await page.text()).toContain('<div id="root"');
  run.process.kill("SIGINT");
  expect(await run.ended).toBe(0);
  expect(atWork()).toEqual([]);
});

test("a later start creates no second set of drivers and rebuilds nothing", async () => {
  const run = start();
  await ready(run);
  expect(run.lines.join("\n")).not.toMatch(/demo drivers made|app built/);

  // A running world: its port and its data folder.
  expect(await refusal({ DATA_DIR: join(dir, "other") })).toEqual([
    `Port ${port} is taken by another program; choose another one with PORT=….`,
  ]);
  expect(await refusal({ PORT: String(await freePort()) })).toEqual([
    `${dataDir} is in use by another Voltmarg (pid ${run.process.pid}); stop it, or choose another DATA_DIR.`,
  ]);

  // Once it is killed, its programs exit by themselves; only the database stays for the next start.
  run.process.kill("SIGKILL");
  await run.ended;
  await until(
    "the programs end by themselves",
    async () => !atWork().some(({ command }) => command.includes("main.ts")),
  );
  expect(atWork().length).toBeGreaterThan(0);
  const next = start();
  await ready(next);
  expect(next.lines.some((line) => line.includes("took over the running database"))).toBe(true);
  next.process.kill("SIGTERM");
  expect(await next.ended).toBe(0);
  expect(atWork()).toEqual([]);
});

test("an obstacle to a start is reported in one sentence", async () => {
  const file = join(dir, "a-file");
  writeFileSync(file, "");
  const closed = await freePort();
  expect(await refusal({ DATA_DIR: file })).toEqual([
    `${file} is in the way: a folder is needed there.`,
  ]);
  expect(await refusal({ DATABASE_URL: `postgresql://localhost:${closed}/x` })).toEqual([
    expect.stringMatching(/^DATABASE_URL does not lead to a PostgreSQL server: .*\.$/),
  ]);
  expect(await refusal({ DATABASE_URL: "nonsense" })).toEqual([
    expect.stringMatching(/^DATABASE_URL does not lead to a PostgreSQL server: .*\.$/),
  ]);
  expect(await refusal({ VOLTMARG_ENV: "PROD", DEMO_SPEED: "30" })).toEqual([
    "DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.",
  ]);
  writeFileSync(join(dataDir, "secrets.json"), "{");
  expect(await refusal({})).toEqual([expect.stringMatching(/secrets\.json is broken; .*\.$/)]);
  const stranger = createServer().listen(port);
  await until("the stranger listens", async () => stranger.listening);
  expect(await refusal({})).toEqual([expect.stringMatching(/^Port \d+ is taken/)]);
  await new Promise((resolve) => stranger.close(resolve));
});
