import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { json, startService } from "../../test/service.ts";
import { keepTokensOf } from "../../test/tokens.ts";
import { setUser, signOut } from "../api/account/account.ts";
import { type NativeApp, type PushState, setNativeApp } from "../native/native-app.ts";
import { personal, writeServer } from "../native/storage.ts";
import { pushState, startPush, turnPushOff, turnPushOn } from "./push.ts";

/** A phone, as far as pushes go. */
const phone = {
  state: "on" as PushState,
  /** null: the driver declines. */
  token: "tok_1" as string | null,
  opened: [] as string[],
  closed: 0,
};
setNativeApp({
  push: {
    state: async () => phone.state,
    open: async (key: string) => {
      phone.opened.push(key);
      return phone.token;
    },
    current: async () => phone.token,
    close: async () => void (phone.closed += 1),
  },
} as unknown as NativeApp);

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
beforeEach(async () => {
  installStorage();
  status = 200;
  Object.assign(phone, { state: "on", token: "tok_1", opened: [], closed: 0 });
  service = await startService((_, response) => json(response, { data: {} }, status));
  writeServer(service.address);
});
afterEach(async () => {
  Object.assign(globalThis, { Capacitor: undefined });
  await signOut();
  await service.close();
});

const signIn = (id = "u1") => {
  keepTokensOf(id);
  setUser({ id, name: "Aditi" } as Parameters<typeof setUser>[0]);
};
const told = () =>
  service.seen
    .filter(({ url }) => url.includes("/users/"))
    .map(({ method, url, body }) => [method, url.split("/users/")[1], body]);
const inBrowser = (token: string) => [
  "POST",
  "u1/pushy_device_tokens",
  JSON.stringify({ device_token: token }),
];

test("[A-7] a device that is turned on is registered once for each token", async () => {
  signIn();
  expect(await turnPushOn("key")).toBe(true);
  expect(phone.opened).toEqual(["key"]);
  await turnPushOn("key");
  expect(told()).toEqual([inBrowser("tok_1")]);
  phone.token = "tok_2";
  await turnPushOn("key");
  expect(told()).toEqual([inBrowser("tok_1"), inBrowser("tok_2")]);
});

test("[A-7] a phone's own token goes by PATCH", async () => {
  Object.assign(globalThis, { Capacitor: { getPlatform: () => "android" } });
  signIn();
  await turnPushOn("key");
  expect(told()).toEqual([["PATCH", "u1/tok_1", ""]]);
});

test("a driver who declines is not registered", async () => {
  signIn();
  phone.token = null;
  expect(await turnPushOn("key")).toBe(false);
  expect(told()).toEqual([]);
});

test("a registration that failed is an error, and is made the next time", async () => {
  signIn();
  status = 500;
  await expect(turnPushOn("key")).rejects.toThrow();
  status = 200;
  await turnPushOn("key");
  expect(told()).toHaveLength(2);
});

test("nobody is registered before the sign-in", async () => {
  expect(await turnPushOn("key")).toBe(true);
  expect(told()).toEqual([]);
});

test("what the driver turned off is off, whatever the phone allows, until it is turned on again", async () => {
  signIn();
  await turnPushOn("key");
  expect(await pushState()).toBe("on");
  await turnPushOff();
  expect([await pushState(), phone.closed]).toEqual(["off", 1]);
  phone.state = "denied";
  expect(await pushState()).toBe("denied");
  phone.state = "on";
  await turnPushOn("key");
  expect(await pushState()).toBe("on");
  // The service may have dropped the token meanwhile.
  expect(told()).toEqual([inBrowser("tok_1"), inBrowser("tok_1")]);
});

test("a device with a token is registered with each sign-in, and closed with each sign-out", async () => {
  startPush();
  // Signed out before this was loaded.
  expect(phone.closed).toBe(1);
  signIn();
  await expect.poll(told).toEqual([inBrowser("tok_1")]);
  await signOut();
  expect(phone.closed).toBe(2);
});

test.each([
  ["without a token", null, false],
  ["that the driver turned off", "tok_1", true],
])("a device %s is not registered by the sign-in", async (_, token, unwanted) => {
  startPush();
  phone.token = token;
  personal.write("push-unwanted", unwanted);
  signIn();
  phone.token = "tok_2";
  await turnPushOn("key");
  expect(told()).toEqual([inBrowser("tok_2")]);
});

test("who is signed in already keeps the channel open", () => {
  signIn();
  startPush();
  expect(phone.closed).toBe(0);
});
