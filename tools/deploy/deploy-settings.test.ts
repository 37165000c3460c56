import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { allSettings, ConfigError, newWebPushKeys, readConfig } from "@voltmarg/server/config";
import { expect, test } from "vitest";
import { filesIn, readFile, readYaml } from "./deploy-files.ts";

type Env = Record<string, string>;

const pair = newWebPushKeys();
/** Values that must not be in a repository. */
const SECRETS: Env = {
  "database-url": "postgresql://voltmarg:x@db.internal/voltmarg?sslmode=verify-full",
  "msg91-auth-key": "authkey",
  "msg91-webhook-secret": "c41f8de2907b3a65c41f8de2907b3a65",
  "provider-token": "7c1e5a90b3d84f26e0a97d53",
  "razorpay-key-secret": "vG3kT9wLqZ7mN2xRb5Hd8Jc1",
  "razorpay-webhook-secret": "0f9d2b7c4a6e8135d7b2",
  "s3-secret-access-key": "wJalrXUtnFEMIbPxRfiCY",
  "smtp-url": "smtps://mail.voltmarg.in",
  "storage-password": "9a0d7c53b1e84f26",
  "web-push-private-key": pair.privateKey,
};
/** Files of secrets in a new folder. */
function secretFiles(secrets: Env): string {
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-secrets-"));
  for (const [name, text] of Object.entries(secrets))
    writeFileSync(join(folder, name), `${text}\n`);
  return folder;
}

/** An environment whose secrets are in the files of a folder. */
const withSecrets = (env: Env, folder: string): Env =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name.endsWith("_FILE") ? join(folder, basename(value)) : value,
    ]),
  );

const filled = secretFiles(SECRETS);
/** What a provider puts in the place of each placeholder. */
const OWN: [RegExp, string][] = [
  [/REPLACE/g, "filled-in"],
  [/example\.in/g, "voltmarg.in"],
  [/Example Charging/g, "Voltmarg"],
  [/EXAMPL/g, "VLTMRG"],
  [/(110\d)0{12}/g, "$1136541000712"],
];
const ownValue = (name: string, value: string) =>
  name === "WEB_PUSH_PUBLIC_KEY"
    ? pair.publicKey
    : OWN.reduce((text, [placeholder, own]) => text.replaceAll(placeholder, own), value);

/** An environment with its secrets, and with test values filled in. */
const filledIn = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(withSecrets(env, filled)).map(([name, value]) => [name, ownValue(name, value)]),
  );

/** `Environment=` of a unit; a value with a space in it would need quotes, and none has one. */
const unitEnv = (path: string): Env =>
  Object.fromEntries(
    [...readFile(path).matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, pairs = ""]) => pairs.split(" "))
      .map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
  );

const file = (path: string) => parseEnv(readFile(path)) as Env;
const [compose] = readYaml("deploy/container/compose.yaml") as [
  { services: { voltmarg: { environment: Env } } },
];
const [map] = readYaml("deploy/kubernetes/configuration.yaml") as [{ data: Env }];
const image: Env = Object.fromEntries(
  [...readFile("deploy/container/Dockerfile").matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, pairs = ""]) => pairs.split(" "))
    .map((each) => each.split("=") as [string, string]),
);

/** Every way the service is started, with its complete environment. */
const starts: Record<string, Env> = {
  systemd: {
    ...file("deploy/systemd/voltmarg.env"),
    ...unitEnv("deploy/systemd/voltmarg@.service"),
    ...unitEnv("deploy/systemd/carriers.conf"),
    PORT: "8081",
    METRICS_PORT: "18081",
  },
  rehearsal: {
    ...file("deploy/systemd/rehearsal/voltmarg.env"),
    ...unitEnv("deploy/systemd/voltmarg@.service"),
    PORT: "8081",
    METRICS_PORT: "18081",
  },
  compose: {
    ...image,
    ...file("deploy/systemd/voltmarg.env"),
    ...compose.services.voltmarg.environment,
  },
  kubernetes: { ...image, ...map.data },
};

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

test.each(Object.keys(starts))(
  "[N-2] the settings of %s are ones the service reads, and let it start",
  (name) => {
    expect(unread(starts[name]!)).toEqual([]);
    const config = readConfig(filledIn(starts[name]!));
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
    const env = starts[name]!;
    const [secret] = readYaml("deploy/kubernetes/secret.example.yaml") as [{ stringData: Env }];
    const isPlaceholder = (text = "") => /REPLACE|exampl|0{10}/i.test(text);
    const secrets = name === "kubernetes" ? secret.stringData : SECRETS;
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
    readConfig({ ...filledIn(starts["systemd"]!), WEB_PUSH_PUBLIC_KEY: "REPLACE" }),
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
