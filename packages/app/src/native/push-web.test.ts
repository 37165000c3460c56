import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { webPush } from "./push-web.ts";

/** A browser's push service. */
const browser = {
  permission: "granted",
  answer: "granted",
  hasWorker: true,
  endpoint: null as string | null,
  asked: [] as unknown[],
  isSilent: false,
};
const subscription = () =>
  browser.endpoint && {
    toJSON: () => ({ endpoint: browser.endpoint }),
    unsubscribe: async () => {
      browser.asked.push("unsubscribe");
      browser.endpoint = null;
      return true;
    },
  };
const pushManager = {
  getSubscription: async () => subscription(),
  subscribe: async (options: unknown) => {
    if (browser.isSilent) return new Promise(() => undefined);
    browser.asked.push(options);
    browser.endpoint = "https://push.example/2";
    return subscription();
  },
};
const serviceWorker = {
  getRegistration: async () => (browser.hasWorker ? { pushManager } : undefined),
  get ready() {
    return browser.hasWorker ? Promise.resolve({ pushManager }) : new Promise(() => undefined);
  },
};
const Notification = {
  get permission() {
    return browser.permission;
  },
  requestPermission: async () => browser.answer,
};
const navigatorIs = (value: object) =>
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });

beforeEach(() => {
  navigatorIs({ serviceWorker });
  Object.assign(globalThis, { PushManager: {}, Notification });
  Object.assign(browser, {
    permission: "granted",
    answer: "granted",
    hasWorker: true,
    endpoint: "https://push.example/1",
    asked: [],
    isSilent: false,
  });
});
afterEach(() => {
  vi.useRealTimers();
});
const json = (endpoint: string) => JSON.stringify({ endpoint });

test("[N-5] the state is what the browser, the driver and the subscription allow", async () => {
  expect(await webPush.state()).toBe("on");
  browser.endpoint = null;
  expect(await webPush.state()).toBe("off");
  browser.permission = "default";
  expect(await webPush.state()).toBe("ask");
  browser.permission = "denied";
  expect(await webPush.state()).toBe("denied");
  browser.hasWorker = false;
  expect(await webPush.state()).toBe("none");
});

test.each(["serviceWorker", "PushManager", "Notification"])(
  "[N-5] a browser without %s has no push, and nothing to close",
  async (part) => {
    if (part === "serviceWorker") navigatorIs({});
    else delete (globalThis as Record<string, unknown>)[part];
    expect([await webPush.state(), await webPush.current()]).toEqual(["none", null]);
    await webPush.close();
    expect(browser.asked).toEqual([]);
  },
);

test("[N-5] the address is that of the subscription, once the driver has allowed it", async () => {
  expect(await webPush.current()).toBe(json("https://push.example/1"));
  browser.permission = "default";
  expect(await webPush.current()).toBeNull();
  browser.permission = "granted";
  browser.endpoint = null;
  expect(await webPush.current()).toBeNull();
  browser.hasWorker = false;
  expect(await webPush.current()).toBeNull();
});

test("[N-5] opening makes a subscription for this key in place of any other", async () => {
  expect(await webPush.open("key")).toBe(json("https://push.example/2"));
  const options = { userVisibleOnly: true, applicationServerKey: "key" };
  expect(browser.asked).toEqual(["unsubscribe", options]);
  browser.endpoint = null;
  browser.asked = [];
  await webPush.open("key");
  expect(browser.asked).toEqual([options]);
});

test("[N-5] a driver who declines has no subscription made", async () => {
  browser.answer = "denied";
  expect(await webPush.open("key")).toBeNull();
  expect(browser.asked).toEqual([]);
});

test.each(["worker", "push service"])("[N-5] a silent %s is an error after 15 s", async (part) => {
  vi.useFakeTimers();
  if (part === "worker") browser.hasWorker = false;
  else browser.isSilent = true;
  await Promise.all([
    expect(webPush.open("key")).rejects.toThrow("the push service does not answer"),
    vi.advanceTimersByTimeAsync(15_000),
  ]);
});

test("[N-5] closing takes the subscription away", async () => {
  await webPush.close();
  expect(browser.endpoint).toBeNull();
  await webPush.close();
  expect(browser.asked).toEqual(["unsubscribe"]);
});
