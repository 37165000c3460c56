import { expect, test } from "vitest";
import { codeMatches, newCode, tooManyWrong } from "./one-time-code.ts";

test("a code has so many digits, and matches itself and no other", async () => {
  const codes = await Promise.all(Array.from({ length: 20 }, () => newCode(1)));
  for (const { code, salt, hash } of codes) {
    expect(code).toMatch(/^\d$/);
    expect([salt.length, hash.length]).toEqual([16, 32]);
  }
  const six = await newCode(6);
  expect(six.code).toMatch(/^\d{6}$/);
  expect(await codeMatches(six.code, six.salt, six.hash)).toBe(true);
  const other = String((Number(six.code) + 1) % 1_000_000).padStart(6, "0");
  expect(await codeMatches(other, six.salt, six.hash)).toBe(false);
  expect(await codeMatches(six.code, (await newCode(6)).salt, six.hash)).toBe(false);
});

test("a code that begins with zero has as many digits as every other", async () => {
  // One of ten begins so.
  let code = "";
  for (let tries = 0; tries < 300 && !code.startsWith("0"); tries++) {
    ({ code } = await newCode(2));
    expect(code).toMatch(/^\d\d$/);
  }
  expect(code).toMatch(/^0\d$/);
});

const limits = {
  wrongPerHour: 3,
  wrongPerDay: 6,
  strangersWrongPerHour: 10,
  strangersWrongPerDay: 20,
  triesPerCode: 5,
};
const locked = (
  own: [hour: number, day: number],
  strangers: [hour: number, day: number],
  knows = false,
  near: [hour: number, day: number] = [0, 0],
) =>
  tooManyWrong(
    {
      own: { hour: own[0], day: own[1] },
      strangers: { hour: strangers[0], day: strangers[1] },
      near: { hour: near[0], day: near[1] },
      knows,
    },
    limits,
  );

test("an address is locked at its third wrong code of an hour or its sixth of a day", () => {
  expect(locked([2, 5], [0, 0])).toBe(false);
  expect(locked([3, 3], [0, 0])).toBe(true);
  expect(locked([4, 4], [0, 0])).toBe(true);
  expect(locked([0, 6], [0, 0])).toBe(true);
  expect(locked([0, 7], [0, 0])).toBe(true);
});

test("a number is locked for strangers at the tenth wrong code of an hour or the twentieth of a day", () => {
  expect(locked([0, 0], [9, 19])).toBe(false);
  expect(locked([0, 0], [10, 10])).toBe(true);
  expect(locked([0, 0], [0, 20])).toBe(true);
});

test("an address that signed in before is locked by its own wrong codes only", () => {
  expect(locked([2, 5], [10, 20], true)).toBe(false);
  expect(locked([3, 5], [0, 0], true)).toBe(true);
  expect(locked([0, 6], [0, 0], true)).toBe(true);
});

test("of the second half of the strangers' wrong codes a network has no more than one code's", () => {
  expect(locked([0, 0], [4, 9], false, [4, 9])).toBe(false);
  expect(locked([0, 0], [5, 5], false, [4, 5])).toBe(false);
  expect(locked([0, 0], [5, 5], false, [5, 5])).toBe(true);
  expect(locked([0, 0], [0, 10], false, [0, 4])).toBe(false);
  expect(locked([0, 0], [0, 10], false, [0, 5])).toBe(true);
  expect(locked([0, 0], [9, 19], true, [9, 19])).toBe(false);
});
