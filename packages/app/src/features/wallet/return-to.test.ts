import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { keepReturnTo, readReturnTo } from "./return-to.ts";

const stored = installStorage();
Object.defineProperty(globalThis, "sessionStorage", { value: localStorage, configurable: true });
beforeEach(() => stored.clear());

test("after paying the driver is back on the screen that sent them, with what it was about", () => {
  keepReturnTo("/start?evse=E1");
  expect(readReturnTo()).toBe("/start?evse=E1");
  keepReturnTo(null);
  expect(readReturnTo()).toBeNull();
  expect(stored.size).toBe(0);
});

test("nobody is sent to another site", () => {
  for (const other of [
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "wallet",
    "",
  ]) {
    keepReturnTo(other);
    expect(readReturnTo(), other).toBeNull();
  }
  keepReturnTo("/");
  expect(readReturnTo()).toBe("/");
});

test("a browser that stores nothing leads to the wallet", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get: refuse, configurable: true });
  expect(() => keepReturnTo("/start")).not.toThrow();
  expect(readReturnTo()).toBeNull();
});
