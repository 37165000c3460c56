import type { Passkey } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { PasskeySite } from "../../platform/config/passkey-site.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { takeChallenge } from "../../platform/passkeys/used-challenges.ts";
import { optionsToMake, verifyMade, type MadePasskey } from "../../platform/passkeys/webauthn.ts";
import { findUser } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskeys,
  type PasskeyRow,
} from "./passkeys.store.ts";
import type { SignIn } from "./sign-in.ts";

export type PasskeyDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  writeAudit: WriteAudit;
  signIn: SignIn;
  /** Signs challenges. */
  key: Buffer;
  /** The relying party and its allowed origins; null: passkeys are off. */
  site: PasskeySite | null;
};

const MOST = 10;
const toAdd = (userId: string) => `add:${userId}`;

export async function readPasskeys({ database }: PasskeyDeps, userId: string): Promise<Passkey[]> {
  return (await listPasskeys(database.db, userId)).map(toWire);
}

/** Options for creating a passkey: discoverable without a user name, and with user verification. */
export async function beginPasskey(
  { database, clock, key, site }: PasskeyDeps,
  userId: string,
): Promise<Outcome<{ challenge: string }, "NOT_FOUND" | "TOO_MANY_PASSKEYS">> {
  const user = await findUser(database.db, userId);
  if (!site || !user) return refuse("NOT_FOUND");
  const known = await listPasskeys(database.db, userId);
  if (known.length >= MOST) return refuse("TOO_MANY_PASSKEYS");
  const options = await optionsToMake(
    { site, key, purpose: toAdd(userId), now: clock.now() },
    { handle: userId, name: user.mobile, displayName: user.name ?? user.mobile, known },
  );
  return done(options);
}

/** Stores a passkey created with the options of `beginPasskey`. */
export async function addPasskey(
  deps: PasskeyDeps,
  userId: string,
  made: MadePasskey,
  device: Device,
): Promise<Outcome<Passkey, "NOT_FOUND" | "PASSKEY_REJECTED" | "TOO_MANY_PASSKEYS">> {
  const { database, clock, logger, writeAudit, key, site } = deps;
  if (!site) return refuse("NOT_FOUND");
  const now = clock.now();
  const verified = await verifyMade({ site, key, purpose: toAdd(userId), now }, made, (error) =>
    logger.warn({ err: error, user: userId }, "a passkey that was made does not hold"),
  );
  if (!verified) return refuse("PASSKEY_REJECTED");
  return database.transact(async (tx) => {
    if (!(await takeChallenge(tx, verified.challenge, now))) return refuse("PASSKEY_REJECTED");
    await lockPasskeys(tx, userId);
    if ((await listPasskeys(tx, userId)).length >= MOST) return refuse("TOO_MANY_PASSKEYS");
    const row = await insertPasskey(tx, {
      ...verified.credential,
      user_id: userId,
      transports: made.response.transports ?? [],
      browser: device.browser,
      system: device.system,
      created_at: now,
      last_used_at: null,
    });
    if (!row) return refuse("PASSKEY_REJECTED");
    await writeAudit(tx, userId, "PASSKEY_ADDED", device);
    return done(toWire(row));
  });
}

/** Removes a passkey. */
export async function removePasskey(
  { database, writeAudit }: PasskeyDeps,
  userId: string,
  id: string,
): Promise<Outcome<{ removed: true }, "NOT_FOUND">> {
  return database.transact(async (tx) => {
    if (!(await deletePasskey(tx, userId, id))) return refuse("NOT_FOUND");
    await writeAudit(tx, userId, "PASSKEY_REMOVED");
    return done({ removed: true as const });
  });
}

const toWire = ({ id, browser, system, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  browser,
  system,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
