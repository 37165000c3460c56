import { userIdOf } from "@voltmarg/client";
import { charging, stations, wallet as wallets, type Connector } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { newMobile, operatorCdrs } from "@voltmarg/testkit/driver";
import { codeFor } from "@voltmarg/world/seed";
import { agreeToNotice } from "./agree.ts";
import { standAt } from "./free-station.ts";
import { expectAccessible, gzippedScripts } from "./screens.ts";
import { expect, rupees, test, world } from "./world.ts";

// A right code waits until the privacy notice is agreed to.
test.use({ refusals: [409] });

test("the first screen, with what is loaded beside it, takes at most 131.5 kB of JavaScript", async ({
  page,
}) => {
  const bytes = await gzippedScripts(page, () => page.goto("/login"));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(131_500);
});

test("[R-1] [R-2] [R-3] [R-4] [R-5] [R-6] [R-7] [R-10] [R-12] [R-14] [R-15] [R-19] [R-20] [R-22] [R-23] [G-1] [A-1] [A-2] [M-4] [M-5] [M-7] [V-1] [S-1] [S-2] [S-3] [B-1] [B-3] a first charge, from sign-up to the bill and the history", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const mobile = newMobile();

  await test.step("sign up", async () => {
    await page.goto("/");
    await expect(page).toHaveURL("/login");
    await expectAccessible(page, "login");
    await page.getByRole("link", { name: "New here? Create an account" }).click();
    // Until the next screen is shown, the field of the same name belongs to the old one.
    await expect(page.getByRole("heading", { name: "Your mobile number" })).toBeVisible();
    await page.getByLabel("Mobile number").fill(mobile);
    await expectAccessible(page, "phone-number-enter");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/signup");
    await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
    await expectAccessible(page, "signup");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/otp");
    await expectAccessible(page, "otp");
    await page.getByRole("textbox", { name: /-digit OTP/ }).fill(await codeFor(world.url, mobile));
    await expect(page.getByRole("heading", { name: "Your rights" })).toBeVisible();
    await expectAccessible(page, "privacy notice");
    await agreeToNotice(page);
    await expect(page).toHaveURL(/\/tabs/);
  });

  await test.step("both popups, one after the other; add the vehicle", async () => {
    const addVehicle = page.getByRole("dialog", { name: "Add your vehicle" });
    await expect(addVehicle).toBeVisible();
    await expect(addVehicle).toContainText("Do you want to add your vehicle");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expectAccessible(page, "popup: vehicle");
    await addVehicle.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/add-vehicle");
    await expectAccessible(page, "add-vehicle: choose");
    await page.getByLabel("Search your vehicle").fill("nexon 45");
    await page.getByRole("button", { name: /Tata Nexon.ev/ }).click();
    await expect(page.getByRole("heading", { name: "Tata Nexon.ev" })).toBeVisible();
    await expect(page.locator(".veh-head")).toContainText("CCS2Type 2");
    await expectAccessible(page, "add-vehicle");
    await page.getByRole("button", { name: "Save vehicle" }).click();
  });

  await test.step("add ₹500", async () => {
    const popup = page.getByRole("dialog", { name: "Load your wallet with ₹500" });
    await expect(popup).toBeVisible();
    await expectAccessible(page, "popup: wallet");
    await expect(popup.getByRole("button", { name: "Wallet" })).toHaveAccessibleDescription(
      "Opens Add money with ₹500. Any amount from ₹50 will do.",
    );
    await popup.getByRole("button", { name: "Wallet" }).click();
    await expect(page).toHaveURL(/\/add-money\?amount=500/);
    await expectAccessible(page, "add-money");
    await page.getByRole("button", { name: "Pay ₹500" }).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Pay by UPI" }).click();
    await expect(page.getByRole("heading", { name: "₹500.00 added" })).toBeVisible();
    await expectAccessible(page, "add-money: credited");
    await page.goto("/my-vehicle");
    await expect(page.getByText(/Nexon/).first()).toBeVisible();
    await expectAccessible(page, "my-vehicle");
    await page.goto("/wallet");
    await expect(page.getByText("₹500.00").first()).toBeVisible();
    await expectAccessible(page, "wallet");
  });

  await test.step("find a free charger", async () => {
    await page.goto("/tabs/tab1");
    await page.getByRole("button", { name: "Free now" }).click();
    const found = page.locator("a[href^='/charging-details/']");
    await expect(found.first()).toBeVisible();
    await expectAccessible(page, "map and list");
    await found.first().click();
    await expect(page).toHaveURL(/\/charging-details\//);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/GST included/)).toBeVisible();
    await expectAccessible(page, "charging-details");
  });

  await test.step("estimate and start", async () => {
    // A slow plug: at a fast one the session reaches its limit too early.
    const token = (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";
    const { content } = await callRoute(world.url, stations.searchLocations, {
      token,
      query: {
        latitude: 12.9716,
        longitude: 77.5946,
        distance: 300,
        power_type: "AC_1_PHASE",
        standard: "IEC_62196_T2",
      },
    });
    const isSlow = ({ power_type, status, tariff }: Connector) =>
      power_type === "AC_1_PHASE" && status === "AVAILABLE" && tariff !== null;
    const slow = content.find(
      ({ restricted, evses }) =>
        !restricted && evses.every(({ connectors }) => connectors.every(isSlow)),
    );
    await standAt(page, slow!);
    await page.goto(`/charging-details/${slow!.id}`);
    await page.getByRole("link", { name: /^Set a limit/ }).click();
    await expect(page).toHaveURL(/\/estimate-money\?/);
    await page.getByRole("button", { name: /^₹/ }).first().click();
    await expect(page.getByText(/We hold ₹/)).toBeVisible();
    await expectAccessible(page, "estimate-money");
    await page.getByRole("button", { name: "Start charging" }).click();
    await expect(page).toHaveURL(/\/charging-proceed\?session=/);
    await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
  });

  await test.step("the numbers move without a reload, and go on after one", async () => {
    let loads = 0;
    page.on("load", () => (loads += 1));
    const first = await energy(page, 0);
    const second = await energy(page, first);
    expect(loads).toBe(0);
    await expectAccessible(page, "charging-started");
    await page.reload();
    await energy(page, second);
    expect(loads).toBe(1);
  });

  const sessionId = new URL(page.url()).searchParams.get("session") ?? "";

  await test.step("stop, and the bill", async () => {
    // The button must be held for 1200 ms.
    await page.getByRole("button", { name: "Hold to stop" }).click({ delay: 1500 });
    await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
    await expect(page.getByText("Stopped by you")).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, "billsummary");
  });

  await test.step("what the screen says is what was captured and what the operator asked", async () => {
    const token = (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";
    const { data: bill } = await callRoute(world.url, charging.getCdrOfSession, {
      token,
      params: { id: sessionId },
    });
    await expect(page.getByText(rupees(bill.amount_minor)).first()).toBeVisible();
    const userId = userIdOf(token) ?? "";
    const { content } = await callRoute(world.url, wallets.listMovements, {
      token,
      params: { userId },
    });
    const captured = content.filter((movement) => movement.kind === "CHARGE");
    expect(captured).toMatchObject([{ amount_minor: -bill.amount_minor, session_id: sessionId }]);
    const records = await operatorCdrs(world);
    const asked = records.filter((cdr) => cdr.authorization_reference === sessionId);
    expect(asked.map((cdr) => Math.round((cdr.total_cost.incl_vat ?? Number.NaN) * 100))).toEqual([
      bill.amount_minor,
    ]);
    await page.goto("/wallet");
    await expect(page.getByText(rupees(50_000 - bill.amount_minor)).first()).toBeVisible();
    await page.goto("/history");
    await page.getByRole("link", { name: rupees(bill.amount_minor) }).click();
    await expect(page).toHaveURL(`/billsummary/${bill.id}`);
    await page.goto("/history");
    await expect(page.getByRole("heading", { level: 1, name: "Charging History" })).toBeVisible();
    await expectAccessible(page, "history");
  });
});

/** The energy on the live screen, once it is above `floor` kWh. */
async function energy(page: Page, floor: number): Promise<number> {
  const shown = page
    .locator("dl")
    .getByText(/^\d+\.\d\d/)
    .first();
  let kwh = 0;
  await expect
    .poll(async () => (kwh = Number.parseFloat((await shown.textContent()) ?? "0")), {
      timeout: 30_000,
    })
    .toBeGreaterThan(floor);
  return kwh;
}
