import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * A salted hash that recognises a number without storing it. scrypt is slow on purpose: there are few enough phone
 * numbers to try them all.
 */
export type NumberHash = { salt: Buffer; hash: Buffer };

const hashOf = (mobile: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(mobile, salt, 32, { N: 16_384, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export async function hashNumber(mobile: string): Promise<NumberHash> {
  const salt = randomBytes(16);
  return { salt, hash: await hashOf(mobile, salt) };
}

export const matchesHash = async ({ salt, hash }: NumberHash, mobile: string): Promise<boolean> =>
  timingSafeEqual(await hashOf(mobile, salt), hash);
