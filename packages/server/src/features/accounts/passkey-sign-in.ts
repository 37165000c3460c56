import type { Tokens } from "@voltmarg/contract";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findUser } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import { newChallenge, readChallenge } from "./passkey-challenge.ts";
import type { PasskeyDeps } from "./passkeys.ts";
import { lockPasskey, takeChallenge, usePasskey } from "./passkeys.store.ts";

/** Loaded lazily: its certificate parsers would slow down every start. */
const webauthn = () => import("@simplewebauthn/server");

/** A passkey's assertion, in the JSON form of WebAuthn. */
export type SignedPasskey = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | undefined;
  };
};

/** Options with which any passkey of this site can sign in. */
export async function beginPasskeySignIn({
  clock,
  key,
  site,
}: PasskeyDeps): Promise<Outcome<{ challenge: string }, "NOT_FOUND">> {
  if (!site) return refuse("NOT_FOUND");
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: new Uint8Array(Buffer.from(newChallenge(key, "sign-in", clock.now()), "base64url")),
    userVerification: "required",
  });
  return done(options);
}

/**
 * Exchanges a passkey's assertion for tokens. An unknown passkey and an invalid assertion are refused alike. A passkey
 * whose counter did not increase has been copied: it is refused and written to the audit log.
 */
export async function signInByPasskey(
  { database, clock, logger, writeAudit, signIn, key, site }: PasskeyDeps,
  signed: SignedPasskey,
  device: Device,
): Promise<Outcome<Tokens, "NOT_FOUND" | "PASSKEY_REJECTED" | "ACCOUNT_DEACTIVATED">> {
  if (!site) return refuse("NOT_FOUND");
  const { userHandle, ...response } = signed.response;
  return database.transact(async (tx) => {
    const now = clock.now();
    const row = await lockPasskey(tx, signed.id);
    if (!row) return refuse("PASSKEY_REJECTED");
    const named = userHandle && Buffer.from(userHandle, "base64url").toString();
    let challenge: ReturnType<typeof readChallenge> = null;
    const verified = await (
      await webauthn()
    )
      .verifyAuthenticationResponse({
        response: {
          ...signed,
          response: { ...response, ...(userHandle && { userHandle }) },
          clientExtensionResults: {},
        },
        expectedChallenge: (given) =>
          (challenge = readChallenge(key, "sign-in", given, now)) !== null,
        expectedOrigin: [...site.origins],
        expectedRPID: site.rpId,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(row.public_key),
          counter: Number(row.counter),
        },
        requireUserVerification: true,
      })
      .catch((error: unknown) => {
        logger.warn({ err: error, user: row.user_id }, "a passkey does not hold");
        return null;
      });
    if (!verified?.verified || !challenge || (named && named !== row.user_id)) {
      await writeAudit(tx, row.user_id, "PASSKEY_REJECTED", device);
      return refuse("PASSKEY_REJECTED");
    }
    const { hash, expiresAt }: NonNullable<ReturnType<typeof readChallenge>> = challenge;
    if (!(await takeChallenge(tx, hash, expiresAt, now))) return refuse("PASSKEY_REJECTED");
    if (!(await findUser(tx, row.user_id))) return refuse("ACCOUNT_DEACTIVATED");
    await usePasskey(tx, row.id, verified.authenticationInfo.newCounter, now);
    return done(await signIn.open(tx, row.user_id, device, "PASSKEY"));
  });
}
