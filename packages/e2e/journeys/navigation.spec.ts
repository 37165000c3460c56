import { vehicles } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, newDriver } from "@voltmarg/testkit/driver";
import { car } from "@voltmarg/world/seed";
import { expect, signedIn, test, world } from "./world.ts";

const menuOf = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const avatarOf = (page: Page) => page.getByRole("button", { name: /menu$/ });

/** A driver with more vehicles than a screen shows. */
async function withFleet(page: Page): Promise<DriverClient> {
  const driver = await newDriver(world, { vehicle: true });
  const own = { token: driver.token, params: { userId: driver.userId } };
  for (let nth = 1; nth <= 9; nth += 1)
    await callRoute(world.url, vehicles.addVehicle, {
      ...own,
      body: { ...car, model: `Nexon ${nth}` },
    });
  await signedIn(page, driver);
  return driver;
}

test.describe("stepping back", () => {
  // Animations only slow these tests down.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("closes the top dialog first, then leaves the page, which keeps its scroll position", async ({
    page,
  }) => {
    await withFleet(page);
    await page.goto("/tabs/tab1");
    await avatarOf(page).click();
    await expect(menuOf(page)).toBeVisible();
    await page.goBack();
    await expect(menuOf(page)).toBeHidden();
    await expect(page).toHaveURL("/tabs/tab1");
    await expect(avatarOf(page)).toBeFocused();

    await avatarOf(page).click();
    await menuOf(page).getByRole("link", { name: "My EV" }).click();
    const more = page.getByRole("button", { name: /^More for .*Nexon 9$/ });
    await more.scrollIntoViewIfNeeded();
    const list = page.locator(".content");
    const top = () => list.evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(50);

    await more.click();
    const actions = page.getByRole("dialog", { name: /Nexon 9$/ });
    await expect(actions).toBeVisible();
    await page.goBack();
    await expect(actions).toHaveCount(0);
    await expect(page).toHaveURL("/my-vehicle");
    await expect(more).toBeFocused();

    await more.click();
    await actions.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit vehicle" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/my-vehicle");
    await expect(actions).toHaveCount(0);
    await expect.poll(top).toBe(before);
    // A new page starts at the top.
    await page.goBack();
    await expect(page).toHaveURL("/tabs/tab1");
    await expect(menuOf(page)).toBeHidden();
    await avatarOf(page).click();
    await menuOf(page).getByRole("link", { name: "My EV" }).click();
    await expect(more).toBeAttached();
    await expect.poll(top).toBe(0);
  });

  test("also closes a dialog on the first page of a visit, and the page's back button leaves it", async ({
    page,
  }) => {
    await withFleet(page);
    await page.goto("/my-vehicle");
    const more = page.getByRole("button", { name: /^More for .*Nexon 1$/ });
    const actions = page.getByRole("dialog", { name: /Nexon 1$/ });
    await more.click();
    await expect(actions).toBeVisible();
    await page.goBack();
    await expect(actions).toHaveCount(0);
    await expect(page).toHaveURL("/my-vehicle");
    await more.click();
    await actions.getByRole("button", { name: "Close" }).click();
    await expect(actions).toHaveCount(0);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/tabs/);
  });

  test("does not lead to a replaced page, with or without dialogs", async ({ page }) => {
    await signedIn(page, await newDriver(world));
    await page.goto("/support");
    await page.getByRole("link", { name: /Report a problem/ }).click();
    await page.getByLabel("What is it about?").selectOption("Something else");
    await page.getByLabel("What happened?").fill("The map is empty.");
    await page.getByRole("button", { name: "Add photo" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL(/\/support\?ticket=/);
    await expect(page.getByLabel("Your answer")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/support");
    await expect(page.getByRole("link", { name: /The map is empty/ })).toBeVisible();
  });
});

/** Swipes down the screen; px from the top. */
async function pullDown(page: Page, from: number, to: number): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", y: number) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: 195, y }] });
  await touch("touchStart", from);
  for (let step = 1; step <= 10; step += 1)
    await touch("touchMove", from + ((to - from) * step) / 10);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await fingers.detach();
}

const lists = [
  { at: "/notifications", asks: /\/api\/user\/v1\/notifications\?/ },
  { at: "/wallet", asks: /\/movements\?/ },
  { at: "/history", asks: /\/cdrs\/[^/]+\/search\?/ },
  { at: "/support", asks: /\/api\/user\/v1\/tickets\?/ },
  { at: "/tabs/tab3", asks: /\/wishlist\// },
];

test("pulling a list down reloads it, a short pull does not, and keyboards have a button", async ({
  page,
}) => {
  await signedIn(page, await newDriver(world));
  for (const { at, asks } of lists) {
    await test.step(at, async () => {
      const answered = page.waitForResponse((response) => asks.test(response.url()));
      await page.goto(at);
      await answered;
      const sign = page.getByRole("button", { name: /^Refresh/ });
      await expect(sign).toBeAttached();
      let asked = 0;
      const count = (request: { url(): string }) => {
        if (asks.test(request.url())) asked += 1;
      };
      page.on("request", count);
      await pullDown(page, 300, 350);
      await pullDown(page, 300, 480);
      await expect.poll(() => asked).toBe(1);
      await expect(page.getByText("Up to date")).toBeAttached();
      await sign.focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => asked).toBe(2);
      page.off("request", count);
    });
  }
});

test("pages enter from their side within 200 to 320 ms, and without motion where that is asked for", async ({
  page,
}) => {
  await signedIn(page, await newDriver(world));
  await page.goto("/wallet");
  await page.evaluate(() => {
    const moves: { way: string; ms: number }[] = [];
    Object.assign(globalThis, { moves });
    addEventListener("animationstart", ({ animationName, target }) => {
      if (animationName !== "page-in") return;
      const [move] = (target as Element).getAnimations();
      const ms = Number(move?.effect?.getTiming().duration);
      moves.push({ way: document.documentElement.dataset["way"] ?? "", ms });
    });
  });
  const moves = () =>
    page.evaluate(() => (globalThis as unknown as { moves: { way: string; ms: number }[] }).moves);
  const there = page.getByRole("heading", { level: 1, name: "Add money" });
  await page.getByRole("link", { name: "Add money" }).click();
  await expect(there).toBeVisible();
  await expect.poll(async () => (await moves()).map(({ way }) => way)).toContain("push");
  await page.goBack();
  await expect(there).toHaveCount(0);
  await expect.poll(async () => (await moves()).at(-1)?.way).toBe("pop");
  for (const { ms } of await moves()) {
    expect(ms).toBeGreaterThanOrEqual(200);
    expect(ms).toBeLessThanOrEqual(320);
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  const before = (await moves()).length;
  await page.getByRole("link", { name: "Add money" }).click();
  await expect(there).toBeVisible();
  expect((await moves()).slice(before).filter(({ ms }) => ms > 0)).toEqual([]);
});
