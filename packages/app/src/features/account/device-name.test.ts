import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

test.each([
  [{ device_type: "web", browser: "Chrome", system: "Windows" }, "Chrome on Windows"],
  [{ device_type: "web", browser: null, system: "Mac" }, "Mac"],
  [{ device_type: "web", browser: "Firefox", system: null }, "Firefox"],
  [{ device_type: "web", browser: null, system: null }, "A browser"],
  [{ device_type: "android", browser: null, system: "Android" }, "The app on an Android phone"],
  [{ device_type: "ios", browser: null, system: "iPhone" }, "The app on an iPhone"],
] as const)("[A-4] %j is called %s", (kind, name) => {
  expect(deviceName(kind)).toBe(name);
});
