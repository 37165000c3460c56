import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What a challenge is for, and for whom where that is known: `sign-in`, `add:usr_…`. One for another purpose is refused. */
export type Purpose = string;

/** A challenge that is ours: `hash` identifies it in the table of used challenges. */
export type OwnChallenge = { hash: Buffer; expiresAt: Date };

const VALID_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

/**
 * A challenge that can be verified without being stored, so that anonymous requests fill no table: a nonce,
 * its expiry, and a keyed hash over both and the purpose. In base64url.
 */
export function newChallenge(key: Buffer, purpose: Purpose, now: Date): string {
  const body = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(body);
  body.writeUIntBE(now.getTime() + VALID_MS, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([body, macOf(key, purpose, body)]).toString("base64url");
}

/** Null: not ours, for another purpose, or expired. */
export function readChallenge(
  key: Buffer,
  purpose: Purpose,
  challenge: string,
  now: Date,
): OwnChallenge | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(key, purpose, body))) return null;
  const expiresAt = new Date(body.readUIntBE(NONCE_BYTES, TIME_BYTES));
  if (expiresAt <= now) return null;
  return { hash: createHash("sha256").update(bytes).digest(), expiresAt };
}

const macOf = (key: Buffer, purpose: Purpose, body: Buffer) =>
  createHmac("sha256", key).update(`passkey:${purpose}:`).update(body).digest();
