import { newDriver } from "@voltmarg/testkit/driver";
import { freeStation } from "./free-station.ts";
import { photo } from "./photo.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("[L-16] a driver at a station says with a photo that it does not work, sees it there and takes it back", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const station = await freeStation(driver, 1);
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({
    latitude: station.coordinates.latitude,
    longitude: station.coordinates.longitude,
  });
  await signedIn(page, driver);
  await page.goto(`/charging-details/${station.id}`);
  const section = page.getByRole("region", { name: "What drivers say" });
  await expect(section).toContainText("Nobody has said anything of this station yet.");
  await section.getByRole("button", { name: "Say how it went" }).click();
  const dialog = page.getByRole("dialog", { name: "Does charging work here?" });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose one of them.");
  await dialog.getByRole("radio", { name: "It does not" }).check({ force: true });
  await dialog.getByRole("radio", { name: "No power" }).check({ force: true });
  await dialog.getByLabel(/^Tell others more/).fill("All dark since noon.");
  const picker = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Add a photo" }).click();
  await page.getByRole("button", { name: "Load from Library" }).click();
  const buffer = await photo(page, 1600, 1200, { turned: true });
  await (await picker).setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await expect(dialog.getByRole("status")).toHaveText("Photo added");
  await expectAccessible(page, "check-in");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toHaveCount(0);
  const mine = section.getByRole("listitem").filter({ hasText: "All dark since noon." });
  await expect(mine).toContainText(/No power.*You/s);
  // Turned upright and made smaller by the service.
  const shown = mine.getByRole("img", { name: "Photo of the station by a driver" });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([960, 1280]);
  // The word of an account that never charged decides nothing.
  await expect(section).not.toContainText("could not charge");
  await mine.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section).toContainText("Nobody has said anything of this station yet.");
});
