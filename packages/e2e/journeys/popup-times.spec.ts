import type { Locator, Page } from "@playwright/test";
import { freePlug, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { agreeToNotice } from "./agree.ts";
import { expect, test, world } from "./world.ts";

// An unknown number gets 409, and a start without money 402.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [402, 409] });

/** Installs a fake clock in the page, which only the test moves. */
async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Advances the page's clock until something is visible, and returns the ms. Loaded content also appears by timers. */
async function passUntil(page: Page, seen: Locator): Promise<number> {
  for (let ms = 0; ; ms += 50) {
    // Its code may still be loading, which the page's clock does not speed up.
    const found = await seen.waitFor({ timeout: 150 }).then(
      () => true,
      () => false,
    );
    if (found || ms > 5000) return ms;
    await page.clock.runFor(50);
  }
}

test("[M-4] [M-5] [M-6] [M-7] popups come 1000 ms after signing up, once, one after the other; what answers a press comes at once", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const mobile = newMobile();
  await page.clock.install();
  await page.goto("/phone-number-enter");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ila Sen");
  await page.getByRole("button", { name: "Create account" }).click();
  const code = await codeFor(world.url, mobile);
  await expect(page.getByRole("textbox", { name: /-digit OTP/ })).toBeVisible();
  await page.getByRole("textbox", { name: /-digit OTP/ }).fill(code);
  await expect(page.getByRole("button", { name: "I agree" })).toBeVisible();
  await freeze(page);
  await agreeToNotice(page);
  await expect(page).toHaveURL(/\/tabs/);

  const vehicle = page.getByRole("dialog", { name: "Add your vehicle" });
  const wallet = page.getByRole("dialog", { name: "Load your wallet with ₹500" });
  await test.step("the first one", async () => {
    const loaded = await passUntil(page, page.getByRole("main"));
    const shown = loaded + (await passUntil(page, vehicle));
    expect(shown).toBeGreaterThanOrEqual(1000);
    expect(shown).toBeLessThan(loaded + 2000);
    await expect(wallet).toHaveCount(0);
    await vehicle.getByRole("button", { name: "Close" }).click();
    await expect(vehicle).toHaveCount(0);
  });
  await test.step("the second one, in its turn", async () => {
    await page.clock.runFor(950);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(wallet).toBeVisible();
    await wallet.getByRole("button", { name: "Close" }).click();
    await expect(wallet).toHaveCount(0);
  });
  await test.step("neither again", async () => {
    await page.clock.runFor(10_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.clock.resume();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await page.clock.runFor(10_000);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("too little money, at once", async () => {
    const plug = await freePlug(await newDriver(world, { vehicle: true }));
    const { location_id: location, evse_uid: evse, connector_id: connector } = plug;
    const choice = new URLSearchParams({ location, evse, connector, by: "MONEY", value: "300" });
    // Before it is known what the wallet holds, other questions come first.
    const known = page.waitForResponse(/\/wallet\/[^/]+$/);
    await page.goto(`/estimate-money?${choice.toString()}`);
    await known;
    const start = page.getByRole("button", { name: "Start charging" });
    await expect(start).toBeVisible();
    await freeze(page);
    await start.click();
    const insufficient = page.getByRole("dialog", { name: "Insufficient Balance" });
    expect(await passUntil(page, insufficient)).toBeLessThan(950);
    await expect(insufficient).toContainText("Please add money into your wallet.");
    await insufficient.getByRole("button", { name: "Proceed" }).click();
    await expect(page).toHaveURL(/\/add-money\?amount=\d+&info=1/);
  });
});
