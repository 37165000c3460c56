import { expect, test } from "vitest";
import { claimsOf, userIdOf } from "./token.ts";

const tokenOf = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`;

test("[G-3] the user's id is what stands before the colon of user_name", () => {
  expect(userIdOf(tokenOf({ user_name: "abc:1234" }))).toBe("abc");
  expect(userIdOf(tokenOf({ user_name: "नाम:1" }))).toBe("नाम");
});

test.each([
  "",
  "x",
  "a.b.c",
  tokenOf(null),
  tokenOf("text"),
  tokenOf({}),
  tokenOf({ user_name: ":1" }),
  tokenOf({ user_name: 7 }),
])("[G-3] %j names no user", (token) => {
  expect(userIdOf(token)).toBeNull();
});

test("claims are read whatever characters their base64url needs", () => {
  const claims = { name: "ÿ>?~ मार्ग", exp: 1 };
  expect(claimsOf(tokenOf(claims))).toEqual(claims);
});

test("a payload that is no object has no claims", () => {
  for (const payload of [null, "text", 7]) expect(claimsOf(tokenOf(payload))).toBeNull();
});
