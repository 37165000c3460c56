import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Bytes as one number in base 32, its highest digit first. Without BigInt, which is slow: every request gets an id. */
function base32(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / 5);
  let bits = length * 5 - bytes.length * 8;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5;) {
      bits -= 5;
      text += ALPHABET[value >> bits];
      value &= (1 << bits) - 1;
    }
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

/** From 0 up to, but without, 1, and unguessable. */
export const secretFraction = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/** An unguessable text of 160 random bits, for response URLs and tokens. */
export function newSecret(): string {
  return base32(randomBytes(20));
}
