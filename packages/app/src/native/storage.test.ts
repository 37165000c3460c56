import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import {
  begunTrip,
  onTokensChange,
  personal,
  readHasRun,
  readInstallPutAway,
  readSeenVersion,
  readServer,
  readShortcuts,
  readTheme,
  readTokens,
  readVisits,
  wipePersonal,
  writeHasRun,
  writeInstallPutAway,
  writeSeenVersion,
  writeServer,
  writeShortcuts,
  writeTheme,
  writeTokens,
  writeVisits,
} from "./storage.ts";

let stored: Map<string, string>;
beforeEach(() => {
  stored = installStorage();
});
const tokens = { access_token: "a", refresh_token: "r" };

test("a driver is signed in with both tokens only", () => {
  expect(readTokens()).toBeNull();
  writeTokens(tokens);
  expect(readTokens()).toEqual(tokens);
  stored.delete("refresh_token");
  expect(readTokens()).toBeNull();
  writeTokens(tokens);
  stored.delete("access_token");
  expect(readTokens()).toBeNull();
});

test("who waits for tokens hears of new ones once they are there", () => {
  const heard: unknown[] = [];
  onTokensChange(() => heard.push(readTokens()));
  writeTokens(tokens);
  expect(heard).toEqual([tokens]);
});

test("a sign-out removes what is the driver's and leaves what is the device's", () => {
  writeTokens(tokens);
  personal.write("user", { id: "u1" });
  begunTrip.write("trp_1");
  writeServer("https://test.example");
  writeTheme("dark");
  wipePersonal();
  expect(readTokens()).toBeNull();
  expect(personal.read("user")).toBeNull();
  expect(begunTrip.read()).toBeNull();
  expect([...stored]).toEqual([
    ["vm.server", "https://test.example"],
    ["vm.theme", "dark"],
  ]);
});

test("what is the driver's is read as it was written, and what cannot be read is none", () => {
  personal.write("user", { id: "u1" });
  expect(stored.get("vm.me.user")).toBe('{"id":"u1"}');
  personal.write("user", false);
  expect(personal.read("user")).toBe(false);
  personal.write("user", undefined);
  expect(stored.has("vm.me.user")).toBe(false);
  personal.write("user", 0);
  personal.write("user", null);
  expect(stored.has("vm.me.user")).toBe(false);
  stored.set("vm.me.user", "{broken");
  expect(personal.read("user")).toBeNull();
});

test("the server's address is stored without slashes at its end, none is the page's own", () => {
  writeServer("https://test.example//");
  expect(readServer()).toBe("https://test.example");
  writeServer("");
  expect(readServer()).toBe("");
  expect(stored.has("vm.server")).toBe(false);
});

test("the colours are the phone's until the driver chooses others", () => {
  expect(readTheme()).toBe("system");
  for (const theme of ["light", "dark"] as const) {
    writeTheme(theme);
    expect(readTheme()).toBe(theme);
  }
  writeTheme("system");
  expect(stored.has("vm.theme")).toBe(false);
  stored.set("vm.theme", "pink");
  expect(readTheme()).toBe("system");
});

test("keyboard shortcuts are on until they are switched off", () => {
  expect(readShortcuts()).toBe(true);
  writeShortcuts(false);
  expect(readShortcuts()).toBe(false);
  writeShortcuts(true);
  expect(readShortcuts()).toBe(true);
});

test("visits and a dismissed offer are counted from nothing", () => {
  expect([readVisits(), readInstallPutAway(), readHasRun(), readSeenVersion()]).toEqual([
    0,
    0,
    false,
    null,
  ]);
  writeVisits(2);
  writeInstallPutAway(7);
  writeHasRun();
  writeSeenVersion("1.8.0");
  expect([readVisits(), readInstallPutAway(), readHasRun(), readSeenVersion()]).toEqual([
    2,
    7,
    true,
    "1.8.0",
  ]);
  stored.set("vm.visits", "many");
  expect(readVisits()).toBe(0);
});

test("the app works without any storage", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  Object.defineProperty(globalThis, "localStorage", { get: refuse, configurable: true });
  expect(() => writeTokens(tokens)).not.toThrow();
  expect(() => wipePersonal()).not.toThrow();
  expect(readTokens()).toBeNull();
  expect(readTheme()).toBe("system");
});
