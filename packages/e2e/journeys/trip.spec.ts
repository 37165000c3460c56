import { newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [400] });

test("[T-1] [T-7] [R-30] a trip is planned with a stop that leads to its plug, and what cannot be planned is said", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  await signInOnce(page, driver);
  await page.goto("/trip");
  const plan = page.getByRole("button", { name: "Plan the trip" });
  await plan.click();
  await expect(page.getByText("Choose where you start")).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toBeFocused();
  await expectAccessible(page, "trip: errors");

  await test.step("a stop on the way to Mumbai", async () => {
    await page.getByLabel("From", { exact: true }).selectOption("Pune");
    await page.getByLabel("To", { exact: true }).selectOption("Mumbai");
    await page.getByLabel("Battery now, %").fill("45");
    await plan.click();
    await expect(page.getByRole("heading", { name: "Your trip" })).toBeFocused();
    await expect(page.getByText(/1[5-9]\d km in \d h/)).toBeVisible();
    await expect(page.getByText(/Charge from \d+% to \d+%, about \d+ min/).first()).toBeVisible();
    await page.getByText("How this is reckoned").click();
    await expect(page.getByText("A full battery takes you 390 km in everyday use.")).toBeVisible();
    await expectAccessible(page, "trip: plan");
  });

  await test.step("a gap: between which km, and what helps", async () => {
    await page.getByLabel("To", { exact: true }).selectOption("Kolkata");
    await plan.click();
    await expect(page.getByRole("heading", { name: "This trip does not work" })).toBeFocused();
    await expect(page.getByText(/Between km \d+ and km [\d,]+ no station/)).toBeVisible();
  });

  await test.step("from a station's page, and from a stop to its plug", async () => {
    await page.getByLabel("To", { exact: true }).selectOption("Mumbai");
    await plan.click();
    const stop = page.getByRole("listitem").getByRole("link").first();
    await stop.click();
    await expect(page).toHaveURL(/charging-details\/.*evse=/);
    await page.getByRole("link", { name: "Plan a trip here" }).click();
    await expect(page).toHaveURL(/\/trip\?to=/);
    await expect(page.getByLabel("To", { exact: true })).toHaveValue("linked");
  });
});
