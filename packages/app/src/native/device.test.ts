import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, expect, test } from "vitest";
import { canOpenSettings, deviceType, openSettings } from "./device.ts";
import { type NativeApp, setNativeApp } from "./native-app.ts";

const noPhone = () => setNativeApp(null as unknown as NativeApp);
const phone = (part: Partial<NativeApp>) => setNativeApp(part as NativeApp);

afterEach(() => {
  takeBack();
  noPhone();
});

test.each([
  ["android", "android"],
  ["ios", "ios"],
  ["web", "web"],
  ["electron", "web"],
])("[A-7] a page of %s runs on %s", (platform, type) => {
  give("Capacitor", { getPlatform: () => platform });
  expect(deviceType()).toBe(type);
});

test("[A-7] a page in a browser runs on the web", () => {
  expect(deviceType()).toBe("web");
  give("Capacitor", {});
  expect(deviceType()).toBe("web");
});

test("a phone's settings are opened, a browser has none", async () => {
  expect(canOpenSettings()).toBe(false);
  expect(await openSettings()).toBeUndefined();
  let opened = 0;
  phone({ openSettings: async () => void (opened += 1) });
  expect(canOpenSettings()).toBe(true);
  await openSettings();
  expect(opened).toBe(1);
});
