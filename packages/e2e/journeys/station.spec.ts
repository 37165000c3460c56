import type { Connector, Location } from "@voltmarg/contract";
import type { Locator } from "@playwright/test";
import { newDriver, scenario } from "@voltmarg/testkit/driver";
import { freeStation, setStatus, showPlugs, taken, tell } from "./free-station.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("a station", () => {
  test("[R-10] [L-3] has accessible names and works by keyboard: plugs, price, hours, operator, directions", async ({
    page,
  }) => {
    const driver = await newDriver(world, { vehicle: true });
    const station = await freeStation(driver, 2);
    await setStatus(driver, station, "CHARGING", [station.evses[1]!.uid]);
    await signedIn(page, driver);
    await page.goto(`/charging-details/${station.id}`);
    await expect(page.getByRole("button", { name: /^Checked just now\. Refresh$/ })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 })).toContainText([
      /^1 of \d plugs free$/,
      "Price of this plug",
      "Opening hours",
      "On the site",
      "Operator",
      "What drivers say",
    ]);
    await expect(
      page.getByRole("definition").filter({ hasText: "24 hours" }).first(),
    ).toBeVisible();
    await showPlugs(page);
    await expect(page.getByText(/^Charger 2 · since \d{1,2}:\d\d/)).toBeVisible();
    // The Pixel's own maps take over.
    await expect(page.getByRole("link", { name: "Directions" })).toHaveAttribute(
      "href",
      `geo:${station.coordinates.latitude},${station.coordinates.longitude}?q=${station.coordinates.latitude},${station.coordinates.longitude}(${encodeURIComponent(station.name)})`,
    );
    await expectAccessible(page, "charging-details");

    const reach = async (name: RegExp) => {
      for (let presses = 0; presses < 25; presses += 1) {
        await page.keyboard.press("Tab");
        const focused = page.locator(":focus");
        const label =
          (await focused.getAttribute("aria-label")) ?? (await focused.textContent()) ?? "";
        if (name.test(label)) return;
      }
      throw new Error(`no key leads to ${String(name)}`);
    };
    await page.locator("body").press("Home");
    await reach(/^Tell me when Charger 2 is free$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Tell me when it is free" })).toBeVisible();
    await page.keyboard.press("Escape");
    await reach(/^Report a problem$/);
    await reach(/^Set a limit/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/estimate-money\?/);
  });

  test("[R-10] shows the operator's photos, skips one that fails to load, and has a link to share", async ({
    page,
  }) => {
    const driver = await newDriver(world);
    // Numbers divisible by twelve have a first photo that is lost.
    const numberOf = ({ evses }: Location) => Number(/-(\d+)-\d+$/.exec(evses[0]!.uid)![1]);
    const station = (await driver.search(500)).find((one) => numberOf(one) % 12 === 0)!;
    await signedIn(page, driver);
    await page.goto(`/charging-details/${station.id}`);
    await expect(page.getByRole("heading", { name: "Operator" })).toBeVisible();
    const whole = (image: Locator) =>
      expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(0);
    const photos = page.getByRole("region", { name: "Photos" }).getByRole("img");
    await expect(photos).toHaveCount(2);
    for (const photo of await photos.all()) await whole(photo);
    // A map replaces a photo that fails to load.
    await expect(page.locator(".head img")).toHaveCount(0);
    await expectAccessible(page, "charging-details with photos");
    const other = (await driver.search(500)).find((one) => numberOf(one) % 12 === 3)!;
    await page.goto(`/charging-details/${other.id}`);
    await whole(page.getByRole("img", { name: `Photo 1 of ${other.name}` }).first());

    // A browser without the Web Share API copies the link.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Link copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${world.url}/charging-details/${other.id}`,
    );
  });

  test.describe("without a network", () => {
    test.use({ goesOffline: true });
    test("[R-10] is shown from the list's data before any answer", async ({ page }) => {
      const driver = await newDriver(world);
      const [near] = await driver.search(10);
      // Its operator is asked now and not again for a while; so is the operator of the row below.
      taken.add(near!.id);
      await signedIn(page, driver);
      await page.goto("/tabs/tab1");
      const row = page.locator("a[href^='/charging-details/']").first();
      await expect(row).toBeVisible();
      const name = near!.name;
      // The page's code is loaded; only the answers are missing.
      await page.goto(`/charging-details/${near!.id}`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await page.getByRole("button", { name: "Back" }).click();
      await expect(row).toBeVisible();
      const wanted = (await row.getAttribute("href"))!;
      taken.add(wanted.replace("/charging-details/", ""));
      await page.context().setOffline(true);
      await row.click();
      await expect(page).toHaveURL(wanted);
      await expect(page.getByRole("heading", { level: 1 }).last()).toBeVisible();
      await expect(page.getByText(/^You are offline\. This is from/)).toBeVisible();
      await expect(
        page.getByText("You are offline. Charging starts only with a connection."),
      ).toBeVisible();
      await page.context().setOffline(false);
    });
  });

  test.describe("that is not there", () => {
    test.use({ refusals: [404] });
    test("[R-10] is reported as removed, with a link to go on", async ({ page }) => {
      await signedIn(page, await newDriver(world));
      await page.goto("/charging-details/loc_absent");
      await expect(
        page.getByRole("heading", { name: "This station is no longer available" }),
      ).toBeVisible();
      await expectAccessible(page, "charging-details: gone");
      await page.getByRole("link", { name: "Find another station" }).click();
      await expect(page).toHaveURL("/tabs/tab1");
    });
  });

  test("[R-10] shows the last status and its age when the operator does not answer", async ({
    page,
  }) => {
    const driver = await newDriver(world);
    const station = await freeStation(driver, 2);
    const { party_id } = station.operator;
    await signedIn(page, driver);
    await tell("disturb", { name: "errors_500", party_id, on: true });
    try {
      await page.goto(`/charging-details/${station.id}`);
      const silent = page.getByText(
        /^The operator did not answer just now\. This is what it said .*\.$/,
      );
      // A recent answer is still valid; asked again, the operator does not answer.
      await expect(async () => {
        if (!(await silent.isVisible()))
          await page.getByRole("button", { name: /Refresh$/ }).click({ timeout: 1_000 });
        await expect(silent).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 45_000 });
      await expect(page.getByRole("link", { name: /^Set a limit/ })).toBeVisible();
      await expectAccessible(page, "charging-details: silent operator");
    } finally {
      await tell("disturb", { name: "errors_500", party_id, on: false });
    }
  });

  test("[S-1] warns where starts failed recently", async ({ page }) => {
    const driver = await newDriver(world, { vehicle: true, rupees: 500 });
    const station = await freeStation(driver, 2);
    const [{ uid, connectors }] = station.evses as [Location["evses"][number]];
    const plug = { location_id: station.id, evse_uid: uid, connector_id: connectors[0]!.id };
    await scenario(world, "rejects", uid);
    for (let tries = 0; tries < 2; tries += 1) {
      const { id } = await driver.start(plug, 100);
      await expect.poll(async () => (await driver.session(id)).failure).not.toBeNull();
    }
    await scenario(world, "happy", uid);
    await signedIn(page, driver);
    await page.goto(`/charging-details/${station.id}`);
    await expect(page.getByText("Charging failed here 2 times recently")).toBeVisible();
  });

  test("[S-1] a plug that became occupied offers no start; a free one does", async ({ page }) => {
    const driver = await newDriver(world, { vehicle: true });
    const station = await freeStation(driver, 2);
    await signedIn(page, driver);
    await page.clock.install();
    await page.goto(`/charging-details/${station.id}`);
    await expect(page.getByRole("button", { name: /^Checked just now/ })).toBeVisible();
    const start = page.getByRole("link", { name: /^Set a limit/ });
    await setStatus(driver, station, "CHARGING");
    // A status checked 16 s ago is checked again before a start.
    await page.clock.fastForward(16_000);
    await start.click();
    await expect(page.getByRole("alert")).toContainText("This plug is not free any more.");
    await expect(page).toHaveURL(`/charging-details/${station.id}`);
    await expect(
      page.getByRole("button", { name: "Tell me when it is free" }).first(),
    ).toBeVisible();
    await setStatus(driver, station, "AVAILABLE");
    await page.clock.fastForward(16_000);
    await page.getByRole("button", { name: /Refresh$/ }).click();
    await start.click();
    await expect(page).toHaveURL(/\/estimate-money\?/);
  });
});

test("[R-10] equal plugs are one row that says how many are free, and opens into them", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const equal = ({ evses }: Location) =>
    new Set(evses.map(({ connectors: [one] }) => `${one!.standard} ${one!.max_electric_power}`))
      .size === 1;
  const station = await freeStation(driver, 2, equal);
  await setStatus(driver, station, "CHARGING", [station.evses[0]!.uid]);
  await signedIn(page, driver);
  await page.goto(`/charging-details/${station.id}`);
  const group = page.getByRole("button", { name: /1 of 2 free/, expanded: false });
  await expect(group).toContainText(/₹\d+\.\d\d/);
  await expect(page.getByRole("radio")).toHaveCount(0);
  // The free one is offered, and which it is, is said.
  await expect(group).toContainText("Charger 2");
  await expect(page.getByRole("link", { name: /^Set a limit/ })).toBeVisible();
  await expectAccessible(page, "charging-details: equal plugs");
  await group.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expect(page.getByRole("radio")).toBeChecked();
  await expect(page.getByRole("button", { name: "Tell me when Charger 1 is free" })).toBeVisible();
  await expectAccessible(page, "charging-details: equal plugs, open");
});

test("[R-10] where the price turns the day is a strip with the price of now, and a list to a screen reader", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const turning = ({ tariff }: Connector) =>
    tariff?.elements.some(({ restrictions }) => restrictions?.start_time) ?? false;
  const flat = ({ tariff }: Connector) => tariff?.elements.length === 1;
  /** An open station whose fast plugs, of which one is offered, are free and priced so. */
  const first = async (wanted: (one: Connector) => boolean) =>
    (await driver.search(500)).find(({ evses, isOpened }) => {
      const fast = evses.filter(({ connectors: [one] }) => one!.standard === "IEC_62196_T2_COMBO");
      return (
        isOpened !== false &&
        fast.length > 0 &&
        fast.every(({ status, connectors: [one] }) => status === "AVAILABLE" && wanted(one!))
      );
    })!;
  await signedIn(page, driver);
  await page.goto(`/charging-details/${(await first(turning)).id}`);
  await expect(page.getByText(/^Now ₹\d+\.\d\d\/kWh/)).toBeVisible();
  // Some plugs say it in their row as well.
  const until = page.getByRole("paragraph").filter({ hasText: /^Until \d{1,2}:00\s[ap]m, then ₹/ });
  await expect(until).toBeVisible();
  const hours = page.getByRole("list", { name: "Prices today" }).getByRole("listitem");
  await expect(hours.first()).toHaveText(/^12:00\sam to \d{1,2}:00\s[ap]m: ₹/);
  await expect(hours.last()).toHaveText(/ to 12:00\sam: ₹/);
  await expect(page.getByText(/the first line that holds/)).toHaveCount(0);
  await expectAccessible(page, "charging-details: a day's prices");
  const lines = page.locator(".plug-price").getByRole("definition");
  await expect(lines).toHaveCount(0);
  await page.getByText("All prices of this plug").click();
  await expect(lines.first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "At other times" })).toBeVisible();

  await page.goto(`/charging-details/${(await first(flat)).id}`);
  await expect(lines.first()).toBeVisible();
  await expect(hours).toHaveCount(0);
});

test("[N-3] a driver who waits for a plug is told in the app when the car leaves, until it is seen", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const station = await freeStation(driver, 2);
  await setStatus(driver, station, "CHARGING");
  await signedIn(page, driver);
  await page.goto(`/charging-details/${station.id}`);
  await page.getByRole("button", { name: "Tell me when it is free" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Tell me when it is free" });
  await dialog.getByRole("radio", { name: "30 min" }).check({ force: true });
  await expectAccessible(page, "tell me when it is free");
  await dialog.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(dialog).toBeHidden();
  const waiting = page.getByRole("button", { name: /^Alert on until / });
  await waiting.click();
  await expect(dialog.getByRole("listitem")).toContainText(station.name);
  await expectAccessible(page, "tell me when it is free: waiting");
  await dialog.getByRole("button", { name: `Remove alert for ${station.name}` }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(waiting).toBeVisible();

  await page.goto("/history");
  await setStatus(driver, station, "AVAILABLE", [station.evses[0]!.uid]);
  const notice = page.getByRole("region", { name: "Plugs that became free" });
  await expect(notice).toContainText(`A plug is free at ${station.name}`, { timeout: 30_000 });
  await expectAccessible(page, "a plug turned free");
  await page.reload();
  await notice.getByRole("link", { name: `Open: ${station.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: station.name })).toBeVisible();
  await expect(notice.getByRole("link")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: station.name })).toBeVisible();
  await expect(notice.getByRole("link")).toHaveCount(0);
});

test.describe("a problem", () => {
  test.use({ goesOffline: true });
  test("at a station is reported, and the text is not lost without a network", async ({ page }) => {
    const driver = await newDriver(world);
    const station = await freeStation(driver, 2);
    await signedIn(page, driver);
    await page.goto(`/charging-details/${station.id}`);
    await page.getByRole("button", { name: "Report a problem" }).click();
    const dialog = page.getByRole("dialog", { name: "Report a problem" });
    await expectAccessible(page, "report a problem");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose what is wrong.");
    await dialog.getByText("The charging bay is blocked").click();
    await dialog.getByLabel("Tell us more (if you like)").fill("A van stands there");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog).toContainText("You are offline. Nothing was sent.");
    await page.context().setOffline(false);
    await expect(dialog.getByText("You are offline. Nothing was sent.")).toHaveCount(0);
    await expect(dialog.getByLabel("Tell us more (if you like)")).toHaveValue("A van stands there");
    await dialog.getByRole("button", { name: "Send" }).click();
    const thanks = page.getByRole("dialog", { name: "Thank you, it is reported" });
    await expect(thanks).toBeVisible();
    await expectAccessible(page, "reported");
    await thanks.getByRole("button", { name: "Done" }).click();
    await expect(thanks).toBeHidden();
  });
});

test("[R-11] EV Charging Steps says in five steps how a charge goes, and leads to the map", async ({
  page,
}) => {
  await signedIn(page, await newDriver(world));
  await page.goto("/initiate-charging");
  await expect(page.getByRole("heading", { level: 1, name: "EV Charging Steps" })).toBeVisible();
  await expect(page.getByRole("listitem").getByRole("heading")).toHaveText([
    "Park and pick a plug",
    "Set a limit",
    "Push the gun in",
    "Start",
    "Stop and take the gun out",
  ]);
  await expectAccessible(page, "initiate-charging");
  await page.getByRole("link", { name: "Find a station" }).click();
  await expect(page).toHaveURL("/tabs/tab1");
});
