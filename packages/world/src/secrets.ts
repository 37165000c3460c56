import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newWebPushKeys } from "@voltmarg/server/config";
import { StartError } from "@voltmarg/client/node";

export type Secrets = {
  razorpayKeyId: string;
  razorpayKeySecret: string;
  razorpayWebhookSecret: string;
  providerToken: string;
  /** Browsers that have subscribed with these keys can be reached with no others. */
  webPushPublicKey: string;
  webPushPrivateKey: string;
};

const secret = () => randomBytes(24).toString("base64url");

const secretsFile = (dataDir: string) => join(dataDir, "secrets.json");

/**
 * The secrets of this data folder. Created once: the simulators and the database store them. A folder of an earlier
 * version gets the missing ones.
 */
export function ensureSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir);
  const known: Partial<Secrets> = existsSync(file) ? readSecrets(dataDir) : {};
  if (known.webPushPrivateKey !== undefined) return known as Secrets;
  const { publicKey, privateKey } = newWebPushKeys();
  const secrets: Secrets = {
    razorpayKeyId: `rzp_test_${randomBytes(7).toString("hex")}`,
    razorpayKeySecret: secret(),
    razorpayWebhookSecret: secret(),
    providerToken: secret(),
    ...known,
    webPushPublicKey: publicKey,
    webPushPrivateKey: privateKey,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

export function readSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir);
  if (!existsSync(file)) {
    throw new StartError(`There is no ${file}: start Voltmarg once with this DATA_DIR.`);
  }
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Secrets;
  } catch {
    throw new StartError(`${file} is broken; delete the data folder to begin anew, or restore it.`);
  }
}
