import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stations, type Location } from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { callRoute } from "@voltmarg/world/client";
import { type DriverClient, newDriver, scenario } from "@voltmarg/testkit/driver";
import { showCamera } from "./qr-video.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test as plain, world } from "./world.ts";

const video = join(mkdtempSync(join(tmpdir(), "voltmarg-camera-")), "camera.y4m");
showCamera(video, null);

// A browser for this file, whose camera shows what the test sets.
const test = plain.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, give) => {
      const args = [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${video}`,
      ];
      await give({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
});
test.use({ contextOptions: { reducedMotion: "reduce" } });

const taken = new Set<string>();
/** A station with this many EVSEs, all free; a different one at each call. */
async function freeStation(driver: DriverClient, evses: number): Promise<Location> {
  const found = (await driver.search(500)).find(
    (one) =>
      one.evses.length === evses &&
      one.isOpened !== false &&
      !one.restricted &&
      one.evses.every(
        ({ status, connectors }) => status === "AVAILABLE" && connectors[0]?.tariff,
      ) &&
      !taken.has(one.id),
  );
  if (!found) throw new Error(`no station with ${evses} free EVSEs is left`);
  taken.add(found.id);
  return found;
}

async function tell(what: string, body: object): Promise<void> {
  const response = await fetch(`${world.operatorUrl}/control/${what}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}
/** Sets the status of plugs, has the operator push it, and waits until the service has it. */
async function setStatus(
  { token }: DriverClient,
  { id, evses, coordinates }: Location,
  status: string,
  uids = evses.map(({ uid }) => uid),
): Promise<void> {
  for (const uid of uids)
    await tell("status", { location_id: uid.replace(/-\d+$/, ""), evse_uid: uid, status });
  const known = async () => {
    const { data } = await callRoute(world.url, stations.getLocation, {
      token,
      params: { id },
      query: coordinates,
    });
    return data.evses.filter((evse) => uids.includes(evse.uid)).map((evse) => evse.status);
  };
  await expect.poll(known).toEqual(uids.map(() => status));
}

const standAt = (page: Page, { coordinates }: Location, metresNorth = 0) =>
  page.context().setGeolocation({
    latitude: coordinates.latitude + metresNorth / 111_195,
    longitude: coordinates.longitude,
  });

/** Opens the scan tab with camera permission and a QR code in view. */
async function scan(page: Page, text: string | null, at = "/tabs/tab2"): Promise<void> {
  showCamera(video, text);
  await page.context().grantPermissions(["geolocation", "camera"]);
  await page.goto(at);
}

test.describe("scanning", () => {
  test("[R-1] [L-7] the QR code of a charger opens its station with that charger selected", async ({
    page,
  }) => {
    const driver = await newDriver(world, { vehicle: true });
    const station = await freeStation(driver, 2);
    const [, second] = station.evses;
    await signedIn(page, driver);
    await standAt(page, station, 80);
    await scan(page, null);
    await expect(
      page.getByRole("heading", { name: "Point at the QR on the charger" }),
    ).toBeVisible();
    await expect(page.getByLabel("Picture of the camera")).toBeVisible();
    await expectAccessible(page, "scan");

    await scan(page, `VOLT:${second!.evse_id}*1`);
    await expect(page).toHaveURL(
      `/charging-details/${station.id}?evse=${encodeURIComponent(second!.uid)}`,
    );
    await expect(page.getByRole("heading", { level: 1, name: station.name })).toBeVisible();
    await expect(page.getByRole("radio", { checked: true })).toHaveAccessibleName(
      /you scanned this/,
    );
    // Leaving the tab releases the camera.
    await expect(page.locator("video")).toHaveCount(0);

    // Occupied meanwhile: the other plug, where another driver may be, is not selected instead.
    await setStatus(driver, station, "CHARGING", [second!.uid]);
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Charger 2, which you scanned, cannot be");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Start charging/ })).toHaveCount(0);
    await expectAccessible(page, "charging-details: scanned and taken");
    await page.getByRole("radio").first().check({ force: true });
    await expect(page.getByRole("link", { name: /^Start charging/ })).toBeVisible();
  });

  test.describe("codes that are none of ours", () => {
    // An unknown code gets 404.
    test.use({ refusals: [404] });

    test("[L-7] unknown and foreign codes get a message, and no URL is opened", async ({
      page,
    }) => {
      await signedIn(page, await newDriver(world));
      const elsewhere: string[] = [];
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== new URL(world.url).origin)
          elsewhere.push(request.url());
      });
      await scan(page, "https://charger-pay.example/start?x=1");
      const said = page.getByRole("alert");
      await expect(said).toHaveText(
        "This QR leads to charger-pay.example. It names no charger we know, so nothing was opened.",
      );
      await expect(page).toHaveURL("/tabs/tab2");
      await expectAccessible(page, "scan: foreign code");
      expect(elsewhere).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);

      await scan(page, "IN*NOB*E999999*9");
      await expect(said).toHaveText(
        "No charger has this code. Check it, or find the station on the map.",
      );
    });

    test("[L-7] a code can be typed, and its error is shown at the field", async ({ page }) => {
      const driver = await newDriver(world);
      const station = await freeStation(driver, 2);
      await signedIn(page, driver);
      await standAt(page, station);
      await page.goto("/tabs/tab2");
      const field = page.getByLabel("Or type the charger code");
      await page.getByRole("button", { name: "Next" }).click();
      await expect(field).toHaveAccessibleDescription("Type the code that stands on the charger.");
      await field.fill("NO-SUCH-CODE-7");
      await field.press("Enter");
      await expect(field).toHaveAccessibleDescription(/^No charger has this code/);
      await field.fill(station.evses[0]!.evse_id!.replaceAll("*", "").toLowerCase());
      await field.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: station.name })).toBeVisible();
    });
  });

  test("[L-7] a charger of another station, or one far away, needs a confirmation", async ({
    page,
  }) => {
    const driver = await newDriver(world);
    const opened = await freeStation(driver, 2);
    const other = await freeStation(driver, 2);
    await signedIn(page, driver);
    await standAt(page, other);
    await page.goto(`/charging-details/${opened.id}`);
    showCamera(video, other.evses[0]!.evse_id);
    await page.context().grantPermissions(["geolocation", "camera"]);
    await page.getByRole("link", { name: "Scan the QR on the charger" }).click();
    await expect(page.getByText(`You opened ${opened.name}.`, { exact: true })).toBeVisible();
    const dialog = page.getByRole("dialog", { name: "This charger is at another station" });
    await expect(dialog).toContainText(`belongs to a charger at ${other.name}`);
    await expectAccessible(page, "scan: another station");
    await dialog.getByRole("button", { name: `Go to ${other.name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: other.name })).toBeVisible();

    await standAt(page, other, 700);
    await scan(page, other.evses[0]!.evse_id);
    const far = page.getByRole("dialog", { name: /^This charger is 0\.7\skm away$/ });
    await expect(far).toBeVisible();
    await far.getByRole("button", { name: "Scan again" }).click();
    await expect(far).toBeHidden();
    await expect(page).toHaveURL("/tabs/tab2");
  });

  test("[M-10] without the camera the reason is shown, with the specified texts where there are some, and the code can be typed", async ({
    page,
  }) => {
    await signedIn(page, await newDriver(world));
    await page.goto("/tabs/tab2");
    await expect(page.getByLabel("Or type the charger code")).toBeVisible();
    // It is forbidden to this page.
    await expect(page.getByRole("alert")).toContainText("The camera is not allowed");
    await expectAccessible(page, "scan: camera refused");
    await page.getByRole("button", { name: "Try the camera again" }).click();
    await expect(page.getByRole("alert")).toContainText("Not implemented on web.");

    const refuseToSay = () => {
      Object.defineProperty(navigator.permissions, "query", {
        value: () => Promise.reject(new TypeError("camera is no permission")),
      });
    };
    await page.addInitScript(refuseToSay);
    await page.reload();
    await expect(
      page.getByText("Camera permissions are not available in this browser"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Use the camera" }).click();
    await expect(page.getByRole("alert")).toContainText("The camera is not allowed");
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "permissions", { value: undefined });
    });
    await page.reload();
    await expect(page.getByText("Permissions API not available in this browser")).toBeVisible();
  });
});

test.describe("a station", () => {
  test("[R-10] [L-3] has accessible names and works by keyboard: plugs, price, hours, operator, directions", async ({
    page,
  }) => {
    const driver = await newDriver(world, { vehicle: true });
    const station = await freeStation(driver, 2);
    await setStatus(driver, station, "CHARGING", [station.evses[1]!.uid]);
    await signedIn(page, driver);
    await page.goto(`/charging-details/${station.id}`);
    await expect(
      page.getByRole("button", { name: /^Checked just now\. Ask again$/ }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 })).toContainText([
      /^1 of \d plugs free$/,
      "Price of this plug",
      "Opening hours",
      "On the site",
      "Operator",
    ]);
    await expect(
      page.getByRole("definition").filter({ hasText: "24 hours" }).first(),
    ).toBeVisible();
    await expect(page.getByText(/^Charger 2 · since \d\d:\d\d$/)).toBeVisible();
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
    await reach(/^Start charging/);
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
      await expect(page.getByText(/^You are offline\. This is what was known/)).toBeVisible();
      await expect(
        page.getByText("You are offline. A charge starts only with a connection."),
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
        page.getByRole("heading", { name: "This station is not there any more" }),
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
          await page.getByRole("button", { name: /Ask again$/ }).click({ timeout: 1_000 });
        await expect(silent).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 45_000 });
      await expect(page.getByRole("link", { name: /^Start charging/ })).toBeVisible();
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
    await expect(page.getByText("2 starts failed here of late")).toBeVisible();
  });

  test("[S-1] a plug that became occupied offers no start; a free one does", async ({ page }) => {
    const driver = await newDriver(world, { vehicle: true });
    const station = await freeStation(driver, 2);
    await signedIn(page, driver);
    await page.clock.install();
    await page.goto(`/charging-details/${station.id}`);
    await expect(page.getByRole("button", { name: /^Checked just now/ })).toBeVisible();
    const start = page.getByRole("link", { name: /^Start charging/ });
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
    await page.getByRole("button", { name: /Ask again$/ }).click();
    await start.click();
    await expect(page).toHaveURL(/\/estimate-money\?/);
  });
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
  const waiting = page.getByRole("button", { name: /^You will be told until \d\d:\d\d$/ });
  await waiting.click();
  await expect(dialog.getByRole("listitem")).toContainText(station.name);
  await expectAccessible(page, "tell me when it is free: waiting");
  await dialog.getByRole("button", { name: `Stop waiting for ${station.name}` }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(waiting).toBeVisible();

  await page.goto("/history");
  await setStatus(driver, station, "AVAILABLE", [station.evses[0]!.uid]);
  const notice = page.getByRole("region", { name: "Plugs that turned free" });
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
    await dialog.getByText("Something blocks the place").click();
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
