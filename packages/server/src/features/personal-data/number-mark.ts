import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** By which a number is known again and not read: salted and slow, for there are only so many numbers. */
export type NumberMark = { salt: Buffer; hash: Buffer };

const hashOf = (mobile: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(mobile, salt, 32, { N: 16_384, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export async function markNumber(mobile: string): Promise<NumberMark> {
  const salt = randomBytes(16);
  return { salt, hash: await hashOf(mobile, salt) };
}

export const marks = async ({ salt, hash }: NumberMark, mobile: string): Promise<boolean> =>
  timingSafeEqual(await hashOf(mobile, salt), hash);
