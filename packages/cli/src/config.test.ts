import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";

type Env = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), "voltmarg-check-"));
const TEST = {
  VOLTMARG_ENV: "TEST",
  DATABASE_URL: "postgresql://voltmarg:hid%40den@127.0.0.1:1/voltmarg",
  RAZORPAY_BASE_URL: "http://127.0.0.1:1",
  RAZORPAY_KEY_ID: "rzp_test_x",
  RAZORPAY_KEY_SECRET: "hidden-key",
  RAZORPAY_WEBHOOK_SECRET: "hidden-webhook",
  FILES_DIR: join(folder, "images"),
};

function check(env: Env, ...args: string[]) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "config.ts"), "check", ...args],
    { env, encoding: "utf8" },
  );
  return { status, lines: stdout.trimEnd().split("\n") };
}

test("[N-2] settings without a fault end with their figures and exit code 0", () => {
  const { status, lines } = check(TEST);
  expect(lines).toEqual(["config profile=TEST faults=0 advice=0"]);
  expect(status).toBe(0);
});

test("[N-2] missing folders are faults, each in a sentence", () => {
  const gone = join(folder, "gone");
  const { status, lines } = check({ ...envOfProd, APP_DIR: gone, FILES_DIR: gone });
  expect(lines).toEqual([
    `fault   APP_DIR is ${gone}, where no index.html is (ENOENT): npm run build makes it.`,
    `fault   FILES_DIR is ${gone}, but there is no folder ${gone}: make it.`,
    "config faults=2",
  ]);
  expect(status).toBe(1);
});

test("[N-2] with --online who is away is a fault, and no secret is printed", () => {
  const { status, lines } = check(TEST, "--online");
  expect(lines).toEqual([
    "fault   database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1",
    "fault   Razorpay: connect ECONNREFUSED 127.0.0.1:1",
    "config profile=TEST faults=2 advice=0 online=0/2",
  ]);
  expect(status).toBe(1);
});

test("[N-2] a secret that a message repeats is not printed, in whatever form it is given", () => {
  const OPERATORS = JSON.stringify([
    {
      name: "hid%40den hid@den hidden-key of-token",
      versions_url: "http://127.0.0.1:1",
      token_a: "of-token",
    },
  ]);
  const file = join(folder, "operators");
  writeFileSync(file, OPERATORS);
  const { lines } = check({ ...TEST, OPERATORS_FILE: file }, "--online");
  expect(lines).toContain("fault   operator *** *** *** ***: connect ECONNREFUSED 127.0.0.1:1");
});

test("[N-2] --user checks as the user that is named, if there is one", () => {
  expect(check(TEST, "--user", userInfo().username).status).toBe(0);
  const { status, lines } = check(TEST, "--user", "no-such-user");
  expect(lines).toEqual([
    "fault   --user no-such-user can be checked by root only, and must be a user here.",
    "config faults=1",
  ]);
  expect(status).toBe(1);
});
