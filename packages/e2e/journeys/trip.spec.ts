import { stations, trips } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { newDriver } from "@voltmarg/testkit/driver";
import { setStatus, standAt } from "./free-station.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signInOnce, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, goesOffline: true });

/** Fills the place field of that name and takes the city from its list, with the keyboard alone. */
async function choose(page: Page, field: "From" | "To", city: string): Promise<void> {
  const box = page.getByRole("combobox", { name: field });
  await box.fill(city);
  await expect(page.getByRole("option", { name: city, exact: true }).first()).toBeVisible();
  await box.press("Enter");
  await expect(box).toHaveValue(city);
}

const stopsOf = (page: Page) => page.locator(".trip-stop");
const numbers = /Arrive\s*\d+%\s*Leave\s*\d+%\s*Charging\s*.*min\s*With GST\s*₹[\d,]+\.\d\d/;

test("[T-1] [T-4] [T-7] [T-11] [R-30] a trip is planned, planned in another way, and what cannot be planned is said with what helps", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await page.getByRole("link", { name: "Plan a trip" }).click();
  await expect(page).toHaveURL("/trip");
  const plan = page.getByRole("button", { name: "Plan the trip" });
  await plan.click();
  await expect(page.getByText("Choose where you start")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "From" })).toBeFocused();
  await expectAccessible(page, "trip: errors");

  await test.step("a stop on the way to Mumbai, at an address of its own", async () => {
    await choose(page, "From", "Pune");
    await choose(page, "To", "Mumbai");
    await page.getByLabel("Battery now, %").fill("45");
    await plan.click();
    await expect(page).toHaveURL(/\/trip\?id=trp_/);
    await expect(page.getByRole("heading", { level: 1, name: "Pune to Mumbai" })).toBeFocused();
    await expect(page.getByText(/1[5-9]\d km in \d h/)).toBeVisible();
    await expect(page.getByText(/^about ₹[\d,]+$/)).toBeVisible();
    await expect(stopsOf(page).first()).toContainText(numbers);
    await page.getByText("How this is reckoned").click();
    await expect(page.getByText("A full battery takes you 390 km in everyday use.")).toBeVisible();
    await expectAccessible(page, "trip: plan");
    await page.reload();
    await expect(stopsOf(page).first()).toContainText(numbers);
  });

  await test.step("the cheapest instead: the same trip, and the form is as it was", async () => {
    const address = page.url();
    await page.getByText("Cheapest", { exact: true }).click();
    await expect(page.getByText("Planning again")).toHaveCount(0);
    await expect(page.getByRole("radio", { name: "Cheapest" })).toBeChecked();
    const { data } = await callRoute(world.url, trips.listTrips, { token: driver.token });
    expect(data.trips).toHaveLength(1);
    await expect(page).toHaveURL(address);
    await page.getByRole("button", { name: "Change the plan" }).click();
    await expect(page.getByRole("combobox", { name: "To" })).toHaveValue("Mumbai");
    await expect(page.getByLabel("Battery now, %")).toHaveValue("45");
    await expect(page.getByRole("radio", { name: "Cheapest" })).toBeChecked();
  });

  await test.step("a gap: between which km, and what helps at one press", async () => {
    await choose(page, "To", "Kolkata");
    await plan.click();
    await expect(page.getByRole("heading", { name: "This trip does not work" })).toBeFocused();
    await expect(page.getByText(/Between km \d+ and km [\d,]+ no station/)).toBeVisible();
    await choose(page, "From", "Jaipur");
    await choose(page, "To", "Delhi");
    await page.getByLabel("Battery now, %").fill("2");
    await plan.click();
    await page.getByRole("button", { name: "Start with a full battery" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Jaipur to Delhi" })).toBeFocused();
  });

  await test.step("from a stop to its plug, and from a station back to a plan", async () => {
    await page.goto("/trip");
    await page.getByRole("link", { name: /^Pune to Mumbai/ }).click();
    const stop = stopsOf(page).getByRole("link").first();
    const name = await stop.textContent();
    await stop.click();
    await expect(page).toHaveURL(/charging-details\/.*evse=/);
    await page.getByRole("link", { name: "Plan a trip here" }).click();
    await expect(page).toHaveURL(/\/trip\?to=/);
    await expect(page.getByRole("combobox", { name: "To" })).toHaveValue(name!);
  });
});

test("[T-12] three odometers, typed with the charge, make the plan fit the driving", async ({
  page,
}) => {
  await signInOnce(page, await newDriver(world, { vehicle: true }));
  for (const [odometer, charge] of [
    ["10000", "95"],
    ["10100", "65"],
    ["10200", "35"],
  ] as const) {
    await page.goto("/trip");
    if ((await page.getByRole("combobox", { name: "To" }).inputValue()) === "") {
      await choose(page, "From", "Pune");
      await choose(page, "To", "Mumbai");
    }
    await page.getByLabel("Battery now, %").fill(charge);
    await page.locator(".trip-more > summary").click();
    const field = page.getByLabel("Odometer, km");
    await expect(field).toHaveValue("");
    await field.fill("10 O00");
    await page.getByRole("button", { name: "Plan the trip" }).click();
    await expect(page.getByText("Write the whole kilometres that the car shows")).toBeVisible();
    await field.fill(odometer);
    await page.getByRole("button", { name: "Plan the trip" }).click();
    await expect(page).toHaveURL(/\/trip\?id=trp_/);
  }
  await page.getByText("How this is reckoned").click();
  await expect(page.getByText(/^By your own readings: \d+(\.\d)? kWh for 100 km\.$/)).toBeVisible();
  await expect(page.getByText(/^A full battery takes you/)).toHaveCount(0);
});

test("[T-1] [T-10] [T-11] a trip is begun, charged on, planned again when a stop breaks, driven without a network and ended", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 5000 });
  const { token } = driver;
  await signInOnce(page, driver);
  await page.goto("/trip");
  await choose(page, "From", "Delhi");
  await choose(page, "To", "Jaipur");
  await page.getByLabel("Battery now, %").fill("60");
  await page.getByRole("button", { name: "Plan the trip" }).click();
  await expect(page).toHaveURL(/\/trip\?id=/);
  const address = page.url();
  const id = new URL(address).searchParams.get("id")!;
  const known = async () =>
    (await callRoute(world.url, trips.getTrip, { token, params: { id } })).data;
  const [first, second] = (await known()).plan.stops.map(({ station }) => station);
  const located = async (of: { id: string }) =>
    (await callRoute(world.url, stations.getLocation, { token, params: { id: of.id } })).data;

  await test.step("begun, its bar shows the next stop on every tab", async () => {
    await page.getByRole("button", { name: "Start trip" }).click();
    await expect(stopsOf(page).first()).toContainText("Next stop");
    await expect(stopsOf(page).first()).toContainText(/\d+ of \d+ free now/);
    await expectAccessible(page, "trip: begun");
    await page.goto("/tabs/tab1");
    const bar = page.getByRole("complementary", { name: "Trip" });
    await expect(bar).toContainText(`Next stop: ${first!.name}`);
    await expect(bar).toContainText(/arrive with \d+%/);
    await expectAccessible(page, "trip: bar");
    await bar.getByRole("link").click();
    await expect(page).toHaveURL(address);
  });

  await test.step("one press leads to the limit that the plan asks for", async () => {
    await standAt(page, await located(first!));
    await page.reload();
    await expect(page.getByRole("link", { name: `Directions to ${first!.name}` })).toHaveAttribute(
      "href",
      /^geo:/,
    );
    await page.getByRole("link", { name: "Start charging" }).click();
    const planned = (await known()).plan.stops[0]!;
    const { arrive_percent: from, leave_percent: to } = planned;
    // A limit counts energy from the plug, of which the battery keeps nine tenths.
    const until = Math.min(100, Math.round(from + (to - from) / 0.9));
    await expect(page).toHaveURL(new RegExp(`battery=${from}&until=${until}$`));
    await expect(page.getByText(`${until}%`).first()).toBeVisible();
    await page.getByRole("button", { name: "Start charging" }).click();
    await expect(page).toHaveURL(/\/charging-(proceed|started)/);
    await expect.poll(async () => (await driver.active())[0]?.status).toBe("ACTIVE");
    await page.goto(address);
    await expect(stopsOf(page).first()).toContainText("Charging here");
    await expect(page.getByRole("link", { name: "To the charging session" })).toBeVisible();
    await driver.stop((await driver.active())[0]!.id);
    await expect(stopsOf(page).first()).toContainText("Done", { timeout: 30_000 });
    await expect(stopsOf(page).nth(1)).toContainText("Next stop");
  });

  await test.step("without a network the plan is there, and says that none can be made", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "I have less than planned" }).click();
    const dialog = page.getByRole("dialog", { name: "Plan again from here" });
    await dialog.getByLabel("Battery now, %").fill("50");
    await dialog.getByRole("button", { name: "Plan again" }).click();
    await expect(dialog.getByRole("alert")).toContainText(/network/);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(stopsOf(page).nth(1)).toContainText(second!.name);
    await page.context().setOffline(false);
  });

  await test.step("the next stop breaks: it is said, and the rest is planned from here", async () => {
    const broken = await located(second!);
    const before = broken.evses.map(({ uid, status }) => [uid, status] as const);
    try {
      await setStatus(driver, broken, "OUTOFORDER");
      const notice = page.getByRole("link", { name: /A stop of your trip is out of order/ });
      await expect(async () => {
        await page.goto("/notifications");
        await expect(notice.first()).toBeVisible({ timeout: 2000 });
      }).toPass();
      await notice.first().click();
      await expect(page).toHaveURL(address);
      await expect(page.getByText(`${second!.name} is out of order`)).toBeVisible();
      await expectAccessible(page, "trip: a stop is lost");
      await page.getByRole("button", { name: "Plan again" }).click();
      const dialog = page.getByRole("dialog", { name: "Plan again from here" });
      await dialog.getByRole("button", { name: "Plan again" }).click();
      await expect(dialog.getByText("Write a whole number from 1 to 100")).toBeVisible();
      await dialog.getByLabel("Battery now, %").fill("97");
      await expectAccessible(page, "trip: plan again");
      await dialog.getByRole("button", { name: "Plan again" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expect(page.getByText(`${second!.name} is out of order`)).toHaveCount(0);
      const { plan, begun_at } = await known();
      expect(begun_at).not.toBeNull();
      expect(plan.start.name).toBe("Where I am");
      expect(plan.stops.map(({ station }) => station.id)).not.toContain(second!.id);
    } finally {
      for (const [uid, status] of before) await setStatus(driver, broken, status, [uid]);
    }
  });

  await test.step("ended, its bar is gone", async () => {
    await page.getByRole("button", { name: "End trip" }).click();
    await expect(page.getByRole("button", { name: "Start trip" })).toBeVisible();
    expect((await known()).begun_at).toBeNull();
    await page.goto("/tabs/tab1");
    await expect(page.getByText(/have a free plug$/)).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Trip" })).toHaveCount(0);
  });
});

test("[T-8] [T-11] a trip gets a name, a link that anybody can open until it is ended, and is deleted", async ({
  page,
  browser,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const { data } = await callRoute(world.url, trips.planTrip, {
    token: driver.token,
    body: {
      start: { latitude: 18.52037, longitude: 73.85674, name: "Home" },
      end: { latitude: 19.115, longitude: 72.885, name: "Mumbai" },
      charge_percent: 45,
    },
  });
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("link", { name: "Trips" }).click();
  await page.getByRole("button", { name: "More for Home to Mumbai" }).click();
  await page.getByRole("button", { name: "Give it a name" }).click();
  await page.getByLabel("Name", { exact: true }).fill("To Papa");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Your trips" })).toBeVisible();
  await expectAccessible(page, "trip: kept");
  await page.getByRole("link", { name: /^To Papa/ }).click();

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByLabel("Destination, as the link calls it").fill("Mumbai");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = (await page.locator(".trip-link").textContent())!;
  await expectAccessible(page, "trip: share");
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { level: 1, name: "Start to Mumbai" })).toBeVisible();
  await expect(stopsOf(stranger).first()).toContainText(/Charging\s*.*min/);
  await expect(stopsOf(stranger).first()).not.toContainText(/Arrive|Leave|₹/);
  await expect(stranger.getByText("How this is reckoned")).toHaveCount(0);
  await expect(stopsOf(stranger).getByRole("link")).toHaveCount(0);
  await expectAccessible(stranger, "trip: shared");
  await page.getByRole("button", { name: "End the link" }).click();
  await expect(page.getByRole("button", { name: "Make a link" })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await stranger.context().close();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "More for To Papa" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: "Delete To Papa?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page).toHaveURL("/trip");
  await expect(page.getByRole("link", { name: /^To Papa/ })).toHaveCount(0);
  const kept = await callRoute(world.url, trips.listTrips, { token: driver.token });
  expect(kept.data.trips.map((trip) => trip.id)).not.toContain(data.id);
});

test.describe("[T-10] deleted on another device", () => {
  test.use({ refusals: [404] });

  test("a trip that is under way says so where it is ended", async ({ page }) => {
    const driver = await newDriver(world, { vehicle: true });
    const { token } = driver;
    const { data } = await callRoute(world.url, trips.planTrip, {
      token,
      body: {
        start: { latitude: 18.5204, longitude: 73.8567, name: "Pune" },
        end: { latitude: 19.076, longitude: 72.8777, name: "Mumbai" },
        charge_percent: 100,
      },
    });
    const id = data.id!;
    await callRoute(world.url, trips.updateTrip, { token, params: { id }, body: { begun: true } });
    await signInOnce(page, driver);
    await page.goto(`/trip?id=${id}`);
    await expect(page.getByRole("button", { name: "End trip" })).toBeVisible();
    await callRoute(world.url, trips.deleteTrip, { token, params: { id } });
    await page.getByRole("button", { name: "End trip" }).click();
    await expect(page.getByRole("heading", { name: "This trip is no longer there" })).toBeVisible();
  });
});
