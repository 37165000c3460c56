import { readFile } from "node:fs/promises";
import { wallet as wallets } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, rupees, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Sets the payment provider's scenario for all payments and refunds until the next call. */
async function provider(what: "scenario" | "refund-scenario", name: string): Promise<void> {
  const response = await fetch(`${world.paymentsUrl}/control/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
}
test.afterEach(async () => {
  await provider("scenario", "happy");
  await provider("refund-scenario", "processed");
});

const balanceOf = async (driver: DriverClient) => (await driver.wallet()).balance_minor;
const checkout = (page: Page) => page.frameLocator("iframe");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

/** Tops up until the provider's page opens, and returns the order to pay. */
async function beginToPay(page: Page, amount: number): Promise<string> {
  await page.goto(`/add-money?amount=${amount}`);
  await page.getByRole("button", { name: new RegExp(`^Pay ₹${amount}\\b`) }).click();
  await expect(page).toHaveURL(/\/pay\/order_/);
  await expect(checkout(page).getByRole("button", { name: "Pay by UPI" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

const returnsOn = (page: Page) =>
  page.getByRole("region", { name: "Refunds so far" }).getByRole("listitem");
const confirm = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Refund", exact: true });

test("[B-1] unused money goes back to where it came from: a part, then everything, each with how far it is", async ({
  page,
}) => {
  const driver = await newDriver(world, { rupees: 1000 });
  await signInOnce(page, driver);
  const returns = returnsOn(page);
  await test.step("a part of it, to the paisa", async () => {
    await page.goto("/wallet");
    await page.getByRole("link", { name: "Refund to bank or card" }).click();
    await expect(heading(page, "Refund to bank or card")).toBeVisible();
    await page.getByText("Another amount", { exact: true }).click();
    const amount = page.getByLabel("Amount in rupees");
    await amount.fill("1000.01");
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(page.getByText("At most ₹1,000.00 can be refunded")).toBeVisible();
    await expectAccessible(page, "return to source");
    await amount.fill("250.50");
    await page.getByRole("button", { name: "Refund ₹250.50" }).click();
    const question = page.getByRole("dialog", { name: "Refund ₹250.50?" });
    // Where it goes and when it arrives is said before it is sent.
    await expect(question.getByRole("listitem")).toHaveText(
      /^UPI, to the bank account you paid fromby about \d+ \w+₹250\.50$/,
    );
    await expectAccessible(page, "return to source: the question");
    expect(await balanceOf(driver)).toBe(100_000);
    await confirm(page).click();
    await expect(returns.first()).toContainText("₹250.50 · UPI");
    await expect(returns.first()).toContainText("Paid out");
    // What has arrived is not announced as on its way above it.
    await expect(page.getByText("is on its way")).toHaveCount(0);
    expect(await driver.wallet()).toMatchObject({ balance_minor: 74_950, withdrawing_minor: 0 });
  });

  await test.step("everything", async () => {
    await page.getByRole("button", { name: "Refund ₹749.50" }).click();
    await confirm(page).click();
    await expect(heading(page, "Nothing to refund")).toBeVisible();
    await expect(returns.first()).toContainText("Paid out");
    await expectAccessible(page, "return to source: nothing left");
    expect(await balanceOf(driver)).toBe(0);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByText("Refund to UPI").first()).toBeVisible();
  });
});

test.describe("money the bank does not take", () => {
  // What cannot be refunded gets 409.
  test.use({ refusals: [409] });

  test("[B-1] is back in the wallet with a message; asked for again, the app names support", async ({
    page,
  }) => {
    const driver = await newDriver(world, { rupees: 300 });
    await signInOnce(page, driver);
    await provider("refund-scenario", "refused");
    await page.goto("/wallet?view=send-back");
    await page.getByRole("button", { name: "Refund ₹300.00" }).click();
    await confirm(page).click();
    const first = returnsOn(page).first();
    await expect(first).toContainText("Failed");
    await expect(first).toContainText(
      "The refund of ₹300.00 failed. The money is back in your wallet.",
    );
    await expect.poll(() => balanceOf(driver)).toBe(30_000);
    await page.reload();
    await page.getByRole("button", { name: "Refund ₹300.00" }).click();
    await confirm(page).click();
    await expect(page.getByRole("alert")).toContainText("For the rest, write to");
    await expectAccessible(page, "return to source: not taken");
    expect(await balanceOf(driver)).toBe(30_000);
  });
});

test("[B-1] movements are found by kind and month, and leave as a table", async ({ page }) => {
  const driver = await newDriver(world, { rupees: 300 });
  await callRoute(world.url, wallets.createWithdrawal, {
    token: driver.token,
    params: { userId: driver.userId },
    body: { amount_minor: 10_000 },
  });
  await signInOnce(page, driver);
  await page.goto("/wallet");
  await expect(page.getByText("Refund to UPI")).toBeVisible();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByLabel("Kind").selectOption("Money added");
  await expect(page).toHaveURL(/kind=TOP_UP/);
  await expect(page.getByText("Refund to UPI")).toHaveCount(0);
  await expect(page.getByText("+₹300.00")).toBeVisible();
  await expectAccessible(page, "wallet: narrowed down");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a table (CSV)" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^wallet-.*\.csv$/);
  const table = await readFile(await saved.path(), "utf8");
  expect(table.startsWith("\uFEFF")).toBe(true);
  const rows = table.trim().split(/\r?\n/);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("300.00");

  await page.getByLabel("Kind").selectOption("Refunds");
  await expect(heading(page, "No matching transaction found")).toBeVisible();
  await page.getByRole("button", { name: "Show all transactions" }).click();
  await expect(page.getByText("Refund to UPI")).toBeVisible();
});

test("[B-1] [R-7] whoever leaves a payment and returns reads the truth, and nothing is credited but what was paid", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const driver = await newDriver(world);
  await signInOnce(page, driver);

  await test.step("back from the payment page, and a reload", async () => {
    await beginToPay(page, 300);
    await page.goBack();
    await expect(page).toHaveURL(/\/add-money\?topup=/);
    await expect(heading(page, "Nothing was paid")).toBeVisible();
    await page.reload();
    await expect(heading(page, "Nothing was paid")).toBeVisible();
    expect(await balanceOf(driver)).toBe(0);
  });

  await test.step("a closed tab: the wallet tells of it, and of the payment once it is made", async () => {
    await provider("scenario", "no_webhook");
    const order = await beginToPay(page, 400);
    await page.goto("/wallet");
    const left = page.getByRole("link", { name: "A payment of ₹400.00 was not finished" });
    await expect(left).toBeVisible();
    await expectAccessible(page, "wallet: a payment was left");
    const paid = await fetch(`${world.paymentsUrl}/control/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ order_id: order }),
    });
    expect(paid.ok).toBe(true);
    await expect(left).toHaveCount(0, { timeout: 15_000 });
    await expect(page.getByText("+₹400.00")).toBeVisible();
    expect(await balanceOf(driver)).toBe(40_000);
    await page.goto(`/pay/${order}`);
    await expect(heading(page, "₹400.00 added")).toBeVisible();
  });

  await test.step("notices twice and out of order credit once", async () => {
    for (const [name, total] of [
      ["duplicate_webhooks", 60_000],
      ["out_of_order", 80_000],
      ["late_webhook", 100_000],
    ] as const) {
      await provider("scenario", name);
      await beginToPay(page, 200);
      await checkout(page).getByRole("button", { name: "Pay by card" }).click();
      await expect(heading(page, "₹200.00 added")).toBeVisible();
      await page.reload();
      await expect(page.getByText(`The balance is ${rupees(total)} now.`)).toBeVisible();
      expect(await balanceOf(driver), name).toBe(total);
    }
  });

  await test.step("the bank has said yes, and no more yet", async () => {
    await provider("scenario", "authorized_then_failed");
    await beginToPay(page, 200);
    await checkout(page).getByRole("button", { name: "Pay by UPI" }).click();
    await expect(heading(page, "The payment is being processed")).toBeVisible();
    await expectAccessible(page, "add-money: on its way");
    expect(await balanceOf(driver)).toBe(100_000);
  });

  await test.step("failed, and taken by the bank after all", async () => {
    await provider("scenario", "failed_then_captured");
    await beginToPay(page, 500);
    await checkout(page).getByRole("button", { name: "Pay by UPI" }).click();
    await expect(heading(page, "The payment did not go through")).toBeVisible();
    expect(await balanceOf(driver)).toBe(100_000);
    await expect(heading(page, "₹500.00 added")).toBeVisible({ timeout: 60_000 });
    expect(await balanceOf(driver)).toBe(150_000);
  });
});

test("[B-1] [R-7] the way that was paid with last leads, and the payment page shows it first", async ({
  page,
}) => {
  const driver = await newDriver(world);
  await signInOnce(page, driver);
  await page.goto("/add-money?amount=300");
  // Nothing is known yet, so nothing is chosen.
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Pay ₹300", exact: true }).click();
  await checkout(page).getByRole("button", { name: "Pay by PhonePe" }).click();
  await expect(heading(page, "₹300.00 added")).toBeVisible();

  await page.goto("/add-money?amount=500");
  await expect(page.getByRole("radio", { name: "PhonePe · last used" })).toBeChecked();
  await expectAccessible(page, "add-money: the last way leads");
  await page.getByRole("button", { name: "Pay ₹500 with PhonePe" }).click();
  const pays = checkout(page).getByRole("button", { name: /^Pay by/ });
  await expect(pays).toHaveText(["Pay by PhonePe", "Pay by UPI", "Pay by card"]);
  await page.goto("/add-money?amount=500");
  await page.emulateMedia({ colorScheme: "dark" });
  const card = page.getByRole("radio", { name: "Card" });
  // A browser's own is grey, and hardly seen on the dark page.
  await expect(card).toHaveCSS("appearance", "none");
  await expect(card).toHaveCSS("box-shadow", /^rgb\(117, 132, 138\) .*2px inset$/);
  await page.emulateMedia({ colorScheme: "light" });
  await card.check();
  await page.getByRole("button", { name: "Pay ₹500 by card" }).click();
  await expect(pays).toHaveText(["Pay by card", "Pay by UPI", "Pay by PhonePe"]);
  await pays.first().click();
  await expect(heading(page, "₹500.00 added")).toBeVisible();
  await page.goto("/add-money?amount=200");
  await expect(page.getByRole("button", { name: "Pay ₹200 with card ••1111" })).toBeVisible();
});

test("[M-6] [R-7] the address brings the amount and the explanation; without one ₹500 is proposed", async ({
  page,
}) => {
  const driver = await newDriver(world);
  await signInOnce(page, driver);
  await page.goto("/add-money?amount=230&info=1");
  await expect(page.getByRole("dialog", { name: "How the wallet works" })).toBeVisible();
  await page.getByRole("button", { name: "OK" }).click();
  await expect(page.getByLabel("Amount in rupees")).toHaveValue("230");
  await page.goto("/add-money");
  await expect(page.getByLabel("Amount in rupees")).toHaveValue("500");
  await page.getByLabel("Amount in rupees").fill("1");
  await page.getByRole("button", { name: "Pay ₹1", exact: true }).click();
  await expect(page.getByText(/^Add at least ₹\d+$/)).toBeVisible();
});
