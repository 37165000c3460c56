import type { Passkey } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { findUser } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import { newChallenge, readChallenge } from "./passkey-challenge.ts";
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskeys,
  takeChallenge,
  type PasskeyRow,
} from "./passkeys.store.ts";
import type { SignIn } from "./sign-in.ts";

/** Loaded lazily: its certificate parsers would slow down every start. */
const webauthn = () => import("@simplewebauthn/server");

export type PasskeyDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  writeAudit: WriteAudit;
  signIn: SignIn;
  /** Signs challenges. */
  key: Buffer;
  /** The relying party and its allowed origins; null: passkeys are off. */
  site: { name: string; rpId: string; origins: readonly string[] } | null;
};

const MOST = 10;
/** Ed25519, ECDSA on P-256, RSA: the algorithms of authenticators. */
const ALGORITHMS = [-8, -7, -257];

/** A new passkey, in the JSON form of WebAuthn. */
export type MadePasskey = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: string[] | undefined;
  };
};

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
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: user.mobile,
    userDisplayName: user.name ?? user.mobile,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: new Uint8Array(
      Buffer.from(newChallenge(key, { add: userId }, clock.now()), "base64url"),
    ),
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
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
  let challenge: ReturnType<typeof readChallenge> = null;
  const { transports = [] } = made.response;
  const verified = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: {
        ...made,
        response: { ...made.response, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) =>
        (challenge = readChallenge(key, { add: userId }, given, now)) !== null,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch((error: unknown) => {
      logger.warn({ err: error, user: userId }, "a passkey that was made does not hold");
      return null;
    });
  if (!verified?.verified || !challenge) return refuse("PASSKEY_REJECTED");
  const { hash, expiresAt }: NonNullable<ReturnType<typeof readChallenge>> = challenge;
  const { credential } = verified.registrationInfo;
  return database.transact(async (tx) => {
    if (!(await takeChallenge(tx, hash, expiresAt, now))) return refuse("PASSKEY_REJECTED");
    await lockPasskeys(tx, userId);
    if ((await listPasskeys(tx, userId)).length >= MOST) return refuse("TOO_MANY_PASSKEYS");
    const row = await insertPasskey(tx, {
      id: credential.id,
      user_id: userId,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports,
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
