import { vehicles } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { newDriver, nextRoad } from "@voltmarg/testkit/driver";
import { callRoute } from "@voltmarg/client/node";
import { expectAccessible } from "./screens.ts";
import { expect, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const list = (page: Page) => page.getByRole("list", { name: "Stations on the way" });
const rows = (page: Page) => list(page).getByRole("listitem");
const field = (page: Page, label: string) =>
  page.getByRole("combobox", { name: label, exact: true });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const km = async (row: Locator) =>
  Number(/after ([\d,.]+)\u00a0km/.exec(await row.innerText())?.[1] ?? 0);

async function signedInAt(page: Page, path: string, vehicle = true) {
  const driver = await newDriver(world, { vehicle });
  await signInOnce(page, driver);
  await page.goto(path);
  return driver;
}

test("[T-9] from the search at home to a station on the way, and back to the same list", async ({
  page,
}) => {
  await signedInAt(page, "/tabs/tab1");
  const search = page.getByRole("combobox").first();

  await test.step("a city in any of three scripts offers the way to it", async () => {
    await search.fill("चेन्नई");
    await expect(page.getByRole("link", { name: "Stations on the way to Chennai" })).toBeVisible();
    await search.fill("zzzz");
    await expect(page.getByRole("link", { name: /on the way to/ })).toBeHidden();
    await search.fill("chenai");
    await page.getByRole("link", { name: "Stations on the way to Chennai" }).click();
    await expect(field(page, "From")).toHaveValue("Where I am");
    await expect(field(page, "To")).toHaveValue("Chennai");
  });

  await test.step("the stations come in the order in which the way passes them", async () => {
    await expect(page.getByText(/^\d{3} km, about \d+ h/)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    const all = await Promise.all((await rows(page).all()).map(km));
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    await expect(page.getByRole("figure", { name: /Map of the way/ })).toBeVisible();
    await expectAccessible(page, "on my way");
  });

  await test.step("the battery at each, and where it does not last", async () => {
    await expect(list(page).getByText(/battery/)).toHaveCount(0);
    await page.getByLabel("Battery now, %").fill("50");
    await expect(rows(page).first()).toContainText(/battery\s+about\s+(49|50)%/);
    await expect(rows(page).last()).toContainText(/the\s+battery\s+does\s+not\s+last/);
  });

  await test.step("farther from the way there are more of them", async () => {
    const count = page.getByText(/^\d+ stations within/);
    const near = Number.parseInt(await count.innerText(), 10);
    await page.getByLabel("How far from the way").selectOption("25");
    await expect(count).toContainText("within 25 km of the way");
    expect(Number.parseInt(await count.innerText(), 10)).toBeGreaterThan(near);
  });

  await test.step("the filter of the search holds here", async () => {
    const before = await rows(page).count();
    await page.getByRole("button", { name: "50 kW and up" }).click();
    await expect.poll(() => rows(page).count()).toBeLessThan(before);
    await page.getByRole("link", { name: /^Filters/ }).click();
    await expect(page.getByRole("heading", { name: "Distance" })).toHaveCount(0);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("button", { name: "Show stations" }).click();
    await expect(page.getByRole("button", { name: "50 kW and up" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
  });

  await test.step("a station, and back", async () => {
    const name = await rows(page).nth(2).locator(".title").innerText();
    await rows(page).nth(2).getByRole("link").click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await page.goBack();
    await expect(field(page, "To")).toHaveValue("Chennai");
    await expect(page.getByLabel("How far from the way")).toHaveValue("25");
    await expect(rows(page).nth(2)).toContainText(name);
  });

  await test.step("a car's driver goes on to plan stops from and to the same places", async () => {
    await page.getByRole("link", { name: "Plan stops" }).click();
    await expect(field(page, "To")).toHaveValue("Chennai");
  });
});

test("[T-9] without a router straight legs are said, and nothing nearby leads to a wider look", async ({
  page,
}) => {
  await signedInAt(page, "/on-my-way");
  await nextRoad(world, "error_500");
  await field(page, "To").fill("Chennai");
  await option(page, "Chennai").first().click();
  const straight = page.getByText("The road is not known at the moment");
  await expect(straight).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page, "on my way: straight");

  await test.step("it is back with the next question", async () => {
    await page.getByLabel("Battery now, %").fill("90");
    await expect(straight).toBeHidden();
  });

  await test.step("a way through the desert", async () => {
    await nextRoad(world, "error_500");
    await page.goto("/on-my-way?from=27.3,70.6&to=27.6,71.2");
    await expect(
      page.getByRole("heading", { name: "No station within 5 km of this way" }),
    ).toBeVisible();
    await expectAccessible(page, "on my way: none");
    await page.getByRole("button", { name: "Look 10 km around" }).click();
    await expect(
      page.getByRole("heading", { name: "No station within 10 km of this way" }),
    ).toBeVisible();
    await expect(page).toHaveURL(/km=10/);
  });
});

test("[T-9] a place is chosen by keyboard alone, and a station with it", async ({ page }) => {
  await signedInAt(page, "/on-my-way");
  await expect(field(page, "From")).toHaveValue("Where I am");
  const press = (key: string) => page.keyboard.press(key);
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.closest("li, .place-field, .way-pair")?.textContent ?? "",
    );
  for (
    let tabs = 0;
    tabs < 12 && !(await field(page, "To").evaluate((at) => at === document.activeElement));
    tabs += 1
  )
    await press("Tab");
  await expect(field(page, "To")).toBeFocused();
  await expect(page.getByRole("listbox", { name: "To" })).toBeVisible();
  await press("Escape");
  await expect(page.getByRole("listbox", { name: "To" })).toBeHidden();
  await page.keyboard.type("hyder");
  await expect(option(page, "Hyderabad").first()).toBeVisible();
  await expectAccessible(page, "on my way: list of places");
  await press("ArrowDown");
  await expect(option(page, "Hyderabad").first()).toHaveAttribute("aria-selected", "true");
  await press("Enter");
  await expect(field(page, "To")).toHaveValue("Hyderabad");
  await expect(field(page, "To")).toBeFocused();
  await expect(rows(page).first()).toBeVisible();
  const first = await rows(page).first().locator(".title").innerText();
  for (let tabs = 0; tabs < 20 && !(await focused()).includes(first); tabs += 1) await press("Tab");
  await press("Enter");
  await expect(page.getByRole("heading", { name: first })).toBeVisible();
});

test("[T-9] map links give places, and what is none gets a sentence; places chosen before are at hand", async ({
  page,
}) => {
  await signedInAt(page, "/on-my-way");
  const to = field(page, "To");
  const gone: string[] = [];
  page.on("request", (request) => gone.push(new URL(request.url()).host));
  for (const [text, sentence] of [
    ["https://maps.app.goo.gl/AbC", "This short link does not say where it leads"],
    ["geo:91,77.2", "There is no such place on Earth"],
    ["https://maps.google.com/?q=99999999999999,77", "There is no such place on Earth"],
    ["geo:0,0", "This place is not in India"],
    ["https://example.org/<script>alert(1)</script>", "This link has no position in it"],
  ] as const) {
    await to.fill(text);
    await expect(page.getByRole("alert")).toContainText(sentence);
  }
  await expectAccessible(page, "on my way: a link that is none");
  await to.fill(
    "Let us meet: https://www.google.com/maps/place/Marina+Beach/@13.1,80.1,15z/data=!3d13.05!4d80.2824",
  );
  await option(page, /^Marina Beach/).click();
  await expect(to).toHaveValue("Marina Beach");
  expect(gone.filter((host) => !world.url.includes(host))).toEqual([]);

  await test.step("a point on the map", async () => {
    await field(page, "From").click();
    await field(page, "From").fill("");
    await option(page, "Point on the map").click();
    await expect(page.getByRole("dialog", { name: "Point on the map" })).toBeVisible();
    await expectAccessible(page, "a point on the map");
    await page.getByRole("button", { name: "Use this point" }).click();
    await expect(field(page, "From")).toHaveValue("Point near Bengaluru");
  });

  await test.step("recent places, also after a reload", async () => {
    await page.goto("/on-my-way");
    await to.click();
    const recent = page.getByRole("group", { name: "Recent places" }).getByRole("option");
    await expect(recent).toHaveText([/Point near Bengaluru/, /Marina Beach/]);
  });

  await test.step("an address of the maps service", async () => {
    await to.fill("mg ro");
    await page.getByRole("group", { name: "Addresses" }).getByRole("option").first().click();
    await expect(to).toHaveValue("MG Road");
    await expect(page).toHaveURL(/to=13\.02%2C77\.64/);
  });

  await test.step("a station by its name", async () => {
    await to.fill("Lotus");
    const station = page.getByRole("group", { name: "Stations" }).getByRole("option").first();
    await station.click();
    await expect(to).toHaveValue(/Lotus/);
  });
});

test("[T-9] a scooter has no planner: what is within reach of its battery", async ({ page }) => {
  const driver = await signedInAt(page, "/tabs/tab1", false);
  await callRoute(world.url, vehicles.addVehicle, {
    token: driver.token,
    params: { userId: driver.userId },
    body: {
      make: "Ather",
      model: "450X",
      vehicle_type: "TWO_WHEELER",
      battery_capacity: 3.7,
      range: 105,
      max_dc_intake: null,
      onboard_charger_capacity: 0.7,
    },
  });
  await page.goto("/trip");
  await page.getByRole("link", { name: "Within reach" }).click();
  await page.getByLabel("Battery now, %").fill("60");
  await expect(page.getByText(/About \d+ km by road until \d+% is left/)).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Stations within reach" }).getByRole("listitem").first(),
  ).toBeVisible();
  await expect(page.getByRole("figure", { name: /within reach/ })).toBeVisible();
  await expectAccessible(page, "within reach");
  await page.getByLabel("Battery now, %").fill("2");
  await expect(page.getByText(/About \d+ km by road/)).toBeHidden();
});

test.describe("offline", () => {
  test.use({ goesOffline: true });
  test("[T-9] without a connection it is said that the way cannot be found", async ({ page }) => {
    await signedInAt(page, "/on-my-way");
    await field(page, "To").fill("Chennai");
    await expect(option(page, "Chennai").first()).toBeVisible();
    await page.context().setOffline(true);
    await option(page, "Chennai").first().click();
    await expect(
      page.getByText("Without a connection no stations on the way can be found."),
    ).toBeVisible();
    await page.context().setOffline(false);
    await expect(rows(page).first()).toBeVisible();
  });
});
