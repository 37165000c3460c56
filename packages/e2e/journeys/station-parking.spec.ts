import { stations, type Location } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, newDriver } from "@voltmarg/testkit/driver";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test, world } from "./world.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A station of Zapvahan whose details are so. */
async function stationWith(
  driver: DriverClient,
  wanted: (site: NonNullable<Location["site"]>) => boolean | undefined,
): Promise<Location> {
  for (const { id, operator } of await driver.search(500)) {
    if (operator.party_id !== "ZPV") continue;
    const { data } = await callRoute(world.url, stations.getLocation, {
      token: driver.token,
      params: { id },
    });
    if (data.site && wanted(data.site)) return data;
  }
  throw new Error("no such station");
}

test("[R-10] a station says who can park there and whom to call, in three languages", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true });
  // Of an operator that speaks OCPI 2.3.0; the last bay of a car park is an accessible one.
  const { id, site } = await stationWith(driver, ({ parking }) =>
    parking?.some(
      ({ time_limit_min: minutes, vehicle_types }) =>
        minutes === 60 && vehicle_types.includes("DISABLED"),
    ),
  );
  await signedIn(page, driver);
  await page.goto(`/charging-details/${id}`);
  const parking = page.getByRole("region", { name: "Parking" });
  await expect(parking.getByRole("listitem")).toHaveText([
    "At most 1 h",
    "Lit at night",
    "Accessible bay",
  ]);
  await expect(parking.getByRole("heading", { level: 3 })).toHaveText(/^Charger \d$/);
  const operator = page.getByRole("region", { name: "Operator" });
  await expect(operator.getByText("Help at this station")).toBeVisible();
  const dialled = `tel:${site!.help_phone!.replaceAll(" ", "")}`;
  await expect(operator.getByRole("link", { name: site!.help_phone! })).toHaveAttribute(
    "href",
    dialled,
  );
  await expectAccessible(page, "charging-details with parking");
  await page.getByRole("button", { name: "Report a problem" }).click();
  const dialog = page.getByRole("dialog", { name: "Report a problem" });
  await expect(dialog.getByRole("link", { name: "Call Zapvahan" })).toHaveAttribute(
    "href",
    dialled,
  );
  await expectAccessible(page, "report a problem with a number to call");
  for (const [language, heading, words] of [
    ["hi", "पार्किंग", "दिव्यांगों के लिए जगह"],
    ["ur", "پارکنگ", "معذور افراد کے لیے جگہ"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("vm.language", chosen), language);
    await page.reload();
    await expect(page.getByRole("region", { name: heading }).getByText(words)).toBeVisible();
  }
});
