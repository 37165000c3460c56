import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { clearDestination, keepDestination, readDestination } from "./destination.ts";

const stored = installStorage();
Object.defineProperty(globalThis, "sessionStorage", { value: localStorage, configurable: true });
beforeEach(() => stored.clear());

test("who signs in goes on to where they were going, once", () => {
  expect(readDestination()).toBeNull();
  keepDestination("/bills?month=2026-11");
  expect(readDestination()).toBe("/bills?month=2026-11");
  clearDestination();
  expect(readDestination()).toBeNull();
  expect(stored.size).toBe(0);
});

test("a sign-in leads to no other site", () => {
  for (const other of [
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "bills",
    "",
  ]) {
    keepDestination(other);
    expect(readDestination(), other).toBeNull();
  }
  keepDestination("/");
  expect(readDestination()).toBe("/");
});

test("a browser that stores nothing leads to the map", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get: refuse, configurable: true });
  expect(() => keepDestination("/bills")).not.toThrow();
  expect(readDestination()).toBeNull();
  expect(() => clearDestination()).not.toThrow();
});
