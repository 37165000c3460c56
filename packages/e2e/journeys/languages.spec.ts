import { accounts } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [400] });

const html = (page: Page) => page.locator("html");

test("Hindi from the login on, Urdu from right to left, refusals in the driver's words, kept over a reload", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  await callRoute(world.url, accounts.updateUser, {
    token: driver.token,
    params: { id: driver.userId },
    body: { name: "Meera Khan" },
  });

  const letters: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("noto-naskh")) letters.push(request.url());
  });
  await page.goto("/login");
  await expect(html(page)).toHaveAttribute("lang", "en-IN");
  await page.getByLabel("Language").selectOption("hi");
  await expect(html(page)).toHaveAttribute("lang", "hi-IN");
  await expect(page.getByRole("combobox", { name: "भाषा" })).toBeFocused();
  await page.getByLabel("मोबाइल नंबर").fill(driver.mobile);
  await page.getByRole("button", { name: "OTP भेजें" }).click();

  const code = (await page.getByText(/^डेमो OTP \d+$/).innerText()).replaceAll(/\D/g, "");
  const cells = page.getByRole("textbox", { name: "6 अंकों का OTP" });
  await cells.fill(code === "000000" ? "111111" : "000000");
  await expect(page.getByRole("alert")).toContainText("यह OTP गलत है।");
  await cells.fill(code);

  await expect(page).toHaveURL(/\/tabs/);
  await expect(page.getByRole("button", { name: "अभी खाली" })).toBeVisible();
  await page.getByRole("button", { name: "MK मेन्यू" }).click();
  const menu = page.getByRole("dialog", { name: "मेन्यू" });
  await menu.getByRole("link", { name: "वॉलेट" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "वॉलेट" })).toBeVisible();
  await expect(page.getByText("पैसे जोड़े").first()).toBeVisible();
  await expectAccessible(page, "wallet in Hindi");

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "वॉलेट" })).toBeVisible();

  await page.goto("/profile");
  await page.getByLabel("भाषा").selectOption("ur");
  await expect(html(page)).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1, name: "میری پروفائل" })).toBeVisible();
  await expect(page.getByLabel("زبان")).toBeFocused();

  expect(letters).toEqual([]);
  await page.goto("/tabs/tab1");
  await expect.poll(() => letters, "the map draws names in Urdu").not.toEqual([]);
  await page.getByRole("button", { name: /مینو$/ }).click();
  const box = (await page.getByRole("dialog", { name: "مینو" }).boundingBox())!;
  expect(box.x + box.width, "the menu stands on the right").toBeCloseTo(
    page.viewportSize()!.width,
    0,
  );
  await page.getByRole("dialog", { name: "مینو" }).getByRole("link", { name: "والیٹ" }).click();

  // Checked by position, not by order in the text: the sign is left of the number.
  const balance = page.getByText("₹500.00").first();
  await expect(balance).toBeVisible();
  await expectAccessible(page, "wallet in Urdu");
  await page.reload();
  await expect(html(page)).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1, name: "والیٹ" })).toBeVisible();
});

test.describe("a browser in Urdu", () => {
  test.use({ locale: "ur-IN" });
  test("sees Urdu before choosing a language", async ({ page }) => {
    await page.goto("/login");
    await expect(html(page)).toHaveAttribute("lang", "ur-IN");
    await expect(page.getByRole("button", { name: "OTP بھیجیں" })).toBeVisible();
  });
});
