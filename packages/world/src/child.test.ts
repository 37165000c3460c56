import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { supervise } from "./child.ts";

const dir = mkdtempSync(join(tmpdir(), "voltmarg-child-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const said: string[] = [];
const start = (name: string, source: string) => {
  const file = join(dir, `${name}.mjs`);
  writeFileSync(file, source);
  return supervise({
    name,
    file,
    env: { LABEL: name },
    logDir: dir,
    say: (line) => said.push(line),
    stopWithin: 500,
  });
};
const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a program is ready when it prints its line or sends its message", async () => {
  const byLine = await start(
    "by line",
    `console.log(process.env.LABEL + " ready http://localhost:1"); setInterval(() => {}, 1000);`,
  );
  const byMessage = await start(
    "by message",
    `process.send({ ready: true, url: "http://localhost:2" });`,
  );
  expect([byLine.url, byMessage.url]).toEqual(["http://localhost:1", "http://localhost:2"]);
  const { pid } = byLine;
  await Promise.all([byLine.stop(), byMessage.stop()]);
  expect(alive(pid)).toBe(false);
});

test("a program restarts at once and silently, as often as it is asked to", async () => {
  const child = await start(
    "restarted",
    `console.log("restarted ready http://localhost:4"); setInterval(() => {}, 1000);`,
  );
  const pids = [child.pid];
  for (const times of [1, 2, 3]) {
    await child.restart();
    expect(child.restarts).toBe(times);
    expect(pids.some(alive)).toBe(false);
    pids.push(child.pid);
  }
  expect(new Set(pids).size).toBe(4);
  expect(said.join()).not.toContain("restarted ended");
  await child.stop();
});

test("a program that dies is restarted, and this is reported", async () => {
  const child = await start(
    "mortal",
    `console.log("mortal ready http://localhost:3"); setInterval(() => {}, 1000);`,
  );
  const first = child.pid;
  child.kill();
  await expect.poll(() => child.restarts).toBe(1);
  await child.isReady();
  expect(child.pid).not.toBe(first);
  expect(said).toContain("mortal ended (SIGKILL); starting it again");
  await child.stop();
  expect(child.restarts).toBe(1);
});

test("a program that cannot start is reported in one sentence", async () => {
  const words = [
    [`throw new Error("no such database");`, "no such database"],
    [
      `console.log(JSON.stringify({ level: 60, msg: "port taken" })); process.exit(1);`,
      "port taken",
    ],
    [`console.error("PORT is not set."); process.exit(1);`, "PORT is not set."],
  ] as const;
  for (const [source, sentence] of words) {
    await expect(start("broken", source)).rejects.toThrow(
      `The broken could not start: ${sentence} (see `,
    );
  }
});

test("a program that ignores the request to stop is killed", async () => {
  const child = await start(
    "stubborn",
    `process.on("SIGTERM", () => {}); console.log("stubborn ready http://localhost:4"); setInterval(() => {}, 1000);`,
  );
  const { pid } = child;
  await child.stop();
  expect(alive(pid)).toBe(false);
});
