import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts strings so that only this service can read them. */
export type Encryption = {
  encrypt(text: string): string;
  /** Decrypts; a string that was never encrypted is returned unchanged. */
  decrypt(text: string): string;
  isEncrypted(text: string): boolean;
};

const MARK = "sealed:1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key derived from the service's key, a different one for each purpose. */
export function createEncryption(serviceKey: Buffer, purpose: string): Encryption {
  const key = Buffer.from(hkdfSync("sha256", serviceKey, "", purpose, 32));
  return {
    encrypt: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    decrypt: (kept) => {
      if (!kept.startsWith(MARK)) return kept;
      const bytes = Buffer.from(kept.slice(MARK.length), "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    isEncrypted: (kept) => kept.startsWith(MARK),
  };
}
