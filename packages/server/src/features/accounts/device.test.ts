import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const device = (agent: string | undefined, type: "web" | "android" | "ios" = "web") =>
  deviceOf(
    {
      headers: agent === undefined ? {} : { "user-agent": agent },
      address: "203.0.113.9",
    } as Parameters<typeof deviceOf>[0],
    type,
  );
const named = (agent: string) => {
  const { browser, system } = device(agent);
  return [browser, system];
};

test("a driver sees each browser and system by its own name", () => {
  for (const [agent, browser, system] of [
    ["X (Windows NT 10.0) Chrome/1 Safari/1 Edg/1", "Edge", "Windows"],
    ["X (Windows NT 10.0) Chrome/1 Safari/1 Edge/18", "Edge", "Windows"],
    ["X (Linux; Android 15) Chrome/1 Mobile Safari/1 EdgA/1", "Edge", "Android"],
    ["X (iPhone; like Mac OS X) Version/19 EdgiOS/1 Safari/1", "Edge", "iPhone"],
    ["X (Linux; Android 15) SamsungBrowser/28 Chrome/1", "Samsung Internet", "Android"],
    ["X (Macintosh; Intel) Chrome/1 Safari/1 OPR/1", "Opera", "Mac"],
    ["X (iPad; like Mac OS X) Version/19 OPT/4 Safari/1", "Opera", "iPad"],
    ["X (X11; Linux x86_64) Firefox/150", "Firefox", "Linux"],
    ["X (iPhone; like Mac OS X) FxiOS/1 Safari/1", "Firefox", "iPhone"],
    ["X (iPhone; like Mac OS X) CriOS/1 Safari/1", "Chrome", "iPhone"],
    ["X (X11; Linux x86_64) HeadlessChrome/1 Safari/1", "Chrome", "Linux"],
    ["X (X11; CrOS x86_64) Chrome/1 Safari/1", "Chrome", "ChromeOS"],
    ["X (iPad; like Mac OS X) Version/19.1 Mobile/15E Safari/1", "Safari", "iPad"],
  ])
    expect([agent, ...named(agent!)]).toEqual([agent, browser, system]);
});

test("a browser that is not known has no name", () => {
  expect(named("Safari/604.1")).toEqual([null, null]);
  expect(named("MyChrome/1 XFirefox/1")).toEqual([null, null]);
  expect(device(undefined)).toEqual({
    type: "web",
    browser: null,
    system: null,
    address: "203.0.113.9",
  });
});

test("an app has a system and no browser", () => {
  const agent = "X (Linux; Android 15) Chrome/1";
  expect(device(agent, "android")).toEqual({
    type: "android",
    browser: null,
    system: "Android",
    address: "203.0.113.9",
  });
  expect(device(agent, "ios")).toMatchObject({ type: "ios", browser: null });
});

test("no more than the first 512 characters of what a browser says are read", () => {
  expect(named(`${"x".repeat(504)} Edg/1`)).toEqual(["Edge", null]);
  expect(named(`${"x".repeat(507)} Edg/1`)).toEqual(["Edge", null]);
  expect(named(`${"x".repeat(508)} Edg/1`)).toEqual([null, null]);
});
