import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { allSettings, newWebPushKeys } from "@voltmarg/server/config";
import { readFile, readYaml } from "./deploy-files.ts";

export type Env = Record<string, string>;

const pair = newWebPushKeys();
/** Values that must not be in a repository, by the name of their file. */
export const ownSecrets: Env = {
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
const secretFiles = new Set(
  allSettings().flatMap(({ name, secret }) => (secret ? [`${name}_FILE`] : [])),
);

/** An environment whose secrets are in the files of a folder. */
export const withSecrets = (env: Env, folder: string): Env =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      secretFiles.has(name) ? join(folder, basename(value)) : value,
    ]),
  );

/** What a provider puts in the place of each placeholder. */
const OWN: [RegExp, string][] = [
  [/REPLACE/g, "filled-in"],
  [/example\.in/g, "voltmarg.in"],
  [/Example Charging/g, "Voltmarg"],
  [/Example/g, "Voltmarg"],
  [/EXAMPL/g, "VLTMRG"],
  [/(110\d)0{12}/g, "$1136541000712"],
];
const ownValue = (name: string, value: string) =>
  name === "WEB_PUSH_PUBLIC_KEY"
    ? pair.publicKey
    : OWN.reduce((text, [placeholder, own]) => text.replaceAll(placeholder, own), value);

/** An environment whose secrets are in `folder`, with values of one's own for the placeholders. */
export const fillIn = (env: Env, folder: string): Env =>
  Object.fromEntries(
    Object.entries(withSecrets(env, folder)).map(([name, value]) => [name, ownValue(name, value)]),
  );

/** `Environment=` of a unit; a value with a space in it would need quotes, and none has one. */
export const unitEnv = (path: string): Env =>
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
  [...readFile("deploy/container/Dockerfile").matchAll(/^ENV ((?:.*\\\n)*.*)$/gm)]
    .flatMap(([, pairs = ""]) => pairs.split(/[\s\\]+/))
    .map((each) => each.split("=") as [string, string]),
);

/** Every way the service is started, with its complete environment. */
export const shipped: Record<string, Env> = {
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
