import type { Page } from "@playwright/test";
import {
  addressOf,
  appetite,
  type DriverClient,
  newDriver,
  operatorCdrs,
  type Plug,
  scenario,
  type WorldAddress,
} from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { showPlugs, standAtPlug } from "./free-station.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signedIn, test as plain } from "./world.ts";

/** A world of its own: its operators refuse remote stops, and its clock runs faster. */
const test = plain.extend<object, { own: WorldAddress }>({
  own: [
    async ({}, give) => {
      const temporary = await startTemporaryWorld({
        DEMO_SPEED: "240",
        TRAFFIC: "0",
        LOCATIONS: "400",
      });
      await give(addressOf(temporary));
      await temporary.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
// In one worker, so that this world is started once.
test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What the demo car draws at an AC plug, kW. */
const ONBOARD_KW = 7.2;
const used = new Set<string>();

/** A free one-phase plug with a tariff, where the car's power is constant. */
async function plugUnder(driver: DriverClient, tariff: string): Promise<Plug> {
  for (const location of await driver.search(500)) {
    if (location.isOpened === false || location.restricted) continue;
    for (const evse of location.evses) {
      const [connector] = evse.connectors;
      const alt = connector?.tariff?.["tariff_alt_text"] as { text: string }[] | undefined;
      if (
        connector?.power_type === "AC_1_PHASE" &&
        connector.standard === "IEC_62196_T2" &&
        connector.powerInKwh === ONBOARD_KW &&
        connector.status === "AVAILABLE" &&
        alt?.[0]?.text === tariff &&
        !used.has(evse.uid)
      ) {
        used.add(evse.uid);
        return { location_id: location.id, evse_uid: evse.uid, connector_id: connector.id };
      }
    }
  }
  throw new Error(`no free plug under "${tariff}"`);
}

const estimateOf = (own: WorldAddress, plug: Plug) =>
  `${own.url}/estimate-money?${new URLSearchParams({
    location: plug.location_id,
    evse: plug.evse_uid,
    connector: plug.connector_id,
  }).toString()}`;

type Promised = { kwh: number; price: string };

/** Chooses ₹100, then the energy shown for it, and reads the estimated cost. */
async function choose(page: Page): Promise<Promised> {
  const money = page.getByRole("slider", { name: "Limit, Money" });
  await expect(money).toBeVisible();
  await page.getByRole("button", { name: "₹100", exact: true }).click();
  await expect(money).toHaveAttribute("aria-valuenow", "100");
  return chooseEnergy(page);
}

/** Chooses the energy that is shown for what is chosen, and reads the estimated cost. */
async function chooseEnergy(page: Page): Promise<Promised> {
  const fact = (name: string) =>
    page
      .locator("dl.three > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole("definition");
  const energy = (await fact("Energy").textContent()) ?? "";
  const kwh = Number.parseFloat(energy);
  expect(kwh).toBeGreaterThan(1);
  const limitBy = page.getByRole("group", { name: "Limit by" });
  await limitBy.getByText("Energy", { exact: true }).click();
  const ruler = page.getByRole("slider", { name: "Limit, Energy" });
  await expect(ruler).toHaveAttribute("aria-valuenow", String(kwh));
  await expect(fact("Approx. cost")).toHaveText(/^₹\d+\.\d\d$/);
  const price = (await fact("Approx. cost").textContent()) ?? "";
  await expect(ruler).toHaveAttribute("aria-valuetext", new RegExp(`about ${price}`));
  return { kwh, price };
}

/** Starts, waits until the cost reaches the promised price, and waits for the bill. */
async function chargeAndBill(page: Page, { kwh, price }: Promised): Promise<void> {
  await page.getByRole("button", { name: "Start charging" }).click();
  await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
  const live = page.locator(".ringw .mid .v");
  // The car is full but stays plugged in: the cost stays at the promised price.
  await expect(page.locator(".lv .grid")).toContainText(`${kwh.toFixed(2)}kWh`, {
    timeout: 60_000,
  });
  await expect(live).toHaveText(price);
  await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
  await expect(page.locator(".bill .amt")).toHaveText(price);
  await expect(page.locator(".bill .kv--total dd")).toHaveText(price);
  await expect(page.locator(".bill .four")).toContainText(`${kwh.toFixed(2)}\u00a0kWh`);
}

/** Parses ₹1,234.56 into paise, with its sign. */
const paise = (text: string) =>
  Math.round(Number(text.replace("\u2212", "-").replaceAll(/[^\d.-]/g, "")) * 100);

/** The lines of the bill before "Before GST", and that line. */
async function billLines(page: Page): Promise<{ lines: number[]; net: number; texts: string[] }> {
  const texts = await page.locator(".bill .lines dt").allTextContents();
  const amounts = (await page.locator(".bill .lines dd").allTextContents()).map(paise);
  const net = texts.indexOf("Before GST");
  return { lines: amounts.slice(0, net), net: amounts[net]!, texts: texts.slice(0, net) };
}

test("[E-4] [S-2] [B-3] the price that was promised for an energy is the live cost at the end and the bill, to the paisa", async ({
  page,
  own,
}) => {
  const driver = await newDriver(own, { vehicle: true, rupees: 1000 });
  const plug = await plugUnder(driver, "Rs 13.50 per kWh");
  await signedIn(page, driver);
  await standAtPlug(page, own, driver, plug.location_id);
  await page.goto(estimateOf(own, plug));
  const promised = await choose(page);
  await expectAccessible(page, "estimate by energy");
  // 13.50 and 18 % GST, calculated by hand.
  expect(paise(promised.price)).toBe(Math.round(promised.kwh * 1593));
  await page.reload();
  await expect(page.getByRole("slider", { name: "Limit, Energy" })).toHaveAttribute(
    "aria-valuenow",
    String(promised.kwh),
  );
  await scenario(own, "refuses_stop", plug.evse_uid);
  await appetite(own, plug.evse_uid, { take_kwh: promised.kwh, at_kw: ONBOARD_KW, stays_min: 30 });
  await chargeAndBill(page, promised);
  const { lines, net } = await billLines(page);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(net);
  expect((await driver.wallet()).balance_minor).toBe(100_000 - paise(promised.price));
});

test("[E-4] [E-5] [S-2] [B-3] a price that turns on the half hour: said before, charged so, billed line by line", async ({
  page,
  own,
}) => {
  const driver = await newDriver(own, { vehicle: true, rupees: 1000 });
  test.setTimeout(180_000);
  const text = "Rs 13 per kWh in the first half of every hour, Rs 15.50 in the second";
  const plug = await plugUnder(driver, text);
  await signedIn(page, driver);
  await standAtPlug(page, own, driver, plug.location_id);
  await page.goto(`${own.url}/charging-details/${plug.location_id}`);
  await showPlugs(page);
  const charger = page.locator("label.row.plug").filter({ hasText: "₹15.34/kWh" });
  const other = page.locator("label.row.plug").filter({ hasText: "₹18.29/kWh" });
  await charger.or(other).first().click();
  await expect(charger.or(other).first()).toContainText(
    /₹2\.95 a kWh (less|more) after \d{1,2}:[03]0\s[ap]m( tomorrow)?/,
  );
  const table = page.locator(".plug-price");
  await table.getByText("All prices of this plug").click();
  await expect(table).toContainText("from 12:30\u00a0am to 1:00\u00a0am");
  await expect(table).toContainText("₹18.29 per kWh");
  await expect(table).toContainText("₹15.34 per kWh");
  for (const price of await table.getByRole("definition").all()) {
    const box = (await price.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page, "charging-details with conditions");
  await page.goto(estimateOf(own, plug));
  await choose(page);
  await expectAccessible(page, "estimate with a price that turns");
  // The price is promised for a start at that moment. An hour has half of each price, whenever it starts.
  await page.goto(`${estimateOf(own, plug)}&by=TIME&value=60`);
  await expect(page.getByRole("slider", { name: "Limit, Time" })).toHaveAttribute(
    "aria-valuenow",
    "60",
  );
  const promised = await chooseEnergy(page);
  // Half at 13.00 and half at 15.50, and 18 % GST, calculated by hand.
  expect(promised).toEqual({ kwh: ONBOARD_KW, price: "₹121.07" });
  const turn = page.getByText(
    /^From \d{1,2}:(?:00|30)\s[ap]m ₹1[58]\.\d\d\/kWh instead of ₹1[58]\.\d\d\/kWh$/,
  );
  await expect(turn.first()).toBeVisible();
  await scenario(own, "refuses_stop", plug.evse_uid);
  await appetite(own, plug.evse_uid, {
    take_kwh: promised.kwh,
    at_kw: ONBOARD_KW,
    stays_min: 30,
  });
  await chargeAndBill(page, promised);
  const { lines, net, texts } = await billLines(page);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(net);
  expect(
    texts.some((line) => /from \d{1,2}:30\s[ap]m to (\d{1,2}:00\s[ap]m|midnight)/.test(line)),
  ).toBe(true);
  expect(texts.some((line) => line.includes("otherwise"))).toBe(true);
  await expectAccessible(page, "billsummary by the half hour");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page, "billsummary by the half hour, wide");
});

test("[E-4] [B-3] an operator that asks more: the bill says so, and the driver pays the promise", async ({
  page,
  own,
}) => {
  const driver = await newDriver(own, { vehicle: true, rupees: 1000 });
  const plug = await plugUnder(driver, "Rs 13.50 per kWh");
  await signedIn(page, driver);
  await standAtPlug(page, own, driver, plug.location_id);
  await page.goto(estimateOf(own, plug));
  const promised = await choose(page);
  await scenario(own, "asks_more", plug.evse_uid);
  await appetite(own, plug.evse_uid, { take_kwh: promised.kwh, at_kw: ONBOARD_KW, stays_min: 30 });
  await chargeAndBill(page, promised);
  const record = (await operatorCdrs(own)).find(
    (cdr) => cdr.cdr_location.evse_uid === plug.evse_uid,
  );
  const asked = record!.total_cost.incl_vat!;
  expect(Math.round(asked * 100)).toBeGreaterThan(paise(promised.price));
  await expect(
    page.getByText(
      `The operator billed ₹${asked.toFixed(2)}; by our check it is ${promised.price}.`,
    ),
  ).toBeVisible();
  await expect(page.getByText(`You pay ${promised.price}.`)).toBeVisible();
  await expectAccessible(page, "billsummary with a dispute");
});
