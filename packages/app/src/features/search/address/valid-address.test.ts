import { expect, test } from "vitest";
import { isValidAddress } from "./valid-address.ts";

test("[L-11] an address is valid unless it is required and empty", () => {
  expect(isValidAddress("", false)).toBe(true);
  expect(isValidAddress("", true)).toBe(false);
  expect(isValidAddress("  ", true)).toBe(false);
  expect(isValidAddress("MG Road", true)).toBe(true);
});
