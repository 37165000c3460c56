import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { newDriver } from "@voltmarg/testkit/driver";
import { wholeBrowser } from "./browsers.ts";
import { freeStation, setStatus, standAt } from "./free-station.ts";
import { showCamera } from "./qr-video.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, signInOnce, test as plain, world } from "./world.ts";

const video = join(mkdtempSync(join(tmpdir(), "voltmarg-camera-")), "camera.y4m");
showCamera(video, null);

// A browser for this file, whose camera shows what the test sets; a shell has none.
const test = plain.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, give) => {
      const args = [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${video}`,
      ];
      await give({ ...launchOptions, executablePath: wholeBrowser, args });
    },
    { scope: "worker" },
  ],
});
test.use({ contextOptions: { reducedMotion: "reduce" } });

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
    await expect(page.getByRole("link", { name: /^Set a limit/ })).toHaveCount(0);
    await expectAccessible(page, "charging-details: scanned and taken");
    await page.getByRole("radio").first().check({ force: true });
    await expect(page.getByRole("link", { name: /^Set a limit/ })).toBeVisible();
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
      const field = page.getByLabel(/charger code$/i);
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
    // It is forbidden to this page: only typing helps, and can begin at once.
    await expect(page.getByRole("alert")).toContainText("The camera is not allowed");
    await expect(page.getByRole("heading", { name: "Type the charger’s code" })).toBeVisible();
    await expect(page.getByText("Point at the QR")).toHaveCount(0);
    await expect(page.getByLabel("Charger code")).toBeFocused();
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

test("[A-5] [M-9] a profile photo is taken with the camera", async ({ page, context }) => {
  await context.grantPermissions(["camera"]);
  await signInOnce(page, await newDriver(world));
  await page.goto("/profile");
  await page.getByRole("button", { name: "Add photo" }).click();
  await page.getByRole("button", { name: "Use Camera" }).click();
  await expect(page.getByLabel("What the camera sees")).toBeVisible();
  await expect(page.getByRole("button", { name: "Take photo" })).toBeEnabled();
  await expectAccessible(page, "image chooser: camera");
  await page.getByRole("button", { name: "Take photo" }).click();
  await expect(page.locator(".toast").filter({ hasText: "Photo saved" })).toBeVisible();
  await expect(page.locator(".ph .avatar img")).toBeVisible();
  await expectAccessible(page, "profile with a photo");
  await page.goto("/tabs/tab1");
  await page.getByRole("button", { name: /menu$/ }).click();
  await expect(page.locator(".who img")).toBeVisible();
  await expectAccessible(page, "side menu with a photo");
});
