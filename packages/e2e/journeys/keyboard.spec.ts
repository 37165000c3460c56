import { standAtPlug } from "./free-station.ts";
import type { Page } from "@playwright/test";
import { freePlugs, newDriver } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { expectAccessible } from "./screens.ts";
import { focus, tabTo } from "./tab-to.ts";
import { expect, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** After a screen has opened, the focus is inside it. */
const expectFocusKept = (page: Page, where: string) =>
  expect.poll(() => focus(page), `focus ${where}`).not.toBeNull();

test("[A-1] [S-1] [S-3] by keyboard alone from signing in to the bill, and the focus is never lost", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const driver = await newDriver(world, { vehicle: true, rupees: 5000 });
  const [plug] = await freePlugs(driver, 1, 500);
  const press = (key: string) => page.keyboard.press(key);
  const used = await codeFor(world.url, driver.mobile);
  const nextCode = () =>
    until("another code", async () => {
      const code = await codeFor(world.url, driver.mobile);
      return code !== used && code;
    });

  await standAtPlug(page, world, driver, plug!.location_id);
  await test.step("sign in", async () => {
    await page.goto("/login");
    await tabTo(page, page.getByLabel("Mobile number"));
    await page.keyboard.type(driver.mobile);
    await press("Enter");
    await expect(page).toHaveURL("/otp");
    const code = page.getByRole("textbox", { name: /-digit OTP/ });
    await expect(code).toBeFocused();
    await page.keyboard.type(await nextCode());
    await expect(page).toHaveURL(/\/tabs/);
    await expectFocusKept(page, "on the map");
  });

  await test.step("find a station", async () => {
    await tabTo(page, page.getByRole("combobox", { name: "Place, station or PIN code" }));
    await page.keyboard.type(plug!.locationName);
    const row = page.locator(`a[href^='/charging-details/${plug!.location_id}']`).first();
    // Not in the previous list, whose rows disappear.
    await expect(page.locator("a[href^='/charging-details/']").first()).toHaveAttribute(
      "href",
      new RegExp(plug!.location_id),
    );
    await tabTo(page, row);
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: plug!.locationName })).toBeVisible();
    await expectFocusKept(page, "on the station");
  });

  await test.step("back and again: the keyboard is where it was", async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/tabs/);
    await expectFocusKept(page, "back on the map");
    await expect(
      page.locator(`a[href^='/charging-details/${plug!.location_id}']`).first(),
    ).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: plug!.locationName })).toBeVisible();
  });

  await test.step("set a limit and start", async () => {
    await tabTo(page, page.getByRole("link", { name: /^Set a limit/ }));
    await press("Enter");
    await expect(page).toHaveURL(/\/estimate-money\?/);
    await expectFocusKept(page, "at the limit");
    // A small limit would be reached before the checks are done.
    await tabTo(page, page.getByRole("button", { name: /^₹/ }).last());
    await press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Start charging" }));
    await press("Enter");
    await expect(page).toHaveURL(/\/charging-(proceed|started)\?session=/);
    await expectFocusKept(page, "while it starts");
    await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
    await expectFocusKept(page, "while it charges");
  });

  await test.step("a dialog gives the keyboard back to where it was opened", async () => {
    const stop = page.getByRole("button", { name: "Hold to stop" });
    await tabTo(page, stop);
    await press("Enter");
    const sure = page.getByRole("dialog", { name: "Stop charging?" });
    await expect(sure).toBeVisible();
    await expectFocusKept(page, "in the dialog");
    expect(await sure.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await press("Escape");
    await expect(sure).toHaveCount(0);
    await expect(stop).toBeFocused();
  });

  await test.step("stop, and the bill", async () => {
    await press("Enter");
    const sure = page.getByRole("dialog", { name: "Stop charging?" });
    await tabTo(page, sure.getByRole("button", { name: "Stop charging" }));
    await press("Enter");
    await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
    await expect(page.getByRole("heading", { level: 1, name: "Bill" })).toBeAttached();
    await expectFocusKept(page, "on the bill");
    await expect(page.getByText("Stopped by you")).toBeVisible({ timeout: 60_000 });
    await expectFocusKept(page, "on the bill when it is there");
  });
});

test.describe("shortcuts on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  test("lead to screens and the search, not while somebody types, and can be switched off", async ({
    page,
  }) => {
    await signInOnce(page, await newDriver(world));
    await page.goto("/history");
    const press = (key: string) => page.keyboard.press(key);
    const go = async (letter: string) => {
      await press("g");
      await press(letter);
    };
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const opener = page.getByRole("button", { name: "Keyboard shortcuts" });
    await expect(opener).toBeVisible();
    await expect(async () => {
      await go("w");
      await expect(page).toHaveURL("/wallet", { timeout: 500 });
    }).toPass();
    await expectFocusKept(page, "in the wallet");
    await go("v");
    await expect(page).toHaveURL("/my-vehicle");

    const search = page.getByRole("combobox", { name: "Place, station or PIN code" });
    await press("/");
    await expect(page).toHaveURL("/tabs/tab1");
    await expect(search).toBeFocused();
    await page.keyboard.type("gwg?/");
    await expect(search).toHaveValue("gwg?/");
    await expect(page).toHaveURL("/tabs/tab1");
    await expect(help).toHaveCount(0);

    await search.fill("");
    await page.getByRole("button", { name: "menu", exact: true }).focus();
    await press("?");
    await expect(help).toBeVisible();
    await expect(help).toContainText("Charging History");
    await expectAccessible(page, "keyboard shortcuts");
    await go("w");
    await expect(help).toBeVisible();
    const use = help.getByRole("switch", { name: "Use shortcuts" });
    await use.click();
    await expect(use).not.toBeChecked();
    await press("Escape");
    await expect(help).toHaveCount(0);

    await page.reload();
    await opener.focus();
    await go("w");
    await press("?");
    await expect(help).toHaveCount(0);
    await expect(page).toHaveURL("/tabs/tab1");
    await opener.click();
    await help.getByRole("switch", { name: "Use shortcuts" }).click();
    await press("Escape");
    await expect(help).toHaveCount(0);
    await go("w");
    await expect(page).toHaveURL("/wallet");
  });
});
