import { charging, vehicles } from "@voltmarg/contract";
import type { Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, freePlug, newDriver } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import { expect, signedIn, test, world } from "./world.ts";

// Animations only slow these tests down.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A path, the heading of its screen, and the path it redirects to, if it does. */
type Screen = { at: string; heading: string | RegExp; to?: string | RegExp };

/** Every path that needs a sign-in, with data of the driver. Those of a running session come first. */
async function guarded(driver: DriverClient): Promise<{ charging: Screen[]; others: Screen[] }> {
  const plug = await freePlug(driver);
  const { id } = await driver.start(plug, 900);
  await until("the charge to run", async () => (await driver.session(id)).status === "ACTIVE");
  const garage = await callRoute(world.url, vehicles.listVehicles, {
    token: driver.token,
    params: { userId: driver.userId },
  });
  const { location_id: location, evse_uid: evse, connector_id: connector } = plug;
  const choice = new URLSearchParams({ location, evse, connector }).toString();
  return {
    charging: [
      { at: `/charging-started?session=${id}`, heading: plug.locationName },
      {
        at: `/charging-proceed?session=${id}`,
        heading: plug.locationName,
        to: `/charging-started?session=${id}`,
      },
      { at: "/charging-ongoing-list", heading: /^Charging now/ },
    ],
    others: [
      { at: "/", heading: "Charging stations", to: /\/tabs(\/tab1)?$/ },
      { at: "/tabs/tab1", heading: "Charging stations" },
      { at: "/tabs/tab2", heading: /Scan|QR|code/ },
      { at: "/tabs/tab3", heading: "Favorites" },
      { at: "/wallet", heading: "Wallet" },
      { at: "/add-money?amount=700", heading: "Add money" },
      { at: "/profile", heading: "My Profile" },
      { at: `/charging-details/${location}`, heading: plug.locationName },
      { at: "/initiate-charging", heading: "EV Charging Steps" },
      { at: `/estimate-money?${choice}`, heading: "Set a limit" },
      { at: `/estimate-amount?${choice}`, heading: "Set a limit" },
      { at: "/history", heading: "Charging History" },
      { at: `/billsummary/waiting?session=${id}`, heading: "Bill", to: /\/billsummary\// },
      { at: `/rating?session=${id}`, heading: "Rate your charging session" },
      { at: "/rate-us", heading: "Rate your charging session" },
      { at: "/cpo-filter", heading: "Filters" },
      { at: "/my-vehicle", heading: "My EV" },
      { at: "/add-vehicle", heading: "Add vehicle" },
      { at: `/add-vehicle/${garage.content[0]!.id}`, heading: "Edit vehicle" },
      { at: "/my-usage", heading: "My Usage" },
      { at: "/trip", heading: "Plan a trip" },
      { at: "/on-my-way", heading: "On my way" },
      { at: "/on-my-way/reach", heading: "Within reach" },
      { at: "/create-ticket", heading: "Report a problem" },
      { at: "/notifications", heading: "Notifications" },
    ],
  };
}

async function expectScreen(page: Page, { at, heading, to }: Screen, how: string): Promise<void> {
  const title = page.getByRole("heading", { level: 1, name: heading });
  await expect(title.first(), `${at} ${how}`).toBeAttached();
  await expect(page, how).toHaveURL(to ?? at);
}

/** Like an external link, but without reloading the page. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);

test.describe("every address", () => {
  // A call made while signing out has no token any more; a bill may not exist yet.
  test.use({ refusals: [401, 404] });

  test("[R-1] [R-6] [R-7] [R-8] [R-10] [R-11] [R-12] [R-13] [R-14] [R-15] [R-17] [R-18] [R-19] [R-20] [R-21] [R-22] [R-23] [R-24] [R-25] [R-26] [G-2] opens its screen by its URL, and as a deep link after signing in", async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000);
    const driver = await newDriver(world, { vehicle: true, rupees: 2000 });
    const { charging: live, others } = await guarded(driver);
    // This tab follows a sign-in or sign-out in another tab.
    const elsewhere = await context.newPage();
    await elsewhere.goto("/privacy");
    const sign = (way: "in" | "out") =>
      elsewhere.evaluate(
        ([access, refresh, direction]) => {
          if (direction === "in") {
            localStorage.setItem("refresh_token", refresh);
            localStorage.setItem("access_token", access);
          } else {
            localStorage.removeItem("access_token");
            localStorage.removeItem("refresh_token");
          }
        },
        [driver.token, driver.refreshToken, way] as const,
      );
    const visit = async (screen: Screen) => {
      await follow(page, screen.at);
      await expect(page, `${screen.at} signed out`).toHaveURL("/login");
      await sign("in");
      await expectScreen(page, screen, "after signing in");
      await page.goto(screen.at);
      await expectScreen(page, screen, "by URL");
      await sign("out");
      await expect(page, `${screen.at} after signing out`).toHaveURL("/login");
    };
    await page.goto("/login");
    for (const screen of live) await visit(screen);
    const [running] = await driver.active();
    await driver.stop(running!.id);
    await until("the bill", async () => (await driver.session(running!.id)).cdr_id !== null);
    for (const screen of others) await visit(screen);
    const { data: bill } = await callRoute(world.url, charging.getCdrOfSession, {
      token: driver.token,
      params: { id: running!.id },
    });
    await visit({ at: `/billsummary/${bill.id}`, heading: "Bill" });
  });

  test("[R-2] [R-3] [R-4] [R-5] of the sign-in opens when signed out, and asks for a number where it needs one", async ({
    page,
  }) => {
    for (const [at, to] of [
      ["/login", "/login"],
      ["/login?fleet", "/login?fleet"],
      ["/phone-number-enter", "/phone-number-enter"],
      ["/signup", "/phone-number-enter"],
      ["/otp", "/login"],
      ["/otp-anything", "/login"],
    ] as const) {
      await page.goto(at);
      await expect(page, at).toHaveURL(to);
      await expect(page.getByLabel("Mobile number"), at).toBeVisible();
    }
  });
});

test("[R-1] [R-29] the three tabs by their bar; the server address from the login", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Server address" }).click();
  await expect(page).toHaveURL("/url-config");
  await expect(page.getByRole("heading", { level: 1, name: "Server address" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/login");

  await signedIn(page, await newDriver(world));
  await page.goto("/tabs");
  const bar = page.getByRole("navigation", { name: "Main" });
  for (const [name, path] of [
    ["Scan", "/tabs/tab2"],
    ["Favorites", "/tabs/tab3"],
    ["Map", "/tabs/tab1"],
  ] as const) {
    await bar.getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(bar.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
});
