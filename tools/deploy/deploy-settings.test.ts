import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { allSettings, ConfigError, readConfig } from "@voltmarg/server/config";
import { expect, test } from "vitest";
import { filesIn, readFile, readYaml } from "@voltmarg/testkit/deploy-files";
import {
  type Env,
  fillIn,
  ownSecrets,
  shipped,
  unitEnv,
  withSecrets,
} from "@voltmarg/testkit/shipped";

/** Files of secrets in a new folder. */
function secretFiles(secrets: Env): string {
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-secrets-"));
  for (const [name, text] of Object.entries(secrets))
    writeFileSync(join(folder, name), `${text}\n`);
  return folder;
}

const filled = secretFiles(ownSecrets);
const filledIn = (env: Env) => fillIn(env, filled);

/** Names the service does not read. */
function unread(env: Env): string[] {
  // The last two are read by the C library.
  const known = new Set<string>(["PATH", "NODE_ENV", "MALLOC_MMAP_THRESHOLD_", "MALLOC_ARENA_MAX"]);
  for (const { name, secret } of allSettings()) {
    known.add(name);
    if (secret) known.add(`${name}_FILE`);
  }
  return Object.keys(env).filter((name) => !known.has(name));
}

test.each(Object.keys(shipped))(
  "[N-2] the settings of %s are ones the service reads, and let it start",
  (name) => {
    expect(unread(shipped[name]!)).toEqual([]);
    const config = readConfig(filledIn(shipped[name]!));
    expect(config.profile).toBe(name === "rehearsal" ? "INT" : "PROD");
    expect(config.metrics.port).not.toBeNull();
    expect(config.trustProxy).not.toBe(false);
  },
);

/** The first word of each fault. */
function namesOfFaults(env: Env): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").map((each) => each.split(" ")[0]!);
  }
}

test.each(["systemd", "compose", "kubernetes"])(
  "[N-2] the settings of %s as they are here are refused, with every placeholder named once",
  (name) => {
    const env = shipped[name]!;
    const [secret] = readYaml("deploy/kubernetes/secret.example.yaml") as [{ stringData: Env }];
    const isPlaceholder = (text = "") => /REPLACE|exampl|0{10}/i.test(text);
    const secrets = name === "kubernetes" ? secret.stringData : ownSecrets;
    const expected = Object.entries(env)
      .filter(([key, value]) =>
        isPlaceholder(key.endsWith("_FILE") ? secrets[basename(value)] : value),
      )
      .map(([key]) => key.replace(/_FILE$/, ""));
    expect(expected.length).toBeGreaterThan(9);
    const faults = namesOfFaults(withSecrets(env, secretFiles(secrets)));
    expect(faults.toSorted()).toEqual(expected.toSorted());
  },
);

test("a name the service does not read, a secret outside a secret file, and a placeholder are detected", () => {
  expect(unread({ PROVDER_TOKEN: "x", PORT_FILE: "x" })).toEqual(["PROVDER_TOKEN", "PORT_FILE"]);
  expect(() =>
    readConfig({ ...filledIn(shipped["systemd"]!), WEB_PUSH_PUBLIC_KEY: "REPLACE" }),
  ).toThrow(/WEB_PUSH_PUBLIC_KEY/);
});

test("[N-2] the command reports every error of a settings file, and exits like a service that would not start", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["packages/cli/src/config.ts", "check", "--env-file", "deploy/systemd/voltmarg.env"],
    { cwd: join(import.meta.dirname, "..", ".."), env: {}, encoding: "utf8" },
  );
  expect(status).toBe(1);
  for (const name of [
    "RAZORPAY_KEY_SECRET",
    "SMTP_URL",
    "MSG91_AUTH_KEY",
    "RAZORPAY_KEY_ID",
    "PUBLIC_URL",
  ])
    expect(stdout).toMatch(new RegExp(`^fault   ${name} `, "m"));
  expect(stdout).toMatch(/^config faults=\d+$/m);
});

test("units find their programs and their secrets, and run unprivileged", () => {
  for (const path of filesIn("deploy/systemd/**/*.service")) {
    const unit = readFile(path);
    const programs = [
      ...unit.matchAll(
        /^ExecStart(?:Pre)?=\/(?:opt\/voltmarg\/current|usr\/local\/src\/voltmarg)\/node_modules\/.bin\/node (?:--\S+ )*(\S+)/gm,
      ),
    ];
    expect(programs.length, path).toBeGreaterThan(0);
    for (const [, program = ""] of programs) expect(filesIn(program), path).toEqual([program]);
    expect(unit, path).toMatch(/^User=voltmarg$/m);
    for (const part of ["[Unit]", "[Service]", "[Install]"]) expect(unit, path).toContain(part);
  }
  for (const path of ["deploy/systemd/voltmarg@.service", "deploy/systemd/carriers.conf"]) {
    const unit = readFile(path);
    const given = [...unit.matchAll(/^LoadCredential=([^:]+):(.*)$/gm)];
    const used = Object.values(unitEnv(path)).flatMap(
      (value) => /^%d\/(.*)$/.exec(value)?.[1] ?? [],
    );
    expect(new Set(given.map(([, id]) => id)), path).toEqual(new Set(used));
    for (const [, id, source] of given) expect(source, path).toBe(`/etc/voltmarg/secrets/${id}`);
  }
  expect(readFile("deploy/systemd/voltmarg@.service")).toContain("NoNewPrivileges=yes");
});

test("the settings of the rehearsal's simulators are ones they read", () => {
  for (const [unit, program] of [
    ["voltmarg-operators", "packages/cpo-sim/src/main.ts"],
    ["voltmarg-payments", "packages/pay-sim/src/main.ts"],
  ]) {
    const code = readFile(program!);
    const names = Object.keys(unitEnv(`deploy/systemd/rehearsal/${unit}.service`));
    expect(names.length).toBeGreaterThan(3);
    const unknown = names.filter((name) => name !== "NODE_EXTRA_CA_CERTS" && !code.includes(name));
    expect(unknown, unit).toEqual([]);
  }
});
