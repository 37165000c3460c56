import { stations, type Location } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { startWeakNetwork } from "./unreliable-proxy.ts";
import { forgetAll, expect, placesUrl, signedIn, signInOnce, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const HERE = { latitude: 12.9716, longitude: 77.5946 };
const rows = (page: Page) =>
  page.getByRole("region", { name: "Stations" }).getByRole("listitem").getByRole("link");
const names = async (page: Page) => rows(page).locator(".title").allTextContents();

/** Queries whose answers are stored on the device. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open("vm.me.answers");
    await new Promise((resolve) => request.addEventListener("success", resolve));
    const keys = request.result.transaction("answers").objectStore("answers").getAllKeys();
    await new Promise((resolve) => keys.addEventListener("success", resolve));
    request.result.close();
    return keys.result as string[];
  });

/** The plugs of the drivers' car; others are left out unless a driver wants them. */
const FITTING = "IEC_62196_T2_COMBO,IEC_62196_T2";

/** The service's own answer to the same query. */
async function found(driver: DriverClient, query: object): Promise<Location[]> {
  const asked = { ...HERE, distance: 10, page_size: 200, standard: FITTING, ...query };
  return (
    await callRoute(world.url, stations.searchLocations, { token: driver.token, query: asked })
  ).content;
}

async function atHome(page: Page): Promise<DriverClient> {
  const driver = await newDriver(world, { vehicle: true });
  await signedIn(page, driver);
  await page.goto("/tabs/tab1");
  await expect(rows(page).first()).toBeVisible();
  return driver;
}

test("[L-10] [R-18] a filter tells its count before it is applied, is kept over a reload and gone after logout", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page, "home");
  await page.getByRole("link", { name: "Filters", exact: true }).click();
  await expect(page).toHaveURL("/cpo-filter");
  await page.getByRole("button", { name: "CCS2" }).click();
  await page.getByRole("button", { name: /^Fast/ }).click();
  const wanted = await found(driver, { standard: "IEC_62196_T2_COMBO", power_range: "15-99.9" });
  const show = page.getByRole("button", { name: /^Show \d+ stations?$/ });
  await expect(show).toHaveText(`Show ${wanted.length} stations`);
  await expectAccessible(page, "cpo-filter");

  await page.getByRole("button", { name: /^Operators/ }).click();
  await expect(page.getByRole("heading", { name: "Operators" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search operators" }).fill("urja");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Urjapath" }).press("Space");
  await expect(page.getByRole("checkbox", { name: "Urjapath" })).toBeChecked();
  await expectAccessible(page, "cpo-filter: operators");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: /^Operators/ })).toContainText("Urjapath");
  const theirs = wanted.filter(({ operator }) => operator.name === "Urjapath");
  expect(theirs.length).toBeGreaterThan(0);
  await expect(show).toHaveText(
    theirs.length === 1 ? "Show 1 station" : `Show ${theirs.length} stations`,
  );

  await show.click();
  await expect(page).toHaveURL("/tabs/tab1");
  await expect(rows(page)).toHaveCount(theirs.length);
  expect((await names(page)).toSorted()).toEqual(theirs.map(({ name }) => name).toSorted());

  await page.reload();
  await expect(rows(page)).toHaveCount(theirs.length);
  await expect(page.getByRole("link", { name: "Filters 3 filters on" })).toBeVisible();

  await page.getByRole("button", { name: /menu$/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  const next = await newDriver(world, { vehicle: true });
  await signInOnce(page, next);
  await page.goto("/tabs/tab1");
  await expect(page.getByRole("link", { name: "Filters", exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount((await found(next, {})).length);
});

test("[R-1] the map opens with the driver and the nearest stations that fit in sight", async ({
  page,
}) => {
  const driver = await atHome(page);
  const nearest = (await found(driver, { sort: "distance", page_size: 8 })).map(
    ({ coordinates }) => coordinates,
  );
  /** Half the map's width in degrees, as far as it shows what lies between its buttons. */
  const seen = () =>
    page.evaluate(() => {
      const { camera } = JSON.parse(localStorage.getItem("vm.me.map-view") ?? "{}") as {
        camera: { lon: number; zoom: number };
      };
      const width = document.querySelector(".home-map")!.clientWidth;
      return { ...camera, half: ((width / 2) * 360) / (512 * 2 ** camera.zoom) };
    });
  await expect
    .poll(async () => {
      const { lon, half } = await seen();
      return [...nearest, HERE].every(({ longitude }) => Math.abs(longitude - lon) < half);
    })
    .toBe(true);
  // Who moved the map finds it there again.
  const { zoom } = await seen();
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect((await seen()).zoom).toBe(zoom);
});

test("[R-1] who is nowhere yet is asked with the reason, and a city will do", async ({ page }) => {
  await page.context().clearPermissions();
  const driver = await newDriver(world, { vehicle: true });
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  const asked = page.getByRole("region", { name: "Where are you?" });
  await expect(asked).toContainText("With your location the nearest stations come first");
  await expectAccessible(page, "home: where are you");
  await asked.getByRole("button", { name: "Choose a city" }).click();
  const cities = page.getByRole("dialog", { name: "Choose a city" });
  await cities.getByLabel("City").fill("zzz");
  await expect(cities.getByRole("status")).toContainText("No large city has this name");
  await cities.getByLabel("City").fill("banglore");
  await expectAccessible(page, "choose a city");
  await cities.getByRole("button", { name: "Bengaluru" }).click();
  await expect(asked).toHaveCount(0);
  const there = (await found(driver, {})).map(({ name }) => name);
  await expect.poll(async () => there.includes((await names(page))[0] ?? "")).toBe(true);
  // It is the last place from now on.
  await page.reload();
  await expect.poll(async () => there.includes((await names(page))[0] ?? "")).toBe(true);
  await expect(asked).toHaveCount(0);

  await page.context().grantPermissions(["geolocation"]);
  await forgetAll(page);
  await page.context().clearPermissions();
  await signInOnce(page, await newDriver(world, { vehicle: true }));
  await page.goto("/tabs/tab1");
  await expect(asked).toBeVisible();
  await page.context().grantPermissions(["geolocation"]);
  await asked.getByRole("button", { name: "Use my location" }).click();
  await expect(asked).toHaveCount(0);
  await expect(rows(page).first()).toContainText(/\skm · about \d+ min/);
});

test("[L-1] the list is sorted by the service: best for the driver, nearest, cheapest for the car, fastest, free first", async ({
  page,
}) => {
  const driver = await atHome(page);
  for (const [label, sort] of [
    ["Best for you", "best"],
    ["Nearest", "distance"],
    ["Cheapest", "price"],
    ["Fastest", "power"],
    ["Free first", "free"],
  ] as const) {
    await page.getByLabel("Sort").selectOption({ label });
    const order = (await found(driver, { sort })).map(({ name }) => name);
    await expect.poll(() => names(page), label).toEqual(order);
  }
  await page.getByLabel("Sort").selectOption({ label: "Cheapest" });
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByLabel("Sort")).toHaveValue("cheap");
});

test("[L-1] where nothing fits the list says why and the way out is one press", async ({
  page,
}) => {
  const driver = await atHome(page);
  await page.goto("/cpo-filter");
  await page.getByRole("button", { name: "CHAdeMO" }).click();
  await page.getByRole("slider", { name: "Price" }).fill("0");
  const none = page.getByRole("button", { name: "No matching station found" });
  await expect(none).toBeVisible();
  await none.click();
  await expect(page.getByText("No station here matches your filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount((await found(driver, {})).length);
});

test("[L-1] a text with a typing error finds its station, and brings it into view", async ({
  page,
}) => {
  const driver = await atHome(page);
  const [station] = await found(driver, { page_size: 1 });
  const word = station!.name.split(" ")[0]!;
  const typed = word.slice(0, 2) + word.slice(3);
  await page.getByRole("combobox", { name: /^Place, station/ }).fill(typed);
  await expect(page.getByText(/stations? found$/)).toBeVisible();
  await expect.poll(async () => (await names(page)).join()).toContain(word);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(page.getByText(/have a free plug$/)).toBeVisible();
});

test("by keyboard alone from the first key to a station, and back to the same place", async ({
  page,
}) => {
  await atHome(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /^Skip the map/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const third = rows(page).nth(2);
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if (await third.evaluate((row) => row === document.activeElement)) break;
  }
  await expect(third).toBeFocused();
  const name = (await names(page))[2]!;
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a screen reader reads each station, its distance, and what the filters do", async ({
  page,
}) => {
  await atHome(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Charging stations");
  await expect(page.getByRole("combobox", { name: "Place, station or PIN code" })).toBeVisible();
  const filters = page.getByRole("group", { name: "Filters" });
  const free = filters.getByRole("button", { name: "Free now" });
  await expect(free).toHaveAttribute("aria-pressed", "false");
  await free.click();
  await expect(free).toHaveAttribute("aria-pressed", "true");
  // From the filtered list, not from the one before it.
  await expect(
    page.getByRole("status").filter({ hasText: /^(\d+) of \1 stations have a free plug/ }),
  ).toBeVisible();
  for (const link of await rows(page).all())
    await expect(link).toHaveAccessibleName(/\skm · .+ \d+ of \d+ free .*₹/);
  await expect(page.getByRole("combobox", { name: "Sort" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Go to my location" })).toBeVisible();
});

test("going back from a station restores the scroll position of the list", async ({ page }) => {
  await atHome(page);
  await page.getByRole("button", { name: /^Show more of the list|^Show the list/ }).click();
  const list = page.locator(".sheet-body");
  await rows(page).last().scrollIntoViewIfNeeded();
  const before = await list.evaluate(({ scrollTop }) => scrollTop);
  expect(before).toBeGreaterThan(100);
  await rows(page).last().click();
  await expect(page).toHaveURL(/charging-details/);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/tabs/tab1");
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(before);
});

test.describe("without a network", () => {
  test.use({ goesOffline: true });

  test("[L-6] [N-1] a favourite changed offline is sent when the network is back", async ({
    page,
    context,
  }) => {
    await atHome(page);
    const name = (await names(page))[0]!;
    await rows(page).first().click();
    const add = page.getByRole("button", { name: "Add to favorites" });
    await expect(add).toBeVisible();
    await context.setOffline(true);
    await add.click();
    await expect(page.getByText("Saved. It is sent when you are online.")).toBeVisible();
    const remove = page.getByRole("button", { name: "Remove from favorites" });
    await expect(remove).toBeVisible();
    const waiting = () => page.evaluate(() => localStorage.getItem("vm.me.queue"));
    expect(await waiting()).not.toBeNull();
    await context.setOffline(false);
    await expect.poll(waiting).toBeNull();
    await page.reload();
    await expect(remove).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("link", { name: "Favorites" }).click();
    // The map's list is still in the page and has a row of the same name.
    await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
    const row = page.getByRole("main").getByRole("link", { name });
    await expect(row).toContainText(/\d\skm/);

    await row.click();
    await context.setOffline(true);
    await remove.click();
    await expect(add).toBeVisible();
    await expect.poll(waiting).toContain('"on":false');
    // Added again: the later tap wins.
    await add.click();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(row).toBeVisible();
    await expect(page.getByText(/^Seen /).last()).toBeVisible();
  });

  test("[N-1] the list shows its age, calls no plug free, and can be searched", async ({
    page,
    context,
  }) => {
    await atHome(page);
    await expect(page.getByText("Demo map (fictional streets)")).toBeVisible({ timeout: 30_000 });
    const before = await names(page);
    await context.setOffline(true);
    await expect(page.getByText("You are offline")).toBeVisible();
    await expect(page.getByText(/\d+ stations saved on this phone/)).toBeVisible();
    await expect(page.getByText("Seen just now").first()).toBeVisible();
    expect(await names(page)).toEqual(before);
    for (const row of await rows(page).all())
      await expect(row).not.toContainText(/\d of \d+ free$/);
    await expectAccessible(page, "home without a network");
    await page.getByRole("combobox", { name: "Search saved stations" }).fill(before[3]!);
    await expect.poll(async () => (await names(page)).length).toBeLessThan(before.length);
    expect(await names(page)).toContain(before[3]!);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await rows(page).first().click();
    await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
    await context.setOffline(false);
  });

  test("[N-1] after an offline reload the list, favourites and map are shown from storage", async ({
    page,
  }) => {
    const network = await startWeakNetwork(world.url);
    try {
      const driver = await newDriver(world, { vehicle: true });
      await signedIn(page, driver);
      await page.goto(`${network.url}/tabs/tab1`);
      await expect(rows(page).first()).toBeVisible();
      const before = await names(page);
      await rows(page).first().click();
      await page.getByRole("button", { name: "Add to favorites" }).click();
      await expect(page.getByRole("button", { name: "Remove from favorites" })).toBeVisible();
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("link", { name: "Favorites" }).click();
      await expect(page).toHaveURL(/\/tabs\/tab3$/);
      await expect(page.getByRole("main").getByRole("link", { name: before[0]! })).toBeVisible();
      await expect.poll(() => keptAnswers(page)).toContain('["wishlist"]');
      await page.goto(`${network.url}/privacy`);

      network.breaks();
      await page.clock.install({ time: Date.now() + 12 * 60_000 });
      await page.goto(`${network.url}/tabs/tab1`);
      await expect(page.getByText(/\d+ stations saved on this phone/)).toBeVisible({
        timeout: 20_000,
      });
      // In the order of the answer where it was stored, else by distance: which of both is a matter of moments.
      expect((await names(page)).toSorted()).toEqual(before.toSorted());
      await expect(page.getByText("Seen 12 min ago").first()).toBeVisible();
      await page.getByRole("link", { name: "Favorites" }).click();
      await expect(page).toHaveURL(/\/tabs\/tab3$/);
      await expect(page.getByRole("main").getByRole("link", { name: before[0]! })).toBeVisible();

      network.heals();
      await page.getByRole("link", { name: "Map", exact: true }).click();
      await page.reload();
      await expect(page.getByText(/have a free plug$/)).toBeVisible();
    } finally {
      await network.stop();
    }
  });
});

test.describe("a busy service", () => {
  // The path to it is removed at the end.
  test.use({ refusals: [503], goesOffline: true });

  test("[L-6] a refused favourite is undone with a message; an accepted one stays", async ({
    page,
  }) => {
    const network = await startWeakNetwork(world.url);
    try {
      await signedIn(page, await newDriver(world, { vehicle: true }));
      await page.goto(`${network.url}/tabs/tab1`);
      await rows(page).first().click();
      const add = page.getByRole("button", { name: "Add to favorites" });
      const remove = page.getByRole("button", { name: "Remove from favorites" });
      await expect(add).toBeVisible();
      const name = await page.getByRole("heading", { level: 1 }).innerText();
      network.isBusyAt(/wishlist/);
      await add.click();
      await expect(page.getByText(`${name} was not added to favorites.`)).toBeVisible();
      await expect(add).toBeVisible();
      network.isBusyAt(null);
      // An error stays until it is closed.
      await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
      await add.click();
      await expect(remove).toBeVisible();
      await page.reload();
      await expect(remove).toBeVisible();
      network.isBusyAt(/wishlist/);
      await remove.click();
      await expect(page.getByText(`${name} is still in your favorites.`)).toBeVisible();
      await expect(remove).toBeVisible();
    } finally {
      await network.stop();
    }
  });

  test("[L-6] a favourite set while the station is loading stays when the answer comes", async ({
    page,
  }) => {
    const network = await startWeakNetwork(world.url);
    try {
      await signedIn(page, await newDriver(world, { vehicle: true }));
      await page.goto(`${network.url}/tabs/tab1`);
      await expect(rows(page).first()).toBeVisible();
      network.holds(/\/locations\/(?!search|pins)/);
      await rows(page).first().click();
      await page.getByRole("button", { name: "Add to favorites" }).click();
      const remove = page.getByRole("button", { name: "Remove from favorites" });
      await expect(remove).toBeVisible();
      network.release();
      await expect(page.getByRole("button", { name: /^Checked just now/ })).toBeVisible();
      await expect(remove).toBeVisible();
    } finally {
      await network.stop();
    }
  });
});

test.describe("addresses", () => {
  test.use({ refusals: [503] });
  const tell = (what: "fail" | "forget") =>
    fetch(new URL(`/${what}`, placesUrl), { method: "POST" });
  const loads = async () => (await (await fetch(new URL("/loads", placesUrl))).json()) as string[];

  test("[L-11] an address chosen by keyboard moves the map and the list", async ({ page }) => {
    await tell("forget");
    const driver = await atHome(page);
    expect(await loads()).toEqual([]);
    const field = page.getByRole("combobox", { name: /^Place, station/ });
    await field.pressSequentially("mg ro", { delay: 30 });
    const addresses = page.getByRole("listbox", { name: "Addresses" }).getByRole("option");
    const option = addresses.filter({ hasText: "MG Road" });
    await expect(option).toBeVisible();
    await expect(addresses).toHaveCount(1);
    await expectAccessible(page, "addresses");
    await field.press("ArrowDown");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await field.press("Enter");
    await expect(field).toHaveValue(/^12 Mahatma Gandhi Road, .* India$/);
    await expect(addresses).toHaveCount(0);
    // Asked again each time: plugs become free and taken meanwhile, and the order with them.
    await expect(async () => {
      const around = await found(driver, { latitude: 13.02, longitude: 77.64, sort: "best" });
      expect(await names(page)).toEqual(around.map(({ name }) => name));
    }).toPass({ timeout: 15_000 });
    const camera = () =>
      page.evaluate(() => {
        const { camera: at } = JSON.parse(localStorage.getItem("vm.me.map-view") ?? "{}") as {
          camera: { lat: number; lon: number };
        };
        return [at.lat.toFixed(2), at.lon.toFixed(2)];
      });
    await expect.poll(camera).toEqual(["13.02", "77.64"]);
    await field.fill("mg ci");
    await expect(addresses).toHaveText(/MG Circle/);
    expect(await loads()).toEqual(["?key=key-of-journeys&libraries=places"]);
  });

  test("[L-11] a script that fails to load is only logged, and loaded again with the next input", async ({
    page,
  }) => {
    await tell("fail");
    await atHome(page);
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("Google Maps loading failed"),
    );
    const field = page.getByRole("combobox", { name: /^Place, station/ });
    await field.fill("mg road");
    expect((await logged).type()).toBe("error");
    await expect(page.getByRole("listbox", { name: "Addresses" })).toHaveCount(0);
    await field.fill("mg roa");
    await expect(page.getByRole("option", { name: /MG Road/ })).toBeVisible();
    expect(await loads()).toHaveLength(2);
  });
});

test("[R-1] where the map has no streets it says so, and is not blank", async ({ page }) => {
  const driver = await newDriver(world, { vehicle: true });
  await signedIn(page, driver);
  // In the fields between Solapur and Kalaburagi.
  await page.addInitScript(() => {
    const camera = { lat: 17.4, lon: 76.4, zoom: 13 };
    const area = { lat: 17.4, lon: 76.4, km: 10 };
    localStorage.setItem("vm.me.map-view", JSON.stringify({ camera, area }));
  });
  await page.goto("/tabs/tab1");
  await expect(
    page.getByText("No streets are drawn here. Stations are in the right place."),
  ).toBeVisible({ timeout: 30_000 });
  /** Colours in the uncovered part of the map. */
  const shades = async () => {
    const picture = await page.screenshot({ clip: { x: 40, y: 40, width: 220, height: 300 } });
    return page.evaluate(
      async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d")!;
        context.drawImage(bitmap, 0, 0);
        return new Set(new Uint32Array(context.getImageData(0, 0, 220, 300).data.buffer)).size;
      },
      [...picture],
    );
  };
  await expect.poll(shades).toBeGreaterThan(1);
});

/** Whether a press on the middle of it reaches it. */
const canBePressed = (one: Locator) =>
  one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test.describe("a phone on its side", () => {
  test.use({ viewport: { width: 844, height: 390 } });

  const inSight = async (one: Locator) => {
    await expect(one).toBeInViewport({ ratio: 0.95 });
    await expect.poll(() => canBePressed(one)).toBe(true);
  };

  test("[R-1] [R-10] list, plug, limit and tabs are in sight and can be pressed", async ({
    page,
  }) => {
    await atHome(page);
    const tabs = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    const allTabs = async () => {
      for (const tab of await tabs.all()) await inSight(tab);
    };
    await inSight(rows(page).first());
    await allTabs();
    await expectAccessible(page, "home on its side");
    await rows(page).first().click();
    await expect(page.getByRole("button", { name: /Refresh$/ })).toBeVisible();
    await inSight(page.locator(".row.plug").first());
    await inSight(page.getByRole("link", { name: /^Set a limit|^Directions/ }).first());
    await allTabs();
    await expectAccessible(page, "charging-details on its side");
    await page.getByRole("link", { name: /^Set a limit/ }).click();
    await inSight(page.getByRole("button", { name: "Start charging" }));
    await inSight(page.getByRole("button", { name: "More", exact: true }));
    await page.getByRole("slider").scrollIntoViewIfNeeded();
    await inSight(page.getByRole("slider"));
    for (const path of ["/tabs/tab2", "/tabs/tab3", "/wallet", "/history", "/my-vehicle"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, path).toBeLessThanOrEqual(0);
      if (path.startsWith("/tabs")) await allTabs();
    }
  });
});

for (const width of [820, 1440])
  test.describe(`a station at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, hasTouch: false, isMobile: false });

    test("[R-10] stands over the map wherever it was opened from; closing it moves no map", async ({
      page,
    }) => {
      const driver = await atHome(page);
      const far = (await found(driver, { distance: 500, sort: "distance" })).at(-1)!;
      await callRoute(world.url, stations.addToWishlist, {
        token: driver.token,
        params: { userId: driver.userId },
        body: { location_id: far.id },
      });
      await page.goto("/tabs/tab3");
      await page.getByRole("main").getByRole("link", { name: far.name }).click();
      const panel = page.getByRole("complementary", { name: "Station" });
      await expect(panel.getByRole("heading", { level: 1, name: far.name })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeHidden();
      const map = page.locator(".home-map");
      await expect(map).toBeVisible();
      /** Where the station is on the screen, px. */
      const place = () =>
        page.evaluate(({ latitude, longitude }) => {
          const { camera } = JSON.parse(localStorage.getItem("vm.me.map-view")!) as {
            camera: { lat: number; lon: number; zoom: number };
          };
          const box = document.querySelector(".home-map")!.getBoundingClientRect();
          const world_ = 512 * 2 ** camera.zoom;
          const down = (lat: number) =>
            Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
          return {
            x: box.x + box.width / 2 + ((longitude - camera.lon) / 360) * world_,
            y: box.y + box.height / 2 - (down(latitude) - down(camera.lat)) * world_,
          };
        }, far.coordinates);
      const free = (await panel.boundingBox())!;
      await expect
        .poll(async () => {
          const { x, y } = await place();
          return x > free.x + free.width && x < width && y > 0 && y < 900;
        })
        .toBe(true);
      await expect(
        page.getByText(new RegExp(`^${far.name}, .* is selected on the map$`)),
      ).toBeAttached();
      const before = await place();
      await page.getByRole("button", { name: "Close" }).click();
      await expect(page).toHaveURL("/tabs/tab1");
      await expect(panel).toHaveCount(0);
      const after = await place();
      expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1);
    });
  });

test.describe("with room beside", () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false });

  test("[R-1] [R-10] list and map stand side by side, and a station opens over the map", async ({
    page,
  }) => {
    await atHome(page);
    const name = (await names(page))[1]!;
    await expectAccessible(page, "home with room");
    await rows(page).nth(1).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 30_000 });
    await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/tabs/tab1");
  });
});
