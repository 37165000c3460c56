import type { Page, Request } from "@playwright/test";
import { newDriver, newMobile } from "@voltmarg/testkit/driver";
import { codeFor, signIn } from "@voltmarg/world/seed";
import {
  type Answers,
  answersNow,
  answersTo,
  crossed,
  happens,
  inAndroid,
} from "./fake-android.ts";
import { expect, test, world } from "./world.ts";

// The shipped bundle under Capacitor's bridge, in the browser. The tests check the calls over the bridge.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const VERSION = { name: "Voltmarg", id: "in.voltmarg.app", build: "7", version: "1.9.2" };
const phone = (more: Answers = {}): Answers => ({
  "App.getInfo": { data: VERSION },
  "PushNotifications.checkPermissions": { data: { receive: "prompt" } },
  "Geolocation.checkPermissions": { data: { location: "prompt", coarseLocation: "prompt" } },
  "SmsCode.next": "later",
  ...more,
});
const toast = (page: Page, text: string | RegExp) =>
  page.locator(".toast").filter({ hasText: text });
const stored = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem("access_token"),
    localStorage.getItem("refresh_token"),
  ]);
const menu = async (page: Page) => {
  await page.getByRole("button", { name: /menu$/ }).click();
  return page.getByRole("dialog", { name: "Menu" });
};

test("[A-9] [A-2] [A-4] [A-10] [N-7] on a phone: the code comes from the SMS, tokens lie in the keychain, settings open, logout leaves nothing", async ({
  page,
}) => {
  const mobile = newMobile();
  await signIn(world.url, mobile, "SU");
  await inAndroid(page, phone());
  const asked = page.waitForRequest(/\/appversion\//);
  await page.goto("/login");
  const version = new URL((await asked).url()).searchParams;
  expect([version.get("device_type"), version.get("version")]).toEqual(["android", "1.9.2"]);
  await expect.poll(() => crossed(page, "SplashScreen", "hide")).toHaveLength(1);

  await page.getByLabel("Mobile number").fill(mobile);
  const sent = page.waitForRequest(/\/send\?/);
  await page.getByRole("button", { name: "Send OTP" }).click();
  expect(new URL((await sent).url()).searchParams.get("device_type")).toBe("android");
  await expect(page.getByRole("textbox", { name: /-digit code/ })).toBeVisible();
  const code = await codeFor(world.url, mobile);
  expect(
    await answersTo(page, "SmsCode", "next", {
      message: `${code} is your code. Valid for 5 minutes.\n@voltmarg.example #${code}`,
    }),
  ).toBe(1);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/tabs/);

  await expect.poll(() => crossed(page, "SecureStorage", "internalSetItem")).not.toHaveLength(0);
  const [kept] = await crossed(page, "SecureStorage", "internalSetItem");
  expect(kept).toMatchObject({ data: expect.stringContaining('"refresh_token":') });
  await expect.poll(() => stored(page)).toEqual([null, null]);
  // The next start reads the sign-in from the keychain.
  await page.reload();
  await expect(page.getByRole("button", { name: /menu$/ })).toBeVisible();
  await expect(await menu(page)).toContainText("App Version 1.9.2");
});

test("[N-5] [S-8] [A-7] on a phone: the token is sent once after the first look at the driver, and a tap leads where it says", async ({
  page,
}) => {
  const driver = await newDriver(world);
  const granted = { "PushNotifications.checkPermissions": { data: { receive: "granted" } } };
  await inAndroid(page, phone(granted));
  await page.addInitScript(
    (tokens) => {
      if (sessionStorage.getItem("keychain of the phone") !== null) return;
      localStorage.setItem("vm.has-run", "1");
      const item = { "capacitor-storage_tokens": JSON.stringify(tokens) };
      sessionStorage.setItem("keychain of the phone", JSON.stringify(item));
    },
    { access_token: driver.token, refresh_token: driver.refreshToken },
  );
  const registrations: string[] = [];
  // The other update sent to the service is the driver's language.
  const isToken = (request: Request) =>
    request.method() === "PATCH" && request.url().includes("/users/");
  page.on("request", (request) => {
    if (isToken(request)) registrations.push(new URL(request.url()).pathname);
  });
  await page.goto("/tabs/tab1");
  await expect.poll(() => crossed(page, "PushNotifications", "register")).toHaveLength(1);
  const token = "fcm-token-of-this-phone:APA91b";
  const told = page.waitForResponse((response) => isToken(response.request()));
  await happens(page, "PushNotifications", "registration", { value: token });
  expect((await told).status()).toBe(200);
  const path = `/api/user/v1/users/${driver.userId}/${encodeURIComponent(token)}`;
  expect(registrations).toEqual([path]);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("vm.me.push-told")))
    .toBe(JSON.stringify(token));
  await page.reload();
  await expect.poll(() => crossed(page, "PushNotifications", "register")).toHaveLength(1);
  await happens(page, "PushNotifications", "registration", { value: token });

  const tapped = (redirectTo?: string) =>
    happens(page, "PushNotifications", "pushNotificationActionPerformed", {
      actionId: "tap",
      notification: { id: "1", data: redirectTo === undefined ? {} : { redirectTo } },
    });
  await expect(page.getByRole("button", { name: /menu$/ })).toBeVisible();
  await tapped("active_session");
  await expect(toast(page, "Currently no charging session is going on.")).toBeVisible();
  await tapped("https://evil.example/");
  await expect(page).toHaveURL("/notifications");
  expect(registrations).toEqual([path]);

  await test.step("Android's way back: what lies over the page, then the page, then out", async () => {
    const back = () => happens(page, "App", "backButton", { canGoBack: true });
    await back();
    await expect(page).toHaveURL(/\/tabs/);
    const open = await menu(page);
    await expect(open).toBeVisible();
    await back();
    await expect(open).toBeHidden();
    await expect(page).toHaveURL(/\/tabs/);
    expect(await crossed(page, "App", "minimizeApp")).toHaveLength(0);
    await expect
      .poll(async () => {
        await back();
        return (await crossed(page, "App", "minimizeApp")).length;
      })
      .toBe(1);
  });

  await test.step("a photo comes from the phone's own camera, upright and whole", async () => {
    await page.goto("/profile");
    await answersNow(page, { "Camera.getPhoto": { error: "User cancelled photos app" } });
    await page.getByRole("button", { name: "Add photo" }).click();
    await page.getByRole("button", { name: "Load from Library" }).click();
    await expect(toast(page, "User cancelled photos app")).toBeVisible();
    await answersNow(page, {
      "Camera.getPhoto": { data: { webPath: "/icon-192.png", format: "png" } },
    });
    await page.getByRole("button", { name: "Add photo" }).click();
    await page.getByRole("button", { name: "Use Camera" }).click();
    await expect(toast(page, "Photo saved")).toBeVisible();
    expect(await crossed(page, "Camera", "getPhoto")).toEqual([
      { quality: 100, correctOrientation: true, resultType: "uri", source: "PHOTOS" },
      { quality: 100, correctOrientation: true, resultType: "uri", source: "CAMERA" },
    ]);
  });

  await test.step("a phone that says no: its settings are one press away", async () => {
    await page.goto("/notifications?view=preferences");
    const wanted = page.getByRole("switch", { name: "Notifications on this device" });
    await expect(wanted).toBeChecked();
    await answersNow(page, {
      "PushNotifications.checkPermissions": { data: { receive: "denied" } },
    });
    await wanted.click();
    await expect.poll(() => crossed(page, "PushNotifications", "unregister")).toHaveLength(1);
    await page.getByRole("button", { name: "Open settings" }).click();
    await expect
      .poll(() => crossed(page, "NativeSettings", "open"))
      .toEqual([{ optionAndroid: "application_details", optionIOS: "app" }]);
  });

  await test.step("logout takes the tokens out of the keychain", async () => {
    await page.goto("/tabs/tab1");
    await (await menu(page)).getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem("keychain of the phone") ?? "{}"))
      .toBe("{}");
  });
});
