import { support, vehicles } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { type DriverClient, freePlug, newDriver } from "@voltmarg/testkit/driver";
import { callRoute } from "@voltmarg/client/node";
import { car } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { expectAccessible } from "./screens.ts";
import { expect, rupees, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
  contextOptions: { reducedMotion: "reduce" },
});

const regionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string | RegExp) =>
  main(page).getByRole("heading", { level: 1, name });
const scrollTop = (region: Locator) =>
  region.locator(".content").evaluate(({ scrollTop: top }) => top);

async function writeTickets(driver: DriverClient, count: number): Promise<void> {
  for (let nth = 1; nth <= count; nth += 1)
    await callRoute(world.url, support.createTicket, {
      token: driver.token,
      body: { category: "APP", text: `Ticket number ${nth}`, file_ids: [] },
    });
}

/** A session that has ended, and its bill. */
async function charged(driver: DriverClient): Promise<{ sessionId: string; billId: string }> {
  const { id } = await driver.start(await freePlug(driver), 200);
  await until(`${id} takes energy`, async () => ((await driver.session(id)).kwh ?? 0) > 0.3);
  await driver.stop(id).catch(() => undefined);
  const bill = await until("the bill", () => driver.cdrOfSession(id).catch(() => undefined));
  return { sessionId: id, billId: bill.id };
}

test("[R-9] [R-25] tickets stay beside the one that is open: scroll, mark, keyboard, back and reload", async ({
  page,
}) => {
  const driver = await newDriver(world);
  await writeTickets(driver, 14);
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await page.goto("/support");
  const list = regionOf(page, "Support");
  await expect(main(page).getByText("Choose a ticket")).toBeVisible();
  await expectAccessible(page, "tickets, none open");
  const first = list.getByRole("link", { name: /Ticket number 1\b/ });
  await first.scrollIntoViewIfNeeded();
  const before = await scrollTop(list);
  expect(before).toBeGreaterThan(100);

  await first.click();
  await expect(page).toHaveURL(/\/support\?ticket=/);
  const opened = page.url();
  await expect(heading(page, "The app")).toBeFocused();
  await expect(main(page).getByText("Ticket number 1", { exact: true })).toBeVisible();
  expect(await scrollTop(list)).toBe(before);
  await expect(list.locator("[aria-current=true]")).toHaveCount(1);
  await expect(first).toHaveAttribute("aria-current", "true");
  await expectAccessible(page, "tickets, one open");

  await page.keyboard.press("Escape");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const second = list.getByRole("link", { name: /Ticket number 2\b/ });
  await expect(second).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(main(page).getByText("Ticket number 2", { exact: true })).toBeVisible();
  await expect(second).toHaveAttribute("aria-current", "true");
  expect(page.url()).not.toBe(opened);

  await page.reload();
  await expect(main(page).getByText("Ticket number 2", { exact: true })).toBeVisible();
  await expect(list.locator("[aria-current=true]")).toHaveText(/^Ticket number 2We/);
  // One step back closes what is open, however many were opened.
  await page.goBack();
  await expect(page).toHaveURL("/support");
  await expect(main(page).getByText("Choose a ticket")).toBeVisible();
});

test("[R-14] [R-15] [R-6] a bill opens beside the list it was chosen from, with its power curve, and there after a reload", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
  const { sessionId, billId } = await charged(driver);
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await page.goto("/history");
  const history = regionOf(page, "Charging History");
  await history.locator(`a[href='/billsummary/${billId}']`).click();
  await expect(heading(page, "Bill")).toBeFocused();
  await expect(history).toBeVisible();
  const lines = main(page).getByRole("region", { name: "How the price is made" });
  const curve = main(page).getByRole("img", { name: /^Power over time/ });
  await expect(curve).toBeVisible();
  const [text, chart] = await Promise.all([lines.boundingBox(), curve.boundingBox()]);
  expect(chart!.x).toBeGreaterThan(text!.x + text!.width);
  await expectAccessible(page, "bill beside the history");
  await main(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL("/history");

  await page.goto("/wallet");
  const wallet = regionOf(page, "Wallet");
  await wallet.locator(`a[href='/billsummary/${billId}']`).first().click();
  await expect(heading(page, "Bill")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Bill")).toBeVisible();
  await expect(wallet).toBeVisible();
  await expect(history).toHaveCount(0);
  await wallet.getByRole("button", { name: "Back" }).click();
  await expect(page).not.toHaveURL(/wallet|billsummary/);

  await page.goto("/notifications");
  const told = regionOf(page, "Notifications");
  const { amount_minor, total_energy } = await driver.cdrOfSession(sessionId);
  const billed = told.getByRole("link", { name: /Your bill is ready/ });
  await expect(billed).toContainText(`${rupees(amount_minor)} for ${total_energy.toFixed(2)} kWh`);
  // A charge that is over leads on to its bill, and the row stays marked.
  const ended = told.getByRole("link", { name: /Charging has ended/ });
  await ended.click();
  await expect(page).toHaveURL(`/billsummary/${billId}`);
  await expect(ended).toHaveAttribute("aria-current", "true");
  await expect(told.locator("[aria-current=true]")).toHaveCount(1);

  // By its address alone it is one of the history.
  await page.goto(`/billsummary/${billId}`);
  await expect(history.locator("[aria-current=true]")).toHaveCount(1);

  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(history).toBeVisible();
  await expect(curve).toBeVisible();
  const [narrowText, narrowChart] = await Promise.all([lines.boundingBox(), curve.boundingBox()]);
  expect(narrowChart!.x).toBeGreaterThan(narrowText!.x + narrowText!.width);
  // The chart leaves the lines the larger part.
  await expect.poll(async () => (await curve.boundingBox())!.width).toBeLessThan(narrowText!.width);
  await page.setViewportSize({ width: 819, height: 1180 });
  await expect(history).toHaveCount(0);
  await expect(heading(page, "Bill")).toBeVisible();
});

test("[R-26] [R-22] [R-23] notifications and vehicles have theirs beside them, from the other side in Urdu", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const own = { token: driver.token, params: { userId: driver.userId } };
  await callRoute(world.url, vehicles.addVehicle, { ...own, body: { ...car, model: "Second" } });
  await signInOnce(page, driver);
  await page.goto("/my-vehicle");
  const list = regionOf(page, "My EV");
  await list.getByRole("link", { name: /Second/ }).click();
  await expect(heading(page, "Edit vehicle")).toBeFocused();
  await expect(list.locator("[aria-current=true]")).toHaveText(/Second/);

  await page.goto("/notifications");
  await regionOf(page, "Notifications").getByRole("link", { name: "Settings" }).click();
  await expect(heading(page, "Notification settings")).toBeFocused();
  await expect(regionOf(page, "Notifications")).toBeVisible();

  await page.evaluate(() => localStorage.setItem("vm.language", "ur"));
  await page.reload();
  const sides = await Promise.all([
    page.locator(".beside-list").boundingBox(),
    page.locator(".beside-detail").boundingBox(),
  ]);
  expect(sides[0]!.x).toBeGreaterThan(sides[1]!.x + sides[1]!.width - 1);
});

test("[R-15] [R-23] beside a list one button leads, and what is chosen begins where its headings do", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  await signInOnce(page, driver);
  const colour = (button: Locator) =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto("/wallet");
  const add = page.locator(".beside-list .actionbar .btn");
  const leading = await colour(add);
  await page.goto("/add-money?amount=500");
  const pay = main(page).getByRole("button", { name: "Pay ₹500 by UPI" });
  await expect(pay).toBeVisible();
  expect(await colour(pay)).toBe(leading);
  expect(await colour(add)).not.toBe(leading);

  await page.goto("/add-vehicle");
  const search = main(page).getByRole("searchbox");
  const [field, title] = await Promise.all([
    search.boundingBox(),
    main(page).getByRole("heading", { name: "Most sold" }).boundingBox(),
  ]);
  expect(title!.x - 20).toBeLessThan(field!.x);
  expect(field!.width).toBeGreaterThan(500);
});

test("[B-4] the table beside the chart of usage shows its last column", async ({ page }) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
  await charged(driver);
  await signInOnce(page, driver);
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/my-usage");
    const last = page.getByRole("columnheader", { name: "Per km" });
    await expect(last).toBeVisible();
    const [table, column] = await Promise.all([
      page.locator(".utable").boundingBox(),
      last.boundingBox(),
    ]);
    expect(column!.x + column!.width).toBeLessThanOrEqual(table!.x + table!.width + 1);
  }
});
