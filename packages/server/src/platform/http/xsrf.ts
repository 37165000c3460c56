import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The anti-forgery cookie is `nonce.signature`; the app repeats it in a header on every write (signed double submit). */
export const XSRF_COOKIE = "XSRF-TOKEN";

const sign = (key: Buffer, nonce: string) =>
  createHmac("sha256", key).update(`xsrf:${nonce}`).digest("base64url");

export function newXsrfToken(key: Buffer): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${sign(key, nonce)}`;
}

/** Whether the header repeats the cookie and the service made it. */
export function xsrfHolds(key: Buffer, cookie: string, header: string | undefined): boolean {
  if (header !== cookie) return false;
  const [nonce, signature] = cookie.split(".");
  if (!nonce || !signature) return false;
  const expected = Buffer.from(sign(key, nonce));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
