import { readFile } from "node:fs/promises";
import type { Cdr } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { Refusal } from "@voltmarg/client";
import { type DriverClient, freePlug, newDriver } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import { expectAccessible } from "./screens.ts";
import { expect, rupees, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down. A signed-out driver gets 401.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [401] });

async function startCharge(driver: DriverClient): Promise<string> {
  const { id } = await driver.start(await freePlug(driver), 400);
  await until(`${id} takes energy`, async () => {
    const session = await driver.session(id);
    return session.status === "ACTIVE" && (session.kwh ?? 0) > 0;
  });
  return id;
}
async function billOf(driver: DriverClient, sessionId: string): Promise<Cdr> {
  // It may have reached its limit meanwhile.
  await driver.stop(sessionId).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === "SESSION_NOT_ACTIVE")) throw error;
  });
  return until(`the bill of ${sessionId}`, () =>
    driver.cdrOfSession(sessionId).catch(() => undefined),
  );
}

const inIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "Asia/Kolkata" });

test("[B-3] [B-4] [R-14] [R-15] [R-24] a charge is found by month and words, its invoice is a PDF, and it is in the usage", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
  const bill = await billOf(driver, await startCharge(driver));
  const began = new Date(bill.start_date_time);
  await signInOnce(page, driver);

  await test.step("history: the sum of the month, words that fit and words that do not", async () => {
    await page.goto("/history");
    const month = inIndia({ month: "long", year: "numeric" }).format(began);
    const row = page.getByRole("link", { name: rupees(bill.amount_minor) });
    await expect(
      page.getByText(`1 charging session · ${rupees(bill.amount_minor)} billed`),
    ).toBeVisible();
    await page.getByRole("button", { name: "Search" }).click();
    const words = page.getByRole("searchbox", { name: "Search your charging sessions" });
    await expect(words).toBeFocused();
    await page.getByLabel("Month").selectOption(`${month} · 1 charging session`);
    await expect(page).toHaveURL(/month=20\d\d-\d\d/);
    await expect(row).toBeVisible();
    await words.fill(bill.invoice!.number);
    await expect(page.getByText("1 charging session found")).toBeVisible();
    await expectAccessible(page, "history: search");
    await words.fill("nowhere at all");
    await expect(
      page.getByRole("heading", { name: "No matching charging session found" }),
    ).toBeVisible();
    await expectAccessible(page, "history: nothing fits");
    await page.getByRole("button", { name: "Show all charging sessions" }).click();
    await row.click();
    await expect(page).toHaveURL(`/billsummary/${bill.id}`);
  });

  await test.step("the invoice: its number, its seller, and a file that is a PDF", async () => {
    await expect(
      page.getByRole("heading", { name: `Invoice ${bill.invoice!.number}` }),
    ).toBeVisible();
    // Who sold it, and the bill's own id, are folded into it.
    await expect(page.getByText(bill.invoice!.seller.name)).toBeHidden();
    await page.getByRole("heading", { name: `Invoice ${bill.invoice!.number}` }).click();
    await expect(page.getByText(bill.invoice!.seller.name)).toBeVisible();
    await expect(page.getByText(`Bill ${bill.id}`)).toBeVisible();
    await page.getByRole("button", { name: "Invoice" }).click();
    const dialog = page.getByRole("dialog", { name: `Invoice ${bill.invoice!.number}` });
    await expect(dialog.getByText(/^PDF, \d+ kB$/)).toBeVisible();
    await expectAccessible(page, "the invoice as a file");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^bill-[\w-]+\.pdf$/);
    const bytes = await readFile(await saved.path());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
    await dialog.getByRole("button", { name: "Close" }).click();
  });

  await test.step("usage: figures, a chart the keyboard walks, and the same as a table", async () => {
    await page.goto("/my-usage");
    await expect(page.getByText(rupees(bill.amount_minor)).first()).toBeVisible();
    // A year of months comes first; a month leads to its days.
    const month = inIndia({ month: "long", year: "numeric" }).format(began);
    await expect(page.getByRole("slider", { name: "Month" })).toHaveValue("11");
    await expect(page.getByRole("row", { name: new RegExp(`^Days of ${month} `) })).toContainText(
      rupees(bill.amount_minor),
    );
    await expectAccessible(page, "my-usage: months");
    await page.getByRole("button", { name: `Days of ${month}` }).click();
    await expect(page.getByRole("heading", { name: month })).toBeVisible();
    for (const [name, value] of [
      ["Charging sessions", /^1$/],
      ["Per kWh", /^₹\d+\.\d\d$/],
      ["Per km", /^₹\d+\.\d\d$/],
    ] as const)
      await expect(
        page.locator(".metric").filter({ hasText: name }).getByRole("definition"),
      ).toHaveText(value);
    const bars = page.getByRole("slider", { name: "Day" });
    const day = inIndia({ weekday: "short", day: "numeric", month: "short" })
      .format(began)
      .replace(",", "");
    const told = (await bars.getAttribute("aria-valuetext")) ?? "";
    const energy = bill.total_energy.toLocaleString("en-IN", {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    expect(told.replaceAll(/\s/g, " ")).toBe(
      `${day}: ${energy} kWh, 1 charging session, ${rupees(bill.amount_minor)}`,
    );
    await bars.focus();
    const dayOfMonth = Number(inIndia({ day: "numeric" }).format(began));
    await page.keyboard.press("Home");
    await expect(bars).toHaveValue("0");
    if (dayOfMonth > 1) await expect(bars).toHaveAttribute("aria-valuetext", /no charging$/);
    await page.keyboard.press("End");
    await expect(bars).toHaveValue(String(dayOfMonth - 1));
    await expectAccessible(page, "my-usage");
    await expect(page.getByRole("row", { name: new RegExp(`^${day} `) })).toContainText(
      rupees(bill.amount_minor),
    );
    for (const step of ["Week", "Month"]) {
      await page.getByText(step, { exact: true }).first().click();
      await expect(page.getByRole("rowheader")).toHaveCount(1);
      await expect(page.getByText(rupees(bill.amount_minor)).first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Earlier" }).click();
    await expect(page.getByRole("heading", { name: "No charging in this period" })).toBeVisible();
    await expectAccessible(page, "my-usage: nothing");
    await page.getByRole("button", { name: "Later" }).click();
    await expect(page.getByText(rupees(bill.amount_minor)).first()).toBeVisible();
    await chooseDates(page, "10/20/2026", "01012026");
    await expect(page.getByText(/^Write the day like \d\d\/\d\d\/20\d\d$/)).toBeVisible();
    await chooseDates(page, "10012026", "01012026");
    await expect(page.getByLabel("From")).toHaveValue("10/01/2026");
    await expect(page.getByText("The first day is after the last")).toBeVisible();
    await chooseDates(page, "01012026", "10/1/2026");
    await expect(page).toHaveURL(/from=2026-01-01&until=2026-01-10/);
  });
});

async function chooseDates(page: Page, from: string, untilDay: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Choose dates" });
  if (!(await dialog.isVisible()))
    await page.getByRole("button", { name: /choose other dates$/ }).click();
  await dialog.getByLabel("From").fill(from);
  await dialog.getByLabel("Until").fill(untilDay);
  await dialog.getByRole("button", { name: "Show" }).click();
}

test("[A-6] an account with a charge under way stays open; then it is closed, and says what is on its way", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  const sessionId = await startCharge(driver);
  await signInOnce(page, driver);
  await page.goto("/profile");
  const ask = page.getByRole("button", { name: "Close account" });
  const dialog = page.getByRole("dialog");
  await ask.click();
  await expect(dialog).toContainText("Charging is under way");
  await expectAccessible(page, "closing: a charge is under way");
  await dialog.getByRole("button", { name: "Keep it" }).click();

  const bill = await billOf(driver, sessionId);
  const left = rupees(50_000 - bill.amount_minor);
  await page.reload();
  await ask.click();
  await expect(dialog).toContainText(`${left} goes back to the UPI account or card you paid with`);
  await expectAccessible(page, "closing: what goes back");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await expect(page).toHaveURL("/account-closed");
  await expect(page.getByText(`A refund of ${left} is on its way.`)).toBeVisible();
  await expect(page.getByText(`${left} to UPI`)).toBeVisible();
  await expectAccessible(page, "account closed");
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  await page.getByRole("link", { name: "To the login" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/wallet");
  await expect(page).toHaveURL("/login");
});
