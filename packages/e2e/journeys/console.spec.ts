import type { Page } from "@playwright/test";
import { freePlug, newDriver, scenario, unplug, type DriverClient } from "@voltmarg/testkit/driver";
import { acceptIn, memberOf } from "./console-staff.ts";
import { expectAccessible } from "./screens.ts";
import { expect, rupees, signedIn, test, world } from "./world.ts";

const told: string[] = [];
// The scenario of a plug outlives the test, and another test may use the plug.
test.afterEach(async () => {
  for (const evse of told.splice(0)) await scenario(world, "happy", evse);
});

/** A charging session of a new driver at an operator that plays a scenario. */
async function sessionWith(name: Parameters<typeof scenario>[1]) {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  const plug = await freePlug(driver);
  told.push(plug.evse_uid);
  await scenario(world, name, plug.evse_uid);
  const { id } = await driver.start(plug, 200);
  return { driver, plug, id };
}

/** Writes an operation's form, which a button of the page opens, and sends it. */
async function operate(page: Page, button: string, written: Record<string, string>) {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const [label, value] of Object.entries(written))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole("button", { name: button, exact: true }).click();
}

/** Opens the page of a driver who read out the last digits of their number. */
async function findByDigits(page: Page, { mobile }: DriverClient) {
  await page.keyboard.press("/");
  const search = page.getByRole("dialog");
  await search.getByRole("searchbox").fill(mobile.slice(-5));
  await search.getByRole("link", { name: /^Driver/ }).click();
  await expect(page).toHaveURL(/\/console\/drivers\//);
}

test("[D-4] [D-6] [D-11] a start that hangs: support finds it, stops it and gives goodwill, finance confirms, the app shows it", async ({
  page,
  browser,
}) => {
  const support = await memberOf(browser, "support");
  const finance = await memberOf(browser, "finance");
  const { driver, plug } = await sessionWith("never_answers");

  await findByDigits(support.page, driver);
  await support.page.getByRole("link", { name: /^Charging session: / }).click();
  await expect(support.page.getByText(plug.locationName).first()).toBeVisible();
  await expect(support.page.getByText("START_SESSION").first()).toBeVisible();
  await operate(support.page, "Stop", { Reason: "The driver is on the phone, nothing charges" });
  await expect(support.page.getByText("The stop is on its way.")).toBeVisible();
  await expectAccessible(support.page, "console: a charging session");

  await operate(support.page, "Give goodwill", {
    "Amount in rupees": "1500",
    Reason: "The charger hung for half an hour",
    Reference: `G-${driver.mobile}`,
  });
  await expect(support.page.getByRole("dialog")).toContainText("second member");
  await support.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  expect(await driver.wallet()).toMatchObject({ balance_minor: 50_000 });

  await finance.page.getByRole("link", { name: /Approvals that wait/ }).click();
  await finance.page
    .getByRole("row", { name: new RegExp(support.name) })
    .getByRole("link")
    .click();
  await operate(finance.page, "Confirm", {});
  await expect(finance.page.getByText("Booked.")).toBeVisible();

  await signedIn(page, driver);
  await page.goto("/wallet");
  await expect(page.getByText(rupees(150_000)).first()).toBeVisible();
  await expect(page.getByText("The charger hung for half an hour")).toBeVisible();
});

test("[D-7] an inflated CDR is set aside, and finance rejects it", async ({ browser }) => {
  const finance = await memberOf(browser, "finance");
  const { driver, plug, id } = await sessionWith("record_in_wh");
  await expect
    .poll(async () => (await driver.session(id)).kwh, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await driver.stop(id);
  await unplug(world, plug.evse_uid.split("-").slice(0, 2).join("-"), plug.evse_uid);

  await finance.page
    .getByRole("main")
    .getByRole("link", { name: /CDRs set aside/ })
    .click();
  const row = finance.page.getByRole("row", { name: /To decide/ }).first();
  await expect(row).toBeVisible({ timeout: 40_000 });
  await row.getByRole("link").click();
  await operate(finance.page, "Reject", { Reason: "Watt-hours where kilowatt-hours belong" });
  await expect(finance.page.getByRole("main").getByText("Rejected").first()).toBeVisible();
  await expectAccessible(finance.page, "console: a CDR that was set aside");
  expect((await driver.wallet()).balance_minor).toBeGreaterThan(0);
});

test("[D-1] [D-2] an admin invites a colleague, who signs in by passkey; after sign-out the session is worthless", async ({
  browser,
}) => {
  const admin = await memberOf(browser, "admin");
  await admin.page.getByRole("navigation").getByRole("link", { name: "Staff" }).click();
  const name = `colleague-${admin.name}`;
  await admin.page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = admin.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Role").selectOption("support");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await dialog.getByText(/\/console\/invitation#/).innerText();

  const { page, context } = await acceptIn(browser, link);
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict" }]);
  const ask = () => page.request.get(`${world.url}/provider/v1/session`);
  expect((await ask()).status()).toBe(200);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Staff" })).toHaveCount(0);
  await page.getByRole("button", { name: `${name}, support` }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with passkey" })).toBeVisible();
  await context.addCookies(cookies);
  expect((await ask()).status()).toBe(401);
  await page.getByRole("button", { name: "Sign in with passkey" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("[D-25] every page of the console passes axe in light and dark, and fits 360 px", async ({
  browser,
}) => {
  test.slow();
  await sessionWith("happy");
  const { page } = await memberOf(browser, "admin");
  const links = page.getByRole("navigation", { name: "Pages of the console" }).getByRole("link");
  const lists = await links.evaluateAll((all) =>
    all.map((each) => each.getAttribute("href") ?? ""),
  );
  expect(lists.length).toBeGreaterThan(25);
  const first = [];
  for (const address of lists) {
    await page.goto(address);
    await expectSound(page, address);
    const row = page.getByRole("rowheader").getByRole("link").first();
    if ((await row.count()) > 0) first.push((await row.getAttribute("href")) ?? "");
  }
  for (const address of [...first, "/console/partners/connect", "/console/nowhere"]) {
    await page.goto(address);
    await expectSound(page, address);
  }
});

async function expectSound(page: Page, address: string) {
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  await expectAccessible(page, `console ${address}`);
  await page.setViewportSize({ width: 360, height: 800 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, `${address} is wider than 360 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("[D-4] a check of an operator against OCPI says what it asked and what is wrong", async ({
  browser,
}) => {
  const { page } = await memberOf(browser, "support");
  await page.getByRole("link", { name: "Operators", exact: true }).click();
  await page.getByRole("row", { name: "Urjapath" }).getByRole("link").first().click();
  await operate(page, "Check against OCPI", {});
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^OCPI 2\.\d\.\d: 0 faults in \d+ requests and /)).toBeVisible();
  await expectAccessible(page, "console: a check of an operator");
});

test("[E-4] finance confirms the seller's tax rate, and the preview of a rule shows the tax", async ({
  browser,
}) => {
  const { page, name } = await memberOf(browser, "finance");
  await page.getByRole("link", { name: "Seller", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Tax rates" })).toBeVisible();
  const held = page.getByRole("row", { name: /Everything else/ }).first();
  await expect(held).toContainText("18 %");
  await expectAccessible(page, "console: seller and tax rates");
  await page
    .getByRole("region", { name: "Tax rates" })
    .getByRole("button", { name: /Confirm or change|Change/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("GST in percent")).toHaveValue("18");
  await expectAccessible(page, "console: the form of a tax rate");
  await dialog.getByRole("button", { name: /Confirm or change|Change/ }).click();
  await expect(held).toContainText(name);
  await expect(page.getByText("Nobody has confirmed the tax rate.")).toBeHidden();
  await page.goto("/console/retail-rules/preview?markup_percent=10");
  await expect(page.getByText(/^with GST of ₹/).first()).toBeVisible();
});

test("[D-4] [B-1] a bank disputes a payment: the driver reads it, and finance saves the evidence", async ({
  page,
  browser,
}) => {
  const driver = await newDriver(world, { rupees: 500 });
  const finance = await memberOf(browser, "finance");
  await finance.page.goto("/console/payments");
  const paid = finance.page.getByRole("row", { name: new RegExp(driver.mobile.slice(-5)) });
  const payment_id = (await paid.getByText(/^pay_/).textContent())!;
  await fetch(`${world.paymentsUrl}/control/dispute`, {
    method: "POST",
    body: JSON.stringify({ payment_id, id: `disp_${driver.mobile}`, event: "created" }),
  });

  await signedIn(page, driver);
  await page.goto("/notifications");
  await expect(page.getByText("Your bank disputes a payment", { exact: true })).toBeVisible();
  await page.goto("/wallet");
  await expect(
    page.getByText("₹500.00 is set aside because your bank disputes a payment."),
  ).toBeVisible();
  await expectAccessible(page, "wallet with money under dispute");

  await finance.page.getByRole("link", { name: "Payment disputes", exact: true }).click();
  const row = finance.page.getByRole("row", { name: payment_id });
  await expect(row.getByText("Overdue")).toHaveCount(0);
  await expectAccessible(finance.page, "console: payment disputes");
  await row.getByRole("button", { name: "Save evidence" }).click();
  const dialog = finance.page.getByRole("dialog");
  await dialog.getByLabel("Reason", { exact: true }).fill("The bank asks for it");
  const download = finance.page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save evidence" }).click();
  expect((await download).suggestedFilename()).toBe(`evidence-disp_${driver.mobile}.pdf`);
});
