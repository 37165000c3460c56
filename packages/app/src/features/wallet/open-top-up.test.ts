import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { personal } from "../../native/storage.ts";
import { forgetOpenTopUp, keepOpenTopUp, readOpenTopUp } from "./open-top-up.ts";

const stored = installStorage();
beforeEach(() => stored.clear());

test("the last payment the driver left for is known until it is settled", () => {
  expect(readOpenTopUp()).toBeNull();
  keepOpenTopUp("top_1");
  expect(readOpenTopUp()).toBe("top_1");
  forgetOpenTopUp("top_1");
  expect(readOpenTopUp()).toBeNull();
});

test("settling an older payment leaves a younger one open", () => {
  keepOpenTopUp("top_1");
  keepOpenTopUp("top_2");
  forgetOpenTopUp("top_1");
  expect(readOpenTopUp()).toBe("top_2");
});

test("what is stored and is no payment counts as none", () => {
  for (const odd of ["", 5, { id: "top_1" }, true]) {
    personal.write("top-up", odd);
    expect(readOpenTopUp(), JSON.stringify(odd)).toBeNull();
  }
});
