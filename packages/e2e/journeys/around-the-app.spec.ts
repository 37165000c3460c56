import type { Refusal } from "@voltmarg/client";
import { accounts, stations, vehicles } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, freePlug, newDriver, newMobile } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { agreeToNotice } from "./agree.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Signs up a new number from the login screen. */
async function signInAsNewcomer(page: Page, name: string): Promise<void> {
  const mobile = newMobile();
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("textbox", { name: /-digit OTP/ }).fill(await codeFor(world.url, mobile));
  await expect(page).toHaveURL("/signup");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
  await agreeToNotice(page);
}

async function named(name: string): Promise<DriverClient> {
  const driver = await newDriver(world, { vehicle: true });
  await callRoute(world.url, accounts.updateUser, {
    token: driver.token,
    params: { id: driver.userId },
    body: { name },
  });
  return driver;
}

const menuOf = (page: Page): Locator => page.getByRole("dialog", { name: "Menu" });
const avatarOf = (page: Page): Locator => page.getByRole("button", { name: /menu$/ });

async function openMenu(page: Page): Promise<Locator> {
  await avatarOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  return menuOf(page);
}

test.describe("guards", () => {
  // A correct code for an unknown number gets 409, a missing bill 404.
  test.use({ refusals: [404, 409] });

  test("[G-2] guarded paths redirect a signed-out driver to login and back after signing in", async ({
    page,
  }) => {
    const plug = await freePlug(await newDriver(world));
    // The number and its button come before every other way to sign in.
    await page.goto("/login");
    await page.getByLabel("Mobile number").focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Send OTP" })).toBeFocused();
    for (const address of [
      "/tabs/tab3",
      "/wallet",
      "/charging-started?session=x",
      "/no-such-page",
    ]) {
      await page.goto(address);
      await expect(page, address).toHaveURL("/login");
    }
    const station = `/charging-details/${plug.location_id}`;
    await page.goto(station);
    await signInAsNewcomer(page, "Ila Sen");
    await expect(page).toHaveURL(station);
    await expect(page.getByRole("heading", { level: 1, name: plug.locationName })).toBeVisible();
  });

  test("[G-2] [A-4] the path of a bill survives a sign-in; after logout the next driver starts at the map", async ({
    page,
  }) => {
    await page.goto("/billsummary/of-nobody?from=mail");
    await signInAsNewcomer(page, "Ila Sen");
    await expect(page).toHaveURL("/billsummary/of-nobody?from=mail");
    const vehicle = page.getByRole("dialog", { name: "Add your vehicle" });
    await expect(vehicle).toBeVisible();
    await vehicle.getByRole("button", { name: "Close" }).click();
    await page
      .getByRole("dialog", { name: /Load your wallet/ })
      .getByLabel("Close")
      .click();

    await page.goto("/tabs/tab1");
    await page.getByRole("button", { name: "Free now" }).click();
    await (await openMenu(page)).getByRole("link", { name: "Charging History" }).click();
    await expect(page).toHaveURL("/history");
    await page.getByRole("button", { name: "Back" }).click();
    await (await openMenu(page)).getByRole("button", { name: "Logout" }).click();
    await signInAsNewcomer(page, "Om Das");
    await expect(page).toHaveURL(/\/tabs/);
    await expect(page.getByRole("button", { name: "Free now" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
  });

  test("[G-1] login, signup, phone-number-enter and otp redirect a signed-in driver", async ({
    page,
  }) => {
    await signedIn(page, await newDriver(world));
    for (const address of ["/login", "/signup", "/phone-number-enter", "/otp", "/otp-anything"]) {
      await page.goto(address);
      await expect(page, address).toHaveURL("/tabs");
    }
  });

  test("[G-4] [R-12] [R-13] no estimate without a plug", async ({ page }) => {
    await signedIn(page, await newDriver(world));
    for (const address of ["/estimate-money", "/estimate-amount", "/estimate-amount?location="]) {
      await page.goto(address);
      await expect(page, address).toHaveURL("/tabs");
    }
  });

  test("[R-27] [R-28] [R-29] terms, privacy and the server address open without a sign-in", async ({
    page,
  }) => {
    for (const [address, title] of [
      ["/tou", "Terms and Conditions"],
      ["/privacy", "Privacy Policy"],
      ["/url-config", "Server address"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveURL(address);
      await expectAccessible(page, address);
    }
  });
});

test.describe("side menu", () => {
  const entries = [
    ["My Profile", "/profile"],
    ["Active Session", null],
    ["My EV", "/my-vehicle"],
    ["Wallet", "/wallet"],
    ["Favorites", "/tabs/tab3"],
    ["My Usage", "/my-usage"],
    ["Charging History", "/history"],
    ["FAQ", "/faq"],
    ["Support", "/support"],
    ["EV Charging Steps", "/initiate-charging"],
    ["Terms and Conditions", "/tou"],
    ["Privacy Policy", "/privacy"],
  ] as const;

  test("[M-1] [M-2] names the driver, has the twelve entries in order, and closes by Esc and scrim but not by a swipe", async ({
    page,
  }) => {
    const driver = await named("Kabir Anand");
    await signedIn(page, driver);
    await page.goto("/tabs/tab1");
    const menu = await openMenu(page);
    await expect(menu).toContainText("Kabir Anand");
    await expect(menu).toContainText(`+91 ${driver.mobile.slice(0, 5)} ${driver.mobile.slice(5)}`);
    expect(await menu.boundingBox()).toMatchObject({ x: 0, width: 0.8 * 390 });
    const items = menu.getByRole("listitem");
    await expect(items).toHaveText(
      entries.map(([title]) => (title === "Wallet" ? "Wallet₹0.00" : title)),
    );
    await expect(menu).toContainText("App Version 1.8.0");
    const logout = await menu.getByRole("button", { name: "Logout" }).boundingBox();
    const last = await items.last().boundingBox();
    expect(logout!.y).toBeGreaterThan(last!.y + last!.height - 1);
    await expectAccessible(page, "side menu");

    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(avatarOf(page)).toBeFocused();
    await openMenu(page);
    await page.mouse.click(370, 400);
    await expect(menu).toBeHidden();
    await expect(avatarOf(page)).toBeFocused();
    await swipe(page, 2, 340);
    await expect(menu).toBeHidden();
    await openMenu(page);
    await swipe(page, 280, 5);
    await expect(menu).toBeVisible();
  });

  test("[M-2] [R-1] [R-6] [R-8] [R-14] [R-22] [R-27] [R-28] each entry opens its screen", async ({
    page,
  }) => {
    await signedIn(page, await newDriver(world));
    await page.goto("/tabs/tab1");
    for (const [title, path] of entries) {
      if (path === null) continue;
      await (await openMenu(page)).getByRole("link", { name: title }).click();
      await expect(page, title).toHaveURL(path);
      await expect(menuOf(page)).toBeHidden();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      if (path === "/tabs/tab3") await page.getByRole("link", { name: "Map" }).click();
      else await page.goBack();
    }
  });
});

/** Swipes across the screen; px from the left. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", x: number) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y: 500 }] });
  await touch("touchStart", from);
  for (let step = 1; step <= 8; step += 1)
    await touch("touchMove", from + ((to - from) * step) / 8);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await fingers.detach();
}

test.describe("toasts", () => {
  // Deleting what another phone has already deleted gets 404.
  test.use({ refusals: [404] });

  test("[M-8] [S-5] show at the top for 2000 ms, errors until closed, and can be read again", async ({
    page,
  }) => {
    const driver = await newDriver(world, { vehicle: true });
    await signedIn(page, driver);
    await page.clock.install();
    await page.goto("/tabs/tab1");
    const none = page.getByRole("status").filter({
      hasText: /^Currently no charging session is going on\. Please check charging history\.$/,
    });

    await test.step("info: the words of the specification, for 2000 ms", async () => {
      const active = (await openMenu(page)).getByRole("button", { name: "Active Session" });
      await freeze(page);
      await active.click();
      await expect(none).toBeVisible();
      expect((await none.boundingBox())!.y).toBeLessThan(40);
      await page.clock.runFor(1900);
      await expect(none).toBeVisible();
      await page.clock.runFor(150);
      await expect(none).toHaveCount(0);
      await page.clock.resume();
      await expect(menuOf(page)).toBeHidden();
      await expect(page).toHaveURL("/tabs/tab1");
    });

    await test.step("a close button", async () => {
      await (await openMenu(page)).getByRole("button", { name: "Active Session" }).click();
      await none.getByRole("button", { name: "Close" }).click();
      await expect(none).toHaveCount(0);
    });

    await test.step("an error stays until it is closed", async () => {
      await page.goto("/my-vehicle");
      await page.getByRole("link", { name: /^Edit / }).click();
      await page.getByRole("button", { name: "Delete vehicle" }).click();
      const [mine] = (await listed(driver)).content;
      await callRoute(world.url, vehicles.deleteVehicle, {
        token: driver.token,
        params: { userId: driver.userId, id: mine!.id },
      });
      const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete vehicle" });
      await expect(confirm).toBeVisible();
      await confirm.click();
      const error = page.getByRole("alert").filter({ hasText: /^This vehicle is no longer here$/ });
      await expect(error).toBeVisible();
      await freeze(page);
      await page.clock.runFor(60_000);
      await page.clock.resume();
      await error.getByRole("button", { name: "Close" }).click();
      await expect(error).toHaveCount(0);
    });

    await test.step("it can be read again", async () => {
      const back = page.getByRole("button", { name: "Back" });
      while (!(await page.getByRole("button", { name: /menu$/ }).isVisible()))
        await back
          .first()
          .click({ timeout: 2000 })
          .catch(() => undefined);
      await (await openMenu(page)).getByRole("link", { name: "Notifications" }).click();
      await page.getByRole("link", { name: /^Read \d messages? of this visit again$/ }).click();
      await expect(page.getByRole("heading", { name: "Messages of this visit" })).toBeVisible();
      await expect(page.getByRole("listitem").first()).toContainText(
        "This vehicle is no longer here",
      );
      await expectAccessible(page, "messages of this visit");
    });

    await test.step("and stay longer on a device where the driver chose so", async () => {
      await page.goto("/profile");
      await page.getByText("Until closed", { exact: true }).click();
      await page.goto("/tabs/tab1");
      const active = (await openMenu(page)).getByRole("button", { name: "Active Session" });
      await freeze(page);
      await active.click();
      await expect(none).toBeVisible();
      await page.clock.runFor(60_000);
      await expect(none).toBeVisible();
    });
  });
});

/** Installs a fake clock in the page, which only the test moves. */
async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

const listed = (driver: DriverClient) =>
  callRoute(world.url, vehicles.listVehicles, {
    token: driver.token,
    params: { userId: driver.userId },
  });

test.describe("signing out", () => {
  // A revoked token gets 401, and so does its refresh.
  test.use({ refusals: [401] });

  test("[A-4] logout removes the driver's data from the phone and revokes the token", async ({
    page,
  }) => {
    const driver = await named("Kabir Anand");
    await signInOnce(page, driver);
    await page.goto("/tabs/tab1");
    await page.getByRole("button", { name: "Free now" }).click();
    await expect(page.locator("a[href^='/charging-details/']").first()).toBeVisible();
    await page.goto("/profile");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kabir Anand");
    await expect.poll(() => everythingKept(page)).toContain(driver.userId);

    await page.goto("/tabs/tab1");
    await (await openMenu(page)).getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(async () => JSON.parse(await everythingKept(page))).toEqual([]);
    await expect
      .poll(() =>
        callRoute(world.url, accounts.getUser, {
          token: driver.token,
          params: { id: driver.userId },
        }).catch((error: unknown) => (error as Refusal).status),
      )
      .toBe(401);
    await page.goBack();
    await expect(page).toHaveURL("/login");
  });

  test("[A-3] a driver signed out elsewhere is sent to login, and local data is removed", async ({
    page,
  }) => {
    const driver = await newDriver(world);
    await signInOnce(page, driver);
    await page.goto("/profile");
    await expect(page.getByLabel("Mobile number")).toBeVisible();
    await callRoute(world.url, accounts.logout, { token: driver.token });
    // The next call gets 401; on a slow machine that is a call of the page itself, and the form is gone.
    const save = async () => {
      await page.getByLabel("Name", { exact: true }).fill("Kabir Anand", { timeout: 5000 });
      await page.getByRole("button", { name: "Save" }).click({ timeout: 5000 });
    };
    await save().catch(() => undefined);
    await expect(page).toHaveURL("/login");
    await expect.poll(() => everythingKept(page)).not.toContain(driver.userId);
    expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  });
});

/** Everything about the driver in the page's storage, as text. */
const everythingKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [];
    // The count of app starts is not personal.
    const isVisit = ([key]: [string, unknown]) => key === "vm.visits" || key === "vm.visit";
    for (const storage of [localStorage, sessionStorage])
      kept.push(...Object.entries(storage).filter((entry) => !isVisit(entry)));
    // The app itself, as it was built, is everybody's.
    const isApp = (name: string) => name === "vm.app" || name === "vm.needed";
    for (const name of (await caches.keys()).filter((each) => !isApp(each)))
      kept.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    kept.push(...(await indexedDB.databases()));
    return JSON.stringify(kept);
  });

test("[A-5] [R-8] name, e-mail and GSTIN can be changed; what is wrong is said at its field", async ({
  page,
}) => {
  const driver = await named("Kabir Anand");
  await signedIn(page, driver);
  await page.goto("/profile");
  await expectAccessible(page, "profile");
  const gstIn = page.getByLabel("GSTIN, if you claim input credit");
  await page.getByLabel("Name", { exact: true }).fill("Kabir S. Anand");
  await page.getByLabel("E-mail").fill("kabir@example");
  // The last character is a checksum: V is correct.
  await gstIn.fill("27AAPFU0939F1ZW");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Write it like/);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(gstIn).toHaveAccessibleDescription(/This is not a GSTIN/);
  await expectAccessible(page, "profile with errors");
  expect((await driver.user()).name).toBe("Kabir Anand");

  await page.getByLabel("E-mail").fill("kabir@example.in");
  await gstIn.fill("27aapfu0939f1zv");
  await page.getByLabel("Name of the business").fill("Anand Traders");
  await page.getByLabel("Address of the business").fill("4 Mill Road");
  await page.getByLabel("City of the business").fill("Pune");
  const pin = page.getByLabel("PIN code of the business");
  await pin.fill("560001");
  await expect(pin).toHaveAccessibleDescription(/not in the state of the GSTIN/);
  await pin.fill("411001");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectAccessible(page, "profile with a business");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  const changed = {
    name: "Kabir S. Anand",
    email: "kabir@example.in",
    gst_in: "27AAPFU0939F1ZV",
    business_name: "Anand Traders",
    business_postal_code: "411001",
  };
  expect(await driver.user()).toMatchObject(changed);
  await page.reload();
  await expect(gstIn).toHaveValue(changed.gst_in);
  await expect(pin).toHaveValue(changed.business_postal_code);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(await openMenu(page)).toContainText(changed.name);
});

test("[V-1] [V-2] [R-22] [R-23] a second vehicle is added, made primary, changed and deleted", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const garage = async () =>
    (await listed(driver)).content.map(({ model, is_primary }) => ({ model, is_primary }));
  await signedIn(page, driver);
  await page.goto("/my-vehicle");

  await page.getByRole("link", { name: "Add vehicle" }).click();
  await expect(page).toHaveURL("/add-vehicle");
  await page.getByRole("button", { name: "My vehicle is not listed" }).click();
  await page.getByRole("button", { name: "Save vehicle" }).click();
  await expect(page.getByLabel("Make", { exact: true })).toHaveAccessibleDescription(
    "Enter the make",
  );
  await expect(page.getByLabel("Make", { exact: true })).toBeFocused();
  await expectAccessible(page, "add-vehicle with errors");
  await page.getByLabel("Make", { exact: true }).fill("Mahi");
  await page.getByLabel("Model", { exact: true }).fill("Ek");
  await page.getByLabel("Registration number").fill("mh12qt4417");
  await page.getByRole("radio", { name: "Red" }).check({ force: true });
  await page.getByRole("switch", { name: "Commercial vehicle" }).click();
  await page.getByLabel("DC, at most, kW").fill("120");
  await page.getByLabel("AC, at most, kW").fill("11");
  await page.getByRole("button", { name: "Save vehicle" }).click();
  await expect(page).toHaveURL("/my-vehicle");
  await expect(page.getByText("MH 12 QT 4417")).toBeVisible();
  expect(await garage()).toContainEqual({ model: "Ek", is_primary: false });

  await page.getByRole("button", { name: "More for Mahi Ek" }).click();
  await expectAccessible(page, "my-vehicle: what can be done");
  await page.getByRole("button", { name: "Make primary" }).click();
  const primary = page.getByRole("region", { name: "Mahi Ek" });
  await expect(primary).toContainText("Primary");
  // Nobody stated battery and range: nothing is reckoned from them.
  await expect(primary.getByRole("definition").filter({ hasText: "Not known yet" })).toHaveCount(2);
  await expect(primary.locator(".plate--commercial")).toHaveText("MH 12 QT 4417");
  expect(await garage()).toContainEqual({ model: "Nexon EV Long Range", is_primary: false });
  expect(await garage()).toContainEqual({ model: "Ek", is_primary: true });
  await expectAccessible(page, "my-vehicle: two");

  await primary.getByRole("link", { name: "Edit Mahi Ek" }).click();
  await expect(page).toHaveURL(/\/add-vehicle\/.+/);
  await page.reload();
  await expect(page.getByLabel("Registration number")).toHaveValue("MH 12 QT 4417");
  await page.getByLabel("Model", { exact: true }).fill("Ek Plus");
  await page.getByLabel("AC, at most, kW").fill("");
  await page.getByLabel("Battery, kWh").fill("60,5");
  await page.getByLabel("Range in everyday use, km").fill("420");
  await page.getByRole("checkbox", { name: "15 A socket, with a portable charger" }).check();
  await page.getByRole("button", { name: "Save vehicle" }).click();
  // It has an AC inlet, so it takes AC, with a power that nobody stated.
  const plus = page.getByRole("region", { name: "Mahi Ek Plus" });
  await expect(plus).toContainText("Not known yet");
  await expect(plus).toContainText("15 A socket");
  await expect(plus).toContainText("60.5kWh");

  await page.getByRole("link", { name: "Edit Mahi Ek Plus" }).click();
  await page.getByRole("button", { name: "Delete vehicle" }).click();
  const sure = page.getByRole("dialog", { name: "Delete Mahi Ek Plus?" });
  await expectAccessible(page, "add-vehicle: delete?");
  await sure.getByRole("button", { name: "Delete vehicle" }).click();
  await expect(page).toHaveURL("/my-vehicle");
  await expect(page.getByRole("region", { name: /Nexon/ })).toContainText("Primary");
  expect(await garage()).toEqual([{ model: "Nexon EV Long Range", is_primary: true }]);
});

test("[L-6] [R-1] a station is added to the favourites, listed with its distance, and removed", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const plug = await freePlug(driver);
  const wished = async () =>
    (
      await callRoute(world.url, stations.getWishlist, {
        token: driver.token,
        params: { userId: driver.userId },
      })
    ).data.locations.map(({ id }) => id);
  await signedIn(page, driver);
  await page.goto("/tabs/tab3");
  await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  await expectAccessible(page, "favourites: none");

  await page.goto(`/charging-details/${plug.location_id}`);
  await page.getByRole("button", { name: "Add to favorites" }).click();
  await expect(page.getByRole("button", { name: "Remove from favorites" })).toBeVisible();
  await expect.poll(wished).toEqual([plug.location_id]);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("link", { name: "Favorites" }).click();
  const row = page.getByRole("link", { name: plug.locationName });
  await expect(row).toContainText(/\d\skm/);
  await expectAccessible(page, "favourites");

  await row.click();
  await page.getByRole("button", { name: "Remove from favorites" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/tabs/tab3");
  await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  await expect.poll(wished).toEqual([]);
});

test("[B-1] [R-7] a payment that fails or is left credits nothing and says so; then it can be paid", async ({
  page,
}) => {
  const driver = await newDriver(world);
  await signInOnce(page, driver);
  const provider = page.frameLocator("iframe");
  const balance = async () => (await driver.wallet()).balance_minor;

  await test.step("left", async () => {
    await page.goto("/add-money?amount=500");
    await page.getByRole("button", { name: "Pay ₹500" }).click();
    await provider.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/add-money\?topup=/);
    await expect(page.getByRole("heading", { name: "Nothing was paid" })).toBeVisible();
    await expectAccessible(page, "add-money: left");
    expect(await balance()).toBe(0);
  });

  await test.step("failed", async () => {
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await provider.getByRole("button", { name: "Fail" }).click();
    await expect(page).toHaveURL(/\/add-money\?topup=/);
    await expect(
      page.getByRole("heading", { name: "The payment did not go through" }),
    ).toBeVisible();
    await expectAccessible(page, "add-money: failed");
    expect(await balance()).toBe(0);
  });

  await test.step("paid at last", async () => {
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Pay ₹500" }).click();
    await provider.getByRole("button", { name: "Pay by card" }).click();
    await expect(page.getByRole("heading", { name: "₹500.00 added" })).toBeVisible();
    expect(await balance()).toBe(50_000);
    expect(await driver.movements()).toMatchObject([{ kind: "TOP_UP", amount_minor: 50_000 }]);
  });
});
