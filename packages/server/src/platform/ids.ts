import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function base32(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let i = Math.ceil((bytes.length * 8) / 5); i > 0; i--) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

/**
 * A new global id such as `ses_01jd…`: 48 bits of milliseconds, then 80 random bits, so that ids sort by age.
 * At most 30 characters, which fits OCPI's 36 for authorization_reference.
 */
export function newId(prefix: string, at: Date): string {
  const bytes = new Uint8Array(16);
  let time = BigInt(at.getTime());
  for (let i = 5; i >= 0; i--) {
    bytes[i] = Number(time & 255n);
    time >>= 8n;
  }
  bytes.set(randomBytes(10), 6);
  return `${prefix}_${base32(bytes)}`;
}

/** An unguessable text of 160 random bits, for response URLs and tokens. */
export function newSecret(): string {
  return base32(randomBytes(20));
}
