import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { INSTALLATION, PROGRAM } from "@voltmarg/server/config";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "voltmarg-installation-"));
const to = join(folder, "version");
const build = (...args: string[]) =>
  spawnSync(process.execPath, [join(PROGRAM, "tools", "build.ts"), ...args], { encoding: "utf8" });
/** As somebody types it in the folder of the installation, with the system's own Node. */
const npm = (env: Record<string, string>, ...args: string[]) =>
  spawnSync("npm", ["run", "-s", ...args], {
    cwd: to,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
  });

beforeAll(() => {
  const { status, stderr } = build("--into", to);
  if (status !== 0) throw new Error(stderr);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

test("[N-2] an installation has all its parts, the commands, and no simulator and no test", () => {
  for (const path of Object.values(INSTALLATION)) expect(existsSync(join(to, path))).toBe(true);
  const files = execFileSync("find", [join(to, "packages"), "-type", "f"], { encoding: "utf8" });
  expect(files).toMatch(/migrations\/baseline\/01-.*[.]sql\n/);
  expect(files).not.toMatch(/[.]test[.]ts\n|cpo-sim|testkit/);
  expect(npm({}, "provider", "--", "--help").stdout).toContain("npm run provider -- seller show");
  expect(npm({}, "operator", "--", "--help").stdout).toContain("npm run operator -- list");
});

test("[N-2] its check finds the pages beside the program, and says which are missing", () => {
  const env = {
    VOLTMARG_ENV: "INT",
    DATABASE_URL: "postgresql:///voltmarg",
    RAZORPAY_KEY_ID: "rzp_test_x",
    RAZORPAY_KEY_SECRET: "s",
    RAZORPAY_WEBHOOK_SECRET: "s",
    FILES_DIR: folder,
  };
  expect(npm(env, "config", "--", "check").stdout).toMatch(/^config profile=INT faults=0 /m);
  const page = join(to, INSTALLATION.console, "index.html");
  const text = readFileSync(page);
  rmSync(page);
  const { status, stdout } = npm(env, "config", "--", "check");
  writeFileSync(page, text);
  expect(status).toBe(1);
  expect(stdout).toContain(`fault   CONSOLE_DIR is ${join(to, INSTALLATION.console)}, where no`);
});

test("a version is never built over another one", () => {
  const { status, stderr } = build("--into", to);
  expect(status).toBe(1);
  expect(stderr).toContain(`${to} exists`);
});
