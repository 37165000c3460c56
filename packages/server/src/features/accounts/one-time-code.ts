import { randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import type { Counts } from "./otp.store.ts";

const hash = (code: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(code, salt, 32, { N: 4096, r: 8, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** A new code of decimal digits with its salted slow hash. */
export async function newCode(
  length: number,
): Promise<{ code: string; salt: Buffer; hash: Buffer }> {
  const code = String(randomInt(10 ** length)).padStart(length, "0");
  const salt = randomBytes(16);
  return { code, salt, hash: await hash(code, salt) };
}

export async function codeMatches(code: string, salt: Buffer, expected: Buffer): Promise<boolean> {
  return timingSafeEqual(await hash(code, salt), expected);
}

type Limits = Record<
  | "wrongPerHour"
  | "wrongPerDay"
  | "strangersWrongPerHour"
  | "strangersWrongPerDay"
  | "triesPerCode",
  number
>;

/**
 * Wrong codes lock a number for a while, so that a new code gives no new guesses (NIST 800-63B-4 §3.1.3): for
 * the address they came from and, after many, for every address that has not signed in to the number before. An address
 * that has is never locked by others.
 */
export const tooManyWrong = (counts: Counts, limits: Limits): boolean =>
  counts.own.hour >= limits.wrongPerHour ||
  counts.own.day >= limits.wrongPerDay ||
  spentByStrangers(
    counts,
    { hour: limits.strangersWrongPerHour, day: limits.strangersWrongPerDay },
    limits.triesPerCode,
  );

/**
 * Whether all strangers together have used up what they may of one number. The second half is for networks that have used
 * less than `few`: whoever is in one network, with however many addresses, cannot keep the number's holder out of another.
 */
export const spentByStrangers = (
  { strangers, near, knows }: Counts,
  limits: Counts["strangers"],
  few: number,
): boolean =>
  !knows &&
  (["hour", "day"] as const).some(
    (span) =>
      strangers[span] >= limits[span] || (strangers[span] >= limits[span] / 2 && near[span] >= few),
  );
