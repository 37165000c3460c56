import { createECDH, createPublicKey } from "node:crypto";

const bytesOf = (text: string) => Buffer.from(text, "base64url");

/** Whether a text is an uncompressed point on P-256 in base64url, as browsers and VAPID write public keys. */
export function isWebPushKey(text: string): boolean {
  const bytes = bytesOf(text);
  if (!/^[\w-]+={0,2}$/.test(text) || bytes.length !== 65 || bytes[0] !== 4) return false;
  const part = (from: number) => bytes.subarray(from, from + 32).toString("base64url");
  try {
    // Throws for a point that is not on the curve.
    createPublicKey({ key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is the private key (32 bytes in base64url) of this public key. */
export function isSecretOf(publicKey: string, text: string): boolean {
  const bytes = bytesOf(text);
  if (!/^[\w-]+={0,2}$/.test(text) || bytes.length !== 32) return false;
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(bytes);
    return pair.getPublicKey().equals(bytesOf(publicKey));
  } catch {
    return false;
  }
}

/** A new key pair, in base64url. */
export function newWebPushKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // ECDH drops leading zeros of the secret.
  const secret = pair.getPrivateKey();
  return {
    publicKey: pair.getPublicKey("base64url"),
    privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString("base64url"),
  };
}
