import { expect, test } from "vitest";
import { isSameName } from "./same-name.ts";

test.each([
  ["Ravi Kumar Sharma", "RAVI KUMAR SHARMA"],
  ["Ravi Kumar Sharma", "SHARMA RAVI KUMAR"],
  ["Ravi Kumar Sharma", "R. K. Sharma"],
  ["R K Sharma", "Mr Ravi K. Sharma"],
  ["Smt. Meera Iyer", "IYER MEERA"],
  ["  José  D’Souza ", "JOSE D'SOUZA"],
  ["रवि शर्मा", "शर्मा रवि"],
  ["Meera", "MEERA"],
])("[D-14] %j and %j can be one person", (one, other) => {
  expect(isSameName(one, other)).toBe(true);
  expect(isSameName(other, one)).toBe(true);
});

test.each([
  ["Ravi Kumar Sharma", "Ravi Kumar Verma"],
  ["Ravi Sharma", "Meera Sharma"],
  // A relative who has the same last name.
  ["Ravi Sharma", "Ravi Sharma Meera"],
  ["Ravi Sharma", "Sharma"],
  ["Ravi Sharma", "R S"],
  ["R S", "R S"],
  ["Ravi R Sharma", "R Ravi Ravi"],
  ["", ""],
  ["Mr", "Mr"],
])("[D-14] %j and %j cannot be taken for one person", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
  expect(isSameName(other, one)).toBe(false);
});

test("a long name of one letter each is compared quickly", () => {
  const name = `${"a ".repeat(39)}b`;
  expect(isSameName(name, `${"a ".repeat(38)}c d`)).toBe(false);
});
