import type { Page } from "@playwright/test";
import {
  type DriverClient,
  freePlug,
  type FreePlug,
  newDriver,
  scenario,
  unplug,
} from "@voltmarg/testkit/driver";
import { standAtPlug } from "./free-station.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

const told: string[] = [];
// The scenario of a plug outlives the test, and another test may use the plug.
test.afterEach(async () => {
  for (const evse of told.splice(0)) await scenario(world, "happy", evse);
});

/** A driver with a car and ₹500 presses Start at a plug whose operator plays a scenario. */
async function press(
  page: Page,
  name: Parameters<typeof scenario>[1],
): Promise<{ driver: DriverClient; plug: FreePlug }> {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  const plug = await freePlug(driver);
  told.push(plug.evse_uid);
  await scenario(world, name, plug.evse_uid);
  if (name === "not_plugged_in")
    await unplug(world, plug.evse_uid.split("-").slice(0, 2).join("-"), plug.evse_uid);
  await signedIn(page, driver);
  const choice = new URLSearchParams({
    location: plug.location_id,
    evse: plug.evse_uid,
    connector: plug.connector_id,
    by: "MONEY",
    value: "200",
  });
  await standAtPlug(page, world, driver, plug.location_id);
  await page.goto(`/estimate-money?${choice.toString()}`);
  await page.getByRole("button", { name: "Start charging" }).click();
  await expect(page).toHaveURL(/\/charging-proceed\?session=/);
  return { driver, plug };
}

test("[S-1] the operator refuses: said in words, nothing charged, another charger one tap away", async ({
  page,
}) => {
  const { driver, plug } = await press(page, "rejects");
  await expect(
    page.getByRole("heading", { name: "The operator did not allow charging" }),
  ).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("You were not charged.");
  await expectAccessible(page, "charging-proceed: refused");
  expect(await driver.wallet()).toMatchObject({ balance_minor: 50_000, held_minor: 0 });
  await page.getByRole("link", { name: "Other charger" }).click();
  await expect(page).toHaveURL(`/charging-details/${plug.location_id}`);
});

test("[S-1] the gun is not plugged in: said in words, nothing charged, the same choice to try again", async ({
  page,
}) => {
  const { driver } = await press(page, "not_plugged_in");
  await expect(page.getByRole("heading", { name: "Your vehicle did not respond" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("alert")).toContainText("You were not charged.");
  expect(await driver.wallet()).toMatchObject({ balance_minor: 50_000, held_minor: 0 });
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/estimate-money\?.*by=MONEY&value=200/);
});

test("[S-1] the charger never answers: nothing is claimed until it can begin no more", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { driver } = await press(page, "never_answers");
  expect((await driver.wallet()).held_minor).toBeGreaterThanOrEqual(20_000);
  await expect(page.getByText("You were not charged.")).toBeHidden();
  await expectAccessible(page, "charging-proceed: waiting");
  // The operator's timeout is 10 s, and we wait a minute more.
  await expect(page.getByRole("heading", { name: "No answer yet" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText("It may still begin. Unplug to be safe.")).toBeVisible();
  await expect(page.getByText("You were not charged.")).toBeHidden();
  expect((await driver.wallet()).held_minor).toBeGreaterThanOrEqual(20_000);
  await expectAccessible(page, "charging-proceed: no answer yet");
  const heading = page.getByRole("heading", { name: "The charger did not respond" });
  await expect(heading).toBeVisible({ timeout: 100_000 });
  await expect(page.getByRole("alert")).toContainText("You were not charged.");
  await expectAccessible(page, "charging-proceed: no answer");
  expect(await driver.wallet()).toMatchObject({ balance_minor: 50_000, held_minor: 0 });
});
