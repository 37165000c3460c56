import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The purpose of a challenge: creating a passkey for one driver, or signing in, when the driver is not known yet. */
export type Purpose = { add: string } | "sign-in";

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

/** Whether a challenge is ours, for this purpose and not expired. `hash` identifies it in the table of used challenges. */
export function readChallenge(
  key: Buffer,
  purpose: Purpose,
  challenge: string,
  now: Date,
): { hash: Buffer; expiresAt: Date } | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(key, purpose, body))) return null;
  const expiresAt = new Date(body.readUIntBE(NONCE_BYTES, TIME_BYTES));
  if (expiresAt <= now) return null;
  return { hash: createHash("sha256").update(bytes).digest(), expiresAt };
}

const macOf = (key: Buffer, purpose: Purpose, body: Buffer) =>
  createHmac("sha256", key)
    .update(`passkey:${typeof purpose === "string" ? purpose : `add:${purpose.add}`}:`)
    .update(body)
    .digest();
