import {
  type EstimationInfo,
  charging,
  companies,
  provider,
  vehicles,
  wallet as wallets,
} from "@voltmarg/contract";
import type { Locator, Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import {
  addressOf,
  type DriverClient,
  freePlug,
  isSteady,
  newDriver,
  newMobile,
  type Plug,
  type WorldAddress,
} from "@voltmarg/testkit/driver";
import { codeFor, signIn } from "@voltmarg/world/seed";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { agreeToNotice } from "./agree.ts";
import { freeStation, showPlugs, standAt, standAtPlug } from "./free-station.ts";
import { expectAccessible } from "./screens.ts";
import { expect, rupees, signedIn, signInOnce, test as plain, world } from "./world.ts";

const SCOOTER = {
  make: "Ather",
  model: "450X",
  vehicle_type: "TWO_WHEELER",
  battery_capacity: 3.7,
  range: 105,
  max_dc_intake: 3.3,
  onboard_charger_capacity: 0.7,
} as const;

/** A second, small world with a back-office credential, which the shared one does not have. */
type BackofficeWorld = WorldAddress & { token: string; companyId: string; fleetMobile: string };
const test = plain.extend<object, { backoffice: BackofficeWorld }>({
  backoffice: [
    async ({}, give) => {
      const own = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "60" });
      const token = own.secrets.providerToken;
      const company = await callRoute(own.url, provider.putCompany, {
        token,
        body: { name: "Kaveri Fleet" },
      });
      const backoffice = {
        ...addressOf(own),
        token,
        companyId: company.data.id,
        fleetMobile: newMobile(),
      };
      await callRoute(own.url, companies.addCompanyVehicle, {
        token,
        params: { id: company.data.id },
        body: {
          make: "Tata",
          model: "Ace EV",
          vehicle_type: "FOUR_WHEELER",
          battery_capacity: 21.3,
          range: 154,
          max_dc_intake: 24,
          onboard_charger_capacity: 3.3,
          registration: "KA01AB1234",
        },
      });
      // Signed up now, because a number gets its next one-time code only after 30 s.
      await listNumber(backoffice, backoffice.fleetMobile);
      await signIn(backoffice.url, backoffice.fleetMobile, "SU", { customerType: "CORPORATE" });
      await give(backoffice);
      await own.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
// In one worker, so that this world is started once.
test.describe.configure({ mode: "default" });

/** Adds a number to the company's whitelist. */
const listNumber = ({ url, token, companyId }: BackofficeWorld, mobile: string) =>
  callRoute(url, provider.listCompanyNumber, {
    token,
    params: { id: companyId },
    body: { mobile },
  });

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" }, refusals: [409] });

const estimateOf = (plug: Plug, screen: "estimate-money" | "estimate-amount", choice = {}) =>
  `/${screen}?${new URLSearchParams({
    location: plug.location_id,
    evse: plug.evse_uid,
    connector: plug.connector_id,
    ...choice,
  }).toString()}`;

const taken = new Set<string>();

/** Free AC plugs, where a car is not full before the test ends. Each call returns different ones. */
async function slowPlugs(
  driver: DriverClient,
  count: number,
): Promise<(Plug & { locationName: string })[]> {
  const plugs = (await driver.search(500))
    .filter((location) => location.isOpened !== false && !location.restricted)
    .flatMap((location) =>
      location.evses.flatMap(({ uid, connectors: [connector, ...others] }) =>
        connector?.standard === "IEC_62196_T2" &&
        others.length === 0 &&
        connector.status === "AVAILABLE" &&
        isSteady(connector.tariff)
          ? [
              {
                location_id: location.id,
                evse_uid: uid,
                connector_id: connector.id,
                locationName: location.name,
              },
            ]
          : [],
      ),
    )
    .filter(({ evse_uid }) => !taken.has(evse_uid))
    .slice(0, count);
  expect(plugs, "free AC plugs").toHaveLength(count);
  for (const { evse_uid } of plugs) taken.add(evse_uid);
  return plugs;
}

/** A running session, started without the app. */
async function charge(
  { url }: WorldAddress,
  driver: DriverClient,
  plug: Plug,
  choice: Partial<EstimationInfo>,
): Promise<string> {
  const { data } = await callRoute(url, charging.startSession, {
    token: driver.token,
    body: {
      location_id: plug.location_id,
      evse_uid: plug.evse_uid,
      connector_id: plug.connector_id,
      estimation_info: { isPrimaryVehicle: true, isCorporateCustomer: false, ...choice },
    },
  });
  await expect
    .poll(async () => (await driver.session(data.id)).status, { timeout: 30_000 })
    .toBe("ACTIVE");
  return data.id;
}

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /menu$/ }).click();
  return page.getByRole("dialog", { name: "Menu" });
}

/** The figures that depend on the chosen limit, by their labels. */
async function followers(page: Page): Promise<Map<string, number>> {
  const names = await page.getByRole("term").allTextContents();
  const values = await page.getByRole("definition").allTextContents();
  return new Map(names.map((name, at) => [name, figure(values[at] ?? "")]));
}

/** Parses "2 h 5 min" as 125, and other figures as their number. */
function figure(text: string): number {
  const [, hours, minutes] = /^(?:(\d+)\sh)?\s?(?:(\d+)\smin)?$/.exec(text) ?? [];
  if (hours || minutes) return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return Number(text.replaceAll(/[^\d.]/g, ""));
}

test("[E-3] [R-13] money, energy, time and range: whichever is chosen moves the other three, by keys, buttons and touch", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 3000 });
  const plug = await freePlug(driver);
  await signedIn(page, driver);
  await standAtPlug(page, world, driver, plug.location_id);
  await page.goto(estimateOf(plug, "estimate-amount"));
  const others = {
    Money: ["Energy", "Approx. time", "Approx. range"],
    Energy: ["Approx. cost", "Approx. time", "Approx. range"],
    Time: ["Approx. cost", "Energy", "Approx. range"],
    Range: ["Approx. cost", "Energy", "Approx. time"],
  };
  const limitBy = page.getByRole("group", { name: "Limit by" });
  for (const [by, names] of Object.entries(others)) {
    await limitBy.getByText(by, { exact: true }).click();
    const ruler = page.getByRole("slider", { name: `Limit, ${by}` });
    const value = async () => Number(await ruler.getAttribute("aria-valuenow"));
    await ruler.press("Home");
    const least = Number(await ruler.getAttribute("aria-valuemin"));
    await expect.poll(value).toBe(least);
    await expect(page).toHaveURL(new RegExp(`by=${by.toUpperCase()}&value=`));
    const before = await followers(page);
    expect([...before.keys()]).toEqual(names);
    await ruler.press("ArrowRight");
    await expect.poll(value).toBeGreaterThan(least);
    await ruler.press("PageUp");
    await ruler.press("End");
    await expect.poll(value).toBe(Number(await ruler.getAttribute("aria-valuemax")));
    const after = await followers(page);
    for (const name of names) {
      expect(after.get(name), `${name} by ${by}`).toBeGreaterThan(before.get(name)!);
    }
    await expect(page.getByRole("button", { name: "Full", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.getByRole("button", { name: "Less" }).click();
    await expect.poll(value).toBeLessThan(Number(await ruler.getAttribute("aria-valuemax")));
  }
  await expectAccessible(page, "estimate-amount");

  await limitBy.getByText("Energy", { exact: true }).click();
  const ruler = page.getByRole("slider", { name: "Limit, Energy" });
  const box = (await ruler.boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 50);
  const half = Number(await ruler.getAttribute("aria-valuemax")) / 2;
  const valueNow = async () => Number(await ruler.getAttribute("aria-valuenow"));
  await expect.poll(async () => Math.abs((await valueNow()) / half - 1)).toBeLessThan(0.1);
  const chosen = await valueNow();
  const shown = await followers(page);
  await page.reload();
  await expect(ruler).toHaveAttribute("aria-valuenow", String(chosen));

  await page.getByRole("button", { name: "Start charging" }).click();
  await expect(page).toHaveURL(/\/charging-proceed\?session=/);
  const id = new URL(page.url()).searchParams.get("session") ?? "";
  const { estimation_info: info } = await driver.session(id);
  expect(info).toMatchObject({
    limitBy: "ENERGY",
    selectedPower: chosen,
    isPrimaryVehicle: true,
    isCorporateCustomer: false,
  });
  expect(info.selectedMoney).toBeCloseTo(shown.get("Approx. cost")!, 2);
  expect(Math.round(info.selectedTime!)).toBe(shown.get("Approx. time"));
  expect(Math.round(info.selectedRange!)).toBe(shown.get("Approx. range"));
});

test("[E-3] [R-13] how full the battery is, is asked once; then the limit is “To 80%”, one press, from what is in it", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 3000 });
  const plug = await freePlug(driver);
  await signedIn(page, driver);
  await page.goto(estimateOf(plug, "estimate-money"));
  const to80 = page.getByRole("button", { name: "To 80%", exact: true });
  await expect(page.getByText(/adds about \d+% of the battery/)).toBeVisible();
  await expect(to80).toHaveCount(0);
  await page.getByRole("button", { name: "How full is it now?" }).click();
  const asked = page.getByRole("dialog", { name: "How full is the battery now?" });
  await expectAccessible(page, "estimate-money: how full is it");
  await asked.getByRole("button", { name: "35%", exact: true }).click();
  await expect(asked).toHaveCount(0);
  await expect(to80).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("from 35% to about 80%")).toBeVisible();
  await page.getByRole("button", { name: "Full", exact: true }).click();
  await expect(page.getByText("from 35% to about 100%")).toBeVisible();
  await expectAccessible(page, "estimate-money: battery known");
  await page.reload();
  await expect(page.getByText("from 35% to about 100%")).toBeVisible();
  await to80.click();
  await expect(page.getByText("from 35% to about 80%")).toBeVisible();
  await expect(page.getByRole("button", { name: "Battery now 35%. Change" })).toBeVisible();
});

test("[R-13] on a phone 360 px wide the ruler's end is read, and presets are 56 px high with 8 px between", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 3000 });
  const plug = await freePlug(driver);
  await signedIn(page, driver);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(estimateOf(plug, "estimate-money"));
  const ruler = page.getByRole("slider");
  const most = Number(await ruler.getAttribute("aria-valuemax"));
  const boxes = await ruler.locator("text").evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return { left, right, words: one.textContent };
    }),
  );
  expect(boxes.at(-1)!.words).toBe(`₹${most.toLocaleString("en-IN")}`);
  for (const [nth, { left, right }] of boxes.entries()) {
    expect(left).toBeGreaterThanOrEqual(nth === 0 ? 0 : boxes[nth - 1]!.right);
    expect(right).toBeLessThanOrEqual(360);
  }
  const presets = await page.locator(".steps button").evaluateAll((all) =>
    all.map((one) => {
      const { left, right, height } = one.getBoundingClientRect();
      return { left, right, height, cut: one.scrollWidth > one.clientWidth };
    }),
  );
  expect(presets.length).toBeGreaterThanOrEqual(2);
  for (const [nth, { left, height, cut }] of presets.entries()) {
    expect(height).toBeGreaterThanOrEqual(56);
    expect(cut).toBe(false);
    if (nth > 0) expect(left - presets[nth - 1]!.right).toBeGreaterThanOrEqual(8);
  }
});

test("[M-6] [B-2] [R-7] too little money: the popup, the missing amount, the payment, and the start goes through", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 220 });
  const plug = await freePlug(driver);
  await signInOnce(page, driver);
  const estimate = estimateOf(plug, "estimate-money", { by: "MONEY", value: "200" });
  await standAtPlug(page, world, driver, plug.location_id);
  await page.goto(estimate);
  // Before the wallet is known the service refuses.
  await expect(page.getByText("You can spend")).toBeVisible();
  await page.getByRole("button", { name: "Start charging" }).click();
  const popup = page.getByRole("dialog", { name: "Insufficient Balance" });
  await expect(
    popup.getByText("Please add money into your wallet.", { exact: true }),
  ).toBeVisible();
  await expect(popup.getByRole("definition")).toHaveCount(4);
  const [limit, extra, free, missing] = (await popup.getByRole("definition").allTextContents()).map(
    (text) => figure(text),
  );
  expect([limit, free]).toEqual([200, 220]);
  expect(missing).toBeCloseTo(200 + extra! - 220, 2);
  expect(missing).toBeGreaterThan(0);
  await expectAccessible(page, "popup: insufficient balance");

  await popup.getByRole("button", { name: "Proceed" }).click();
  await expect(page).toHaveURL(`/add-money?amount=${Math.ceil(missing!)}&info=1`);
  const info = page.getByRole("dialog", { name: "How the wallet works" });
  await expect(info).toContainText("Load your wallet with ₹500");
  await expect(info).toContainText("₹50 stays as the minimum balance");
  await expect(info).toContainText("Unused balance can be refunded any time from Wallet");
  await expectAccessible(page, "popup: how the wallet works");
  await info.getByRole("button", { name: "OK" }).click();
  // The minimum top-up is ₹50.
  const pay = Math.max(50, Math.ceil(missing!));
  await page.getByRole("button", { name: `Pay ₹${pay} by UPI`, exact: true }).click();
  await page.frameLocator("iframe").getByRole("button", { name: "Pay by UPI" }).click();
  await expect(page.getByRole("heading", { name: `₹${pay}.00 added` })).toBeVisible();
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL(estimate);
  await page.getByRole("button", { name: "Start charging" }).click();
  await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
  expect((await driver.wallet()).held_minor).toBe(Math.round((200 + extra!) * 100));
});

test.describe("a start that the service refuses", () => {
  test.use({ refusals: [402] });

  test("[M-6] [B-2] the popup of a wallet that has less by now says what the service says", async ({
    page,
  }) => {
    const driver = await newDriver(world, { vehicle: true, rupees: 500 });
    const plug = await freePlug(driver);
    await signedIn(page, driver);
    await standAtPlug(page, world, driver, plug.location_id);
    await page.goto(estimateOf(plug, "estimate-money", { by: "MONEY", value: "200" }));
    await expect(page.getByText("You can spend")).toBeVisible();
    await callRoute(world.url, wallets.createWithdrawal, {
      params: { userId: driver.userId },
      body: { amount_minor: 40_000 },
      token: driver.token,
    });
    await page.getByRole("button", { name: "Start charging" }).click();
    const popup = page.getByRole("dialog", { name: "Insufficient Balance" });
    await expect(popup.getByRole("definition")).toHaveCount(4);
    const [limit, extra, free, missing] = (
      await popup.getByRole("definition").allTextContents()
    ).map((text) => figure(text));
    expect([limit, free]).toEqual([200, 100]);
    expect(missing).toBeCloseTo(200 + extra! - 100, 2);
  });
});

test("[S-5] [S-6] [S-2] [R-19] one charge: its bar above the tabs, the menu's way to it, its limit again after a reload, its bill", async ({
  page,
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 3000 });
  const [plug] = await slowPlugs(driver, 1);
  await signedIn(page, driver);
  await page.goto("/tabs/tab1");
  const bar = page.getByRole("complementary", { name: "Charging is running" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  const id = await charge(world, driver, plug!, { limitBy: "RANGE", selectedRange: 200 });
  await expect(bar).toContainText(plug!.locationName);
  await expect(bar).toContainText(/₹\d+\.\d\d · \d+\.\d\d\skWh/);
  const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  const above = (await bar.boundingBox())!;
  expect(above.y + above.height).toBeLessThanOrEqual(tabs.y + 1);
  // Three rows of the list stand above it.
  const third = page.getByRole("region", { name: "Stations" }).getByRole("listitem").nth(2);
  await expect
    .poll(async () => {
      const { y, height } = (await third.boundingBox())!;
      return y + height - above.y;
    })
    .toBeLessThanOrEqual(0);
  await expectAccessible(page, "map while charging");
  for (const tab of ["Scan", "Favorites"]) {
    await page.getByRole("link", { name: tab }).click();
    await expect(bar).toBeVisible();
  }
  await page.getByRole("link", { name: /^Map/ }).click();

  const entry = (await openMenu(page)).getByRole("button", { name: /^Active Session/ });
  await expect(entry).toContainText(/\d+\.\d\skW/);
  await entry.click();
  await expect(page).toHaveURL(`/charging-started?session=${id}`);
  for (const visit of ["first", "after a reload"]) {
    await expect(page.getByText("of 200 km limit"), visit).toBeVisible();
    await expect(page.getByText(/^\+\d+\s?km$/).first(), visit).toBeVisible();
    await page.reload();
  }
  await page.getByRole("button", { name: "Minimise" }).click();
  await expect(page).toHaveURL("/tabs");
  await bar.getByRole("link").click();
  await expect(page).toHaveURL(`/charging-started?session=${id}`);
  await driver.stop(id);
  await expect(page).toHaveURL(/\/billsummary\//, { timeout: 30_000 });
});

test.describe("what the provider grants", () => {
  test("[S-5] [R-21] a driver with several sessions gets the list, and each session opens its own screen", async ({
    page,
    backoffice,
  }) => {
    const driver = await newDriver(backoffice, { vehicle: true, rupees: 6000 });
    await callRoute(backoffice.url, provider.setDriverFlags, {
      token: backoffice.token,
      params: { mobile: driver.mobile },
      body: { allow_multi_charging: true },
    });
    await signedIn(page, driver);
    await page.goto(`${backoffice.url}/tabs/tab1`);
    await (await openMenu(page)).getByRole("button", { name: "Active Session" }).click();
    await expect(page).toHaveURL(`${backoffice.url}/charging-ongoing-list`);
    await expect(page.getByRole("heading", { name: "Nothing is charging" })).toBeVisible();
    await expectAccessible(page, "charging-ongoing-list: none");

    const names = new Map<string, string>();
    for (const plug of await slowPlugs(driver, 2)) {
      const id = await charge(backoffice, driver, plug, { limitBy: "TIME", selectedTime: 50 });
      names.set(id, plug.locationName);
    }
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expectAccessible(page, "charging-ongoing-list");
    const opened: string[] = [];
    for (const row of [0, 1]) {
      await rows.nth(row).getByRole("link").click();
      await expect(page).toHaveURL(/\/charging-started\?session=/);
      const id = new URL(page.url()).searchParams.get("session") ?? "";
      opened.push(id);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(names.get(id)!);
      await expect(page.getByText("of 50 min limit")).toBeVisible();
      await page.goBack();
    }
    expect(opened.toSorted()).toEqual([...names.keys()].toSorted());
    await page.goto(`${backoffice.url}/tabs/tab1`);
    await page.getByRole("link", { name: /2 charging sessions running/ }).click();
    await expect(page).toHaveURL(`${backoffice.url}/charging-ongoing-list`);
  });

  test("[B-1] [B-2] a driver with a wallet is asked before a company pays, and told what goes back", async ({
    page,
    backoffice,
  }) => {
    const driver = await newDriver(backoffice, { vehicle: true, rupees: 500 });
    await listNumber(backoffice, driver.mobile);
    await signedIn(page, driver);
    await page.goto(`${backoffice.url}/tabs/tab1`);
    const asked = page.getByRole("dialog", { name: /wants to pay for your charging/ });
    await expect(asked).toContainText(
      "₹500.00 from your wallet goes back to where it was paid from.",
    );
    await expectAccessible(page, "company offer");
    await asked.getByRole("button", { name: "Not now" }).click();
    await expect(asked).toHaveCount(0);
    await page.goto(`${backoffice.url}/wallet`);
    // Closed without an answer, it waits in the wallet.
    await page.getByRole("button", { name: "Decide" }).click();
    await asked.getByRole("button", { name: "Agree" }).click();
    await expect(page.getByRole("heading", { name: "Your company pays" })).toBeVisible();
  });

  test("[M-3] [M-7] [B-2] a company's driver: one popup, no wallet, a session without a hold, and a bill the company pays", async ({
    page,
    backoffice,
  }) => {
    test.setTimeout(120_000);
    const mobile = newMobile();
    await listNumber(backoffice, mobile);
    const plug = await freePlug(await newDriver(backoffice, { vehicle: true }));

    await page.clock.install();
    await page.goto(`${backoffice.url}/phone-number-enter`);
    await page.getByLabel("Mobile number").fill(mobile);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Vikram Shetty");
    await page.getByRole("group", { name: "Account" }).getByText("Corporate").click();
    await expectAccessible(page, "signup: corporate");
    await page.getByRole("button", { name: "Create account" }).click();
    await page
      .getByRole("textbox", { name: /-digit OTP/ })
      .fill(await codeFor(backoffice.url, mobile));
    await agreeToNotice(page);
    const vehicle = page.getByRole("dialog", { name: "Add your vehicle" });
    await expect(vehicle).toBeVisible();
    await vehicle.getByRole("button", { name: "Close" }).click();
    await expect(vehicle).toHaveCount(0);
    await page.clock.runFor(5000);
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const menu = await openMenu(page);
    await expect(menu.getByRole("listitem")).toHaveCount(11);
    await expect(menu.getByRole("link", { name: "Wallet" })).toHaveCount(0);
    for (const address of ["/wallet", "/add-money"]) {
      await page.goto(backoffice.url + address);
      await expect(page.getByRole("heading", { name: "Your company pays" })).toBeVisible();
    }
    await expectAccessible(page, "wallet: corporate");

    const finder = await newDriver(backoffice, { vehicle: true });
    await standAtPlug(page, backoffice, finder, plug.location_id);
    await page.goto(
      backoffice.url + estimateOf(plug, "estimate-money", { by: "MONEY", value: "300" }),
    );
    await expect(page.getByText("Your company pays for this charging session.")).toBeVisible();
    await page.getByRole("button", { name: "Choose a vehicle" }).click();
    const which = page.getByRole("dialog", { name: "Which vehicle?" });
    await expectAccessible(page, "estimate-money: vehicles");
    await which.getByRole("button", { name: /Ace EV/ }).click();
    await expect(page.getByText("Ace EV", { exact: true })).toBeVisible();
    await expectAccessible(page, "estimate-money: corporate");
    await page.getByRole("button", { name: "Start charging" }).click();
    await expect(page).toHaveURL(/\/charging-started\?session=/, { timeout: 60_000 });
    const id = new URL(page.url()).searchParams.get("session") ?? "";
    const token = (await page.evaluate(() => localStorage.getItem("access_token"))) ?? "";
    const session = await callRoute(backoffice.url, charging.getSession, { token, params: { id } });
    expect(session.data).toMatchObject({
      hold: null,
      vehicle: { model: "Ace EV" },
      estimation_info: {
        isCorporateCustomer: true,
        isPrimaryVehicle: false,
        selectedMoney: 300,
      },
    });
    await expect(page.getByText(/₹[1-9]\d*\.\d\d/).first()).toBeVisible({ timeout: 30_000 });
    // Keyboard users need not hold a key.
    await page.getByRole("button", { name: "Hold to stop" }).press("Enter");
    const sure = page.getByRole("dialog", { name: "Stop charging?" });
    await expectAccessible(page, "charging-started: stop?");
    await sure.getByRole("button", { name: "Stop charging" }).click();
    await expect(page).toHaveURL(/\/billsummary\//, { timeout: 60_000 });
    await expect(page.getByText("Billed to your company.")).toBeVisible({ timeout: 30_000 });
    const bill = await callRoute(backoffice.url, charging.getCdrOfSession, {
      token,
      params: { id },
    });
    expect(bill.data).toMatchObject({ paid_by: "COMPANY", balance_after_minor: null });
    await expect(page.getByText(rupees(bill.data.amount_minor)).first()).toBeVisible();
    await expectAccessible(page, "billsummary: corporate");
  });

  test.describe("fleet sign-in", () => {
    // A one-time code requested too soon gets 429.
    test.use({ refusals: [429] });

    test("[M-7] [A-1] a driver who signs in through the corporate sign-in is asked for a vehicle only", async ({
      page,
      backoffice,
    }) => {
      const before = await codeFor(backoffice.url, backoffice.fleetMobile);
      await page.clock.install();
      await page.goto(`${backoffice.url}/login`);
      await page.getByRole("link", { name: "Fleet sign-in" }).click();
      await expect(page.getByRole("heading", { name: "Fleet sign-in" })).toBeVisible();
      await expectAccessible(page, "login: fleet");
      await page.getByLabel("Mobile number").fill(backoffice.fleetMobile);
      await expect(async () => {
        await page.getByRole("button", { name: "Send OTP" }).click();
        await expect(page).toHaveURL(`${backoffice.url}/otp`, { timeout: 1000 });
      }).toPass({ timeout: 40_000 });
      await expect.poll(() => codeFor(backoffice.url, backoffice.fleetMobile)).not.toBe(before);
      await page
        .getByRole("textbox", { name: /-digit OTP/ })
        .fill(await codeFor(backoffice.url, backoffice.fleetMobile));
      const vehicle = page.getByRole("dialog", { name: "Add your vehicle" });
      await expect(vehicle).toBeVisible();
      await vehicle.getByRole("button", { name: "Close" }).click();
      await expect(vehicle).toHaveCount(0);
      await page.clock.runFor(5000);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });
});

test("[S-1] [V-5] a start from afar and one at a plug that does not fit are asked about first", async ({
  page,
}) => {
  const driver = await newDriver(world, { rupees: 2_000 });
  const station = await freeStation(driver, 1);
  await callRoute(world.url, vehicles.addVehicle, {
    token: driver.token,
    params: { userId: driver.userId },
    body: { ...SCOOTER, inlets: ["LECCS", "DOMESTIC_M"] },
  });
  await page.context().grantPermissions(["geolocation"]);
  await standAt(page, station, 2_500);
  await signedIn(page, driver);
  await page.goto(`/charging-details/${station.id}`);
  // The way there comes before the start.
  await expect(page.getByRole("link", { name: "Directions" })).toContainText("Directions");
  // What does not fit is offered to nobody, and can be chosen.
  await expect(page.getByRole("link", { name: /^Set a limit/ })).toHaveCount(0);
  await showPlugs(page);
  await page.getByRole("radio").first().check({ force: true });
  await page.getByRole("link", { name: /^Set a limit/ }).click();
  await page.getByRole("button", { name: "Start charging" }).click();
  const far = page.getByRole("dialog", { name: "You are 2.5 km away" });
  await expect(far).toContainText("does not go into 450X");
  await expectAccessible(page, "start: from afar");
  await far.getByRole("button", { name: "Not now" }).click();
  await expect(page).toHaveURL(/estimate-money/);

  // There by now: only the plug is asked about.
  await standAt(page, station, 30);
  await page.clock.install({ time: Date.now() + 61_000 });
  await page.reload();
  await page.getByRole("button", { name: "Start charging" }).click();
  const noFit = page.getByRole("dialog", { name: "This plug does not fit" });
  await expectAccessible(page, "start: does not fit");
  await noFit.getByRole("button", { name: "Start anyway" }).click();
  await expect(page).toHaveURL(/\/charging-(proceed|started)/);
});
