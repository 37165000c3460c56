import type { PasskeySite } from "../config/passkey-site.ts";
import { newChallenge, readChallenge, type OwnChallenge, type Purpose } from "./challenge.ts";

/** Loaded lazily: its certificate parsers would slow down every start. */
const webauthn = () => import("@simplewebauthn/server");

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

/** Where passkeys are used, what signs the challenges, and for what one is asked. */
export type Asking = { site: PasskeySite; key: Buffer; purpose: Purpose; now: Date };

type StoredKey = { id: string; public_key: Buffer; counter: bigint };

/** The library asks whether a challenge is ours, and does not return it. */
function challengeReader(key: Buffer, purpose: Purpose, now: Date) {
  let found: OwnChallenge | null = null;
  return {
    isOurs: (given: string) => (found = readChallenge(key, purpose, given, now)) !== null,
    found: () => found,
  };
}

const challengeOf = ({ key, purpose, now }: Asking) =>
  new Uint8Array(Buffer.from(newChallenge(key, purpose, now), "base64url"));

/** Options for creating a passkey: discoverable without a user name, and with user verification. */
export async function optionsToMake(
  asking: Asking,
  who: {
    handle: string;
    name: string;
    displayName: string;
    known: readonly { id: string; transports: string[] }[];
  },
): Promise<{ challenge: string }> {
  const { site } = asking;
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName: who.name,
    userDisplayName: who.displayName,
    userID: new Uint8Array(Buffer.from(who.handle)),
    challenge: challengeOf(asking),
    attestationType: "none",
    excludeCredentials: who.known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Options with which any passkey of this site can sign. */
export async function optionsToSign(asking: Asking): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: asking.site.rpId,
    challenge: challengeOf(asking),
    userVerification: "required",
  });
}

/** Null: not made with these options, here. The challenge must still be used up. `onError` gets why. */
export async function verifyMade(
  { site, key, purpose, now }: Asking,
  made: MadePasskey,
  onError: (error: unknown) => void,
): Promise<{ credential: StoredKey; challenge: OwnChallenge } | null> {
  const { transports = [] } = made.response;
  const read = challengeReader(key, purpose, now);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: { ...made, response: { ...made.response, transports }, clientExtensionResults: {} },
    expectedChallenge: read.isOurs,
    expectedOrigin: [...site.origins],
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    onError(error);
    return null;
  });
  const challenge = read.found();
  if (!verified?.verified || !challenge) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credential: { id, public_key: Buffer.from(publicKey), counter: BigInt(counter) },
    challenge,
  };
}

/**
 * Null: the signature is not this key's, or was not asked for, here. The challenge must still be used up. A counter that
 * did not increase shows a copied passkey, and is refused.
 */
export async function verifySigned(
  { site, key, purpose, now }: Asking,
  signed: SignedPasskey,
  stored: StoredKey,
  onError: (error: unknown) => void,
): Promise<{ counter: number; challenge: OwnChallenge } | null> {
  const { userHandle, ...response } = signed.response;
  const read = challengeReader(key, purpose, now);
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...signed,
      response: { ...response, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: read.isOurs,
    expectedOrigin: [...site.origins],
    expectedRPID: site.rpId,
    credential: {
      id: stored.id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    onError(error);
    return null;
  });
  const challenge = read.found();
  if (!verified?.verified || !challenge) return null;
  return { counter: verified.authenticationInfo.newCounter, challenge };
}

/** The owner a passkey names, as it was given at its making; null: it names none. */
export const handleOf = ({ response: { userHandle } }: SignedPasskey): string | null =>
  userHandle ? Buffer.from(userHandle, "base64url").toString() : null;
