import { readFile } from "node:fs/promises";
import { consent, personalData } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { outdateConsent } from "@voltmarg/testkit/outdate-consent";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("[A-5] a driver sees, downloads and hands on their data, and withdraws consent", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 200 });
  await signedIn(page, driver);
  await page.goto("/profile");
  await page.getByRole("link", { name: /^Your data/ }).click();
  await expect(page).toHaveURL("/your-data");
  await expectAccessible(page, "your data");

  await test.step("the notice, in another language", async () => {
    await page.getByRole("link", { name: /^What we keep, and who gets it/ }).click();
    await page.getByLabel("Language of this notice").selectOption({ label: "தமிழ்" });
    const notice = page.getByRole("article");
    await expect(notice).toHaveAttribute("lang", "ta");
    await expectAccessible(page, "notice in Tamil");
    await page.getByLabel("Language of this notice").selectOption("ur");
    await expect(notice).toHaveAttribute("dir", "rtl");
    // Agreed to already: nothing asks again.
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await page.goBack();
  });

  await test.step("everything as one file", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download everything" }).click();
    const file = await (await download).path();
    const read = personalData.DriverExport.parse(JSON.parse(await readFile(file, "utf8")));
    expect([read.account.id, read.vehicles.length]).toEqual([driver.userId, 1]);
  });

  await test.step("a nominee", async () => {
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter the name")).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Lakshmi Iyer");
    await page.getByLabel("Mobile number or e-mail").fill("98450 11111");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Nominated person saved")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Lakshmi Iyer");
  });

  await test.step("withdrawing closes the account and says what becomes of the money", async () => {
    await page.getByRole("button", { name: "Withdraw consent" }).click();
    const dialog = page.getByRole("dialog", { name: "Close your account?" });
    await expect(dialog).toContainText("₹200.00 goes back");
    await dialog.getByRole("button", { name: "Close account" }).click();
    await expect(page).toHaveURL("/account-closed");
  });
});

test("[A-5] a notice that changed is asked about once, and agreed to under Your data", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  await outdateConsent(world.databaseUrl, driver.userId);
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  const asks = page.getByRole("dialog", { name: "The privacy notice has changed" });
  await asks.getByRole("button", { name: "Later" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: /menu$/ })).toBeVisible();
  await expect(asks).toHaveCount(0);
  await page.goto("/your-data");
  await page.getByRole("link", { name: "Read" }).click();
  await page.getByRole("button", { name: "I agree" }).click();
  await expect(page.getByText("Tick this to go on")).toBeVisible();
  await page.getByLabel("I am at least 18 years old").check();
  await page.getByRole("button", { name: "I agree" }).click();
  await expect(page.getByText(/^You agreed to version 1 on/)).toBeVisible();
  const now = await callRoute(world.url, consent.getConsent, {
    token: driver.token,
    params: { userId: driver.userId },
  });
  expect(now.data.is_due).toBe(false);
});
