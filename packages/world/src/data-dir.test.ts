import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWebPushKey } from "@voltmarg/server/config";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir } from "./data-dir-lock.ts";
import { freePort, simulatorPorts } from "./ports.ts";
import { ensureSecrets, readSecrets } from "./secrets.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "voltmarg-data-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("secrets are created once, readable by their owner only", () => {
  const secrets = ensureSecrets(dir);
  expect(ensureSecrets(dir)).toEqual(secrets);
  expect(statSync(join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(secrets.razorpayKeyId).toMatch(/^rzp_test_\w{14}$/);
});

test("[N-5] a data folder of an earlier version gets push keys, once, and keeps its secrets", () => {
  const { webPushPublicKey: _, webPushPrivateKey: _secret, ...before } = ensureSecrets(dir);
  writeFileSync(join(dir, "secrets.json"), JSON.stringify(before));
  const after = ensureSecrets(dir);
  expect(after).toMatchObject(before);
  expect(isWebPushKey(after.webPushPublicKey)).toBe(true);
  expect(ensureSecrets(dir)).toEqual(after);
});

test("an error names the data folder that has no secrets, or broken ones", () => {
  expect(() => readSecrets(dir)).toThrow(`There is no ${dir}`);
  writeFileSync(join(dir, "secrets.json"), "{");
  expect(() => ensureSecrets(dir)).toThrow(/secrets\.json is broken/);
});

test("two worlds cannot share a data folder; a dead one does not hold the lock", async () => {
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  writeFileSync(join(dir, "world.pid"), String(other.pid));
  expect(() => lockDataDir(dir)).toThrow(`is in use by another Voltmarg (pid ${other.pid})`);
  const gone = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await gone;
  const unlock = lockDataDir(dir);
  unlock();
  lockDataDir(dir)();
});

test("simulators keep their ports, and use others when a port is taken", async () => {
  const port = await freePort();
  const first = await simulatorPorts(dir, port);
  expect(await simulatorPorts(dir, port)).toEqual(first);
  const stranger = createServer();
  await new Promise<void>((resolve) => stranger.listen(first.operator, "127.0.0.1", resolve));
  const second = await simulatorPorts(dir, port);
  expect(second.operator).not.toBe(first.operator);
  expect(second.operator).toBeLessThan(32_768);
  expect(second.payments).toBe(first.payments);
  await new Promise((resolve) => stranger.close(resolve));
});
