import type { Page } from "@playwright/test";
import { newDriver, newMobile } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { agreeToNotice } from "./agree.ts";
import { type Received, startRecorder } from "./recording-proxy.ts";
import { expect, signInOnce, test as plain, world } from "./world.ts";

type Road = Awaited<ReturnType<typeof startRecorder>>;
const test = plain.extend<{ road: Road }>({
  road: async ({}, give) => {
    const road = await startRecorder(world.url);
    await give(road);
    await road.stop();
  },
  baseURL: async ({ road }, give) => give(road.url),
});

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);
const xsrfOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value;
const isUntouched = ({ path }: Received) => /\/send\?|\/verify|\/expiry-time/.test(path);

test.describe("signing in", () => {
  // A correct code for an unknown number gets 409.
  test.use({ refusals: [409] });

  test("[N-3] Authorization is empty, then absent, then Bearer; writes carry the anti-forgery header", async ({
    page,
    road,
  }) => {
    const mobile = newMobile();
    await page.goto("/login");
    await page.getByLabel("Mobile number").fill(mobile);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await page.getByRole("textbox", { name: /-digit OTP/ }).fill(await codeFor(world.url, mobile));
    await page.getByLabel("Name", { exact: true }).fill("Ila");
    await page.getByRole("button", { name: "Create account" }).click();
    await agreeToNotice(page);
    await expect(page).toHaveURL(/\/tabs/);

    await test.step("nothing stored: an Authorization that is there, and empty", () => {
      const verified = road.calls().findIndex(({ path }) => path.includes("/verify"));
      const before = road
        .calls()
        .slice(0, verified)
        .filter((call) => !isUntouched(call));
      expect(before.length).toBeGreaterThan(0);
      for (const { path, headers } of before) expect(headers.authorization, path).toBe("");
    });
    await test.step("calls of one-time codes: no Authorization at all", () => {
      const untouched = road.calls().filter(isUntouched);
      const names = untouched.map(({ path }) => /(send|verify|expiry-time)/.exec(path)?.[0]);
      expect(new Set(names)).toEqual(new Set(["send", "verify", "expiry-time"]));
      for (const { path, headers } of untouched)
        expect(headers, path).not.toHaveProperty("authorization");
    });
    await test.step("a stored token: Bearer", async () => {
      const bearer = `Bearer ${await stored(page, "access_token")}`;
      const user = road.calls().filter(({ path }) => path.includes("/users/"));
      expect(user.length).toBeGreaterThan(0);
      for (const { headers } of user) expect(headers.authorization).toBe(bearer);
    });

    await page.goto("/profile");
    await page.getByLabel("Name", { exact: true }).fill("Ila Sen");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
    await page.goto("/support");
    await expect(page.getByRole("link", { name: /Call support/ })).toBeVisible();

    await test.step("'empty' is sent as empty, also by somebody who is signed in", () => {
      const asked = road.calls().filter(({ path }) => path.includes("/support-information/"));
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([""]);
    });
    await test.step("the cookie goes back in a header with every write, and with no read", async () => {
      const xsrf = await xsrfOf(page);
      expect(xsrf).toBeTruthy();
      const writes = road.calls().filter(({ method }) => method !== "GET");
      expect(new Set(writes.map(({ method }) => method))).toEqual(new Set(["POST", "PATCH"]));
      for (const { path, headers } of writes) expect(headers["x-xsrf-token"], path).toBe(xsrf);
      const reads = road.calls().filter(({ method }) => method === "GET");
      expect(reads.length).toBeGreaterThan(5);
      for (const { path, headers } of reads) expect(headers["x-xsrf-token"], path).toBeUndefined();
    });
  });
});

test.describe("a token that is over", () => {
  test.use({ refusals: [401] });

  test("[N-3] [A-3] is renewed once by the Basic credential, however many calls got 401, and each call is retried once", async ({
    page,
    road,
  }) => {
    const driver = await newDriver(world, { vehicle: true });
    await signInOnce(page, driver);
    await page.goto("/wallet");
    await expect(page.getByText("₹0.00").first()).toBeVisible();
    // The same driver with an invalid signature.
    const broken = driver.token.replace(/[^.]+$/, "AAAA");
    // Set as the new document begins: a late call of the old one would start a renewal of its own,
    // which the reload then cuts.
    await page.addInitScript((token) => {
      if (sessionStorage.getItem("broken-token") === null)
        localStorage.setItem("access_token", token);
      sessionStorage.setItem("broken-token", "set");
    }, broken);
    const from = road.received.length;
    // Long enough for the screen's own calls to use the token too.
    road.slowDown((path) => (path.includes("grant_type=refresh_token") ? 1500 : 0));
    await page.reload();
    await expect(page.getByText("₹0.00").first()).toBeVisible();
    await expect.poll(() => stored(page, "access_token")).not.toBe(broken);
    const fresh = `Bearer ${await stored(page, "access_token")}`;
    const made = () => road.received.slice(from).filter(({ path }) => /^\/(api|auth)\//.test(path));
    const notMadeAgain = () => {
      const again = made().filter(({ headers }) => headers.authorization === fresh);
      return made()
        .filter(({ status, path }) => status === 401 && !again.some((one) => one.path === path))
        .map(({ path }) => path);
    };
    await expect.poll(notMadeAgain).toEqual([]);

    const calls = made();
    const renewals = calls.filter(({ path }) => path.includes("grant_type=refresh_token"));
    expect(renewals).toHaveLength(1);
    expect(renewals[0]).toMatchObject({ method: "POST", status: 200 });
    // URLs are logged, so no URL may hold the token.
    expect(calls.filter(({ path }) => path.includes("refresh_token="))).toEqual([]);
    expect(renewals[0]!.headers.authorization).toMatch(/^Basic [A-Za-z0-9+/]+=*$/);
    expect(renewals[0]!.headers["x-xsrf-token"]).toBe(await xsrfOf(page));

    const refused = calls.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThan(1);
    for (const { path, headers } of refused)
      expect(headers.authorization, path).toBe(`Bearer ${broken}`);
    expect(await stored(page, "refresh_token")).not.toBe(driver.refreshToken);
  });
});
