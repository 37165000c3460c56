import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { notifications, ratings, stations, support, trips } from "@voltmarg/contract";
import { type BrowserContext, chromium, type Page, type Worker } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { type DriverClient, freePlug, newDriver } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import { startBuildingProxy } from "./app-update-proxy.ts";
import { wholeBrowser } from "./browsers.ts";
import { expectAccessible } from "./screens.ts";
import { expect, signInOnce, test as plain, world } from "./world.ts";

type Pocket = { context: BrowserContext; road: Awaited<ReturnType<typeof startBuildingProxy>> };

/** A browser like a driver's: with a persistent profile and a service worker. */
const test = plain.extend<{ pocket: Pocket }>({
  pocket: async (
    { launchOptions, contextOptions, viewport, userAgent, isMobile, hasTouch },
    give,
  ) => {
    const folder = await mkdtemp(join(tmpdir(), "voltmarg-pocket-"));
    const road = await startBuildingProxy(world.url);
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      // A shell shows no notifications.
      executablePath: wholeBrowser,
      ...contextOptions,
      viewport,
      ...(userAgent ? { userAgent } : {}),
      isMobile,
      hasTouch,
      baseURL: road.url,
      locale: "en-IN",
      timezoneId: "Asia/Kolkata",
      geolocation: { latitude: 12.9716, longitude: 77.5946 },
      permissions: ["geolocation", "notifications"],
      serviceWorkers: "allow",
    });
    await give({ context, road });
    await context.close();
    await road.stop();
    await rm(folder, { recursive: true, force: true });
  },
});
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** The app is open and its service worker has cached everything. */
async function standing(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activated") return;
    await new Promise((resolve) =>
      active?.addEventListener("statechange", resolve, { once: true }),
    );
  });
}
/** The first when the browser reports it, the second when only failing calls show it. */
const offline = /^(You are offline|Voltmarg does not answer)$/;
const toast = (page: Page, text: string | RegExp) =>
  page.locator(".toast").filter({ hasText: text });

test("[N-1] installable; opens without a network; a newer version is opened when the driver says so", async ({
  pocket: { context, road },
}) => {
  const driver = await newDriver(world);
  const [page] = context.pages() as [Page];
  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  await expect(page.getByText(/have a free plug$/)).toBeVisible();
  await standing(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Page.enable");
  expect((await cdp.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  const { data, errors } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { shortcuts } = JSON.parse(data ?? "{}") as { shortcuts: { url: string }[] };
  expect(shortcuts.map(({ url }) => url)).toEqual(["/tabs/tab2", "/tabs?push=active_session"]);

  await test.step("the worker is at most 8 kB, compressed", async () => {
    const worker = await fetch(new URL("/sw.js", road.url));
    expect(gzipSync(Buffer.from(await worker.arrayBuffer()), { level: 9 }).length).toBeLessThan(
      8000,
    );
  });

  await test.step("cold and without a network", async () => {
    await page.close();
    await context.setOffline(true);
    const again = await context.newPage();
    const before = performance.now();
    await again.goto("/tabs/tab1", { waitUntil: "commit" });
    await again.getByText(/\d+ stations saved on this phone/).waitFor();
    const ms = Math.round(performance.now() - before);
    console.log(`offline start: ${ms} ms to the list of stations`);
    await expect(again.getByText(offline)).toBeVisible();
    // The map's archive is cached too.
    expect(await again.evaluate(async () => (await fetch("/demo-map.pmtiles")).ok)).toBe(true);
    // Far more than it needs, for busy machines.
    expect(ms).toBeLessThan(5000);
    await context.setOffline(false);
  });

  await test.step("the staff's console in the same browser is not the app", async () => {
    const other = await context.newPage();
    await other.goto("/console/");
    await expect(other).toHaveTitle(/ console$/);
    await other.close();
  });

  await test.step("a newer version waits until it is wanted", async () => {
    const [open] = context.pages() as [Page];
    road.build();
    await open.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(open.getByText("A newer version is loaded")).toBeVisible();
    const worker = () =>
      open.evaluate(
        () => [navigator.serviceWorker.controller !== null, performance.timeOrigin] as const,
      );
    const [, opened] = await worker();
    const loaded = open.waitForEvent("load");
    await open.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await expect(open.getByText(/have a free plug$/)).toBeVisible();
    await expect(open.getByText("A newer version is loaded")).toBeHidden();
    const [controlled, reopened] = await worker();
    expect(controlled).toBe(true);
    expect(reopened).toBeGreaterThan(opened);
    expect(
      await open.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting),
    ).toBeNull();
  });
});

test("[N-5] [S-8] a push shows one notification, in the service's words where there are any, and a tap opens its screen", async ({
  pocket: { context, road },
}) => {
  const driver = await newDriver(world, { vehicle: true, rupees: 500 });
  const plug = await freePlug(driver);
  const session = await driver.start(plug, 100);
  await until(
    "the charge runs",
    async () => (await driver.session(session.id)).status === "ACTIVE",
  );
  await driver.stop(session.id);
  const bill = await until("the bill", async () => (await driver.history())[0]);
  const told = await until("news of the bill", async () =>
    (
      await callRoute(world.url, notifications.listNotifications, {
        token: driver.token,
        query: {},
      })
    ).content.find(({ kind }) => kind === "BILL_READY"),
  );

  const [page] = context.pages() as [Page];
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, tag }) => ({ title, body, tag }),
      ),
    );
  const shownAt = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map((one) =>
        Number("timestamp" in one && one.timestamp),
      ),
    );
  await page.goto("/login");
  await standing(page);
  const push = await pushTo(context, page, road.url);
  await test.step("signed out: general words, never nothing", async () => {
    const nobody = {
      title: "Voltmarg",
      body: "There is an update on your charging.",
      tag: "ntf_nobody",
    };
    await expect(async () => {
      // Chromium drops events that come before it has stored the new worker.
      await push(JSON.stringify({ id: "ntf_nobody", redirectTo: "active_session" }));
      await expect.poll(shown, { timeout: 3000 }).toEqual([nobody]);
    }).toPass();
    await tap(context);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem("vm.arrival")))
      .toContain("active");
  });

  await signInOnce(page, driver);
  await page.goto("/tabs/tab1");
  // The target of the tap waited for the sign-in.
  await expect(toast(page, "Currently no charging session is going on.")).toBeVisible();
  await expect(page.getByText(/have a free plug$/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has("vm.me.worker"))).toBe(true);
  await test.step("the switch makes this device known to the service, and nothing asks before it", async () => {
    await withoutPushService(page);
    await page.goto("/notifications?view=preferences");
    const wanted = page.getByRole("switch", { name: "Notifications on this device" });
    await expect(wanted).not.toBeChecked();
    const sent = page.waitForResponse(/\/pushy_device_tokens$/);
    await wanted.click();
    const response = await sent;
    expect(response.status()).toBe(200);
    const { device_token } = response.request().postDataJSON() as { device_token: string };
    expect(JSON.parse(device_token)).toMatchObject({
      endpoint: "https://fcm.googleapis.com/fcm/send/of-this-browser",
      keys: { auth: expect.any(String), p256dh: expect.any(String) },
    });
    await expect(wanted).toBeChecked();
  });

  const payload = JSON.stringify({ id: told.id, redirectTo: "charging_summary" });
  const once = [{ title: told.title, body: told.text, tag: told.id }];
  await push(payload);
  await expect.poll(shown).toEqual(once);
  const first = await shownAt();
  await push(payload);
  // The second is shown when it has replaced the first.
  await expect.poll(shownAt).not.toEqual(first);
  expect(await shown()).toEqual(once);

  await test.step("warm: the open app goes there", async () => {
    await tap(context);
    await expect(page).toHaveURL(`/billsummary/${bill.id}`);
    await expect.poll(shown).toEqual([]);
  });

  await test.step("cold: a new window goes there once it is ready", async () => {
    await push(payload);
    await expect.poll(shown).toHaveLength(1);
    const another = await context.newPage();
    await page.close();
    const address = await tap(context);
    expect(address).toBe("/tabs?push=charging_summary");
    await another.goto(`${road.url}${address}`);
    await expect(another).toHaveURL(`/billsummary/${bill.id}`);
    await another.goBack();
    await expect(another).toHaveURL("/tabs");

    await test.step("where the browser blocks push, its switches cannot be pressed and say why", async () => {
      const browser = await context.newCDPSession(another);
      await browser.send("Browser.setPermission", {
        permission: { name: "notifications" },
        origin: road.url,
        setting: "denied",
      });
      await another.goto("/notifications?view=preferences");
      const wallet = another.getByRole("switch", { name: "Wallet is low, by push" });
      await expect(wallet).toBeDisabled();
      await expect(wallet).toHaveAccessibleDescription(/^Blocked by this browser/);
      await wallet.click({ force: true });
      await expect(wallet).toBeChecked();
      await expect(another.getByRole("switch", { name: /low, by e-mail/ })).toBeEnabled();
      await expectAccessible(another, "notification settings: push is blocked");
    });
  });
});

test("[N-1] the network goes in the middle of a charge: everything can be read, and what was done is done once", async ({
  pocket: { context },
}) => {
  test.setTimeout(120_000);
  const driver = await newDriver(world, { vehicle: true, rupees: 1000 });
  const own = { token: driver.token };
  const first = await driver.start(await freePlug(driver), 100);
  await until("a charge runs", async () => (await driver.session(first.id)).status === "ACTIVE");
  await driver.stop(first.id);
  const bill = await until("the bill", async () => (await driver.history())[0]);
  const { data: ticket } = await callRoute(world.url, support.createTicket, {
    ...own,
    body: { category: "APP", text: "It shows nothing." },
  });
  const plug = await freePlug(driver);
  const running = await driver.start(plug, 400);
  await until("another runs", async () => (await driver.session(running.id)).status === "ACTIVE");

  const [page] = context.pages() as [Page];
  await signInOnce(page, driver);
  const see = async () => {
    await page.goto(`/charging-details/${plug.location_id}`);
    await expect(page.getByRole("heading", { level: 1, name: plug.locationName })).toBeVisible();
    await kept(page, `["location","${plug.location_id}"`);
    await page.goto("/history");
    await page.getByRole("link", { name: bill.location.name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: /bill/i })).toBeAttached();
    await kept(page, '["cdrs","list",');
    await kept(page, `["cdr","${bill.id}"`);
    await page.goto(`/rating?session=${first.id}`);
    await expect(page.getByRole("radio").first()).toBeAttached();
    await kept(page, `["rating","${first.id}"`);
    await kept(page, `["session","${first.id}"`);
    await page.goto(`/support?ticket=${ticket.id}`);
    await expect(page.getByText("It shows nothing.")).toBeVisible();
    await kept(page, `["tickets","one","${ticket.id}"`);
    await page.goto(`/charging-started?session=${running.id}`);
    await expect(page.getByRole("button", { name: "Hold to stop" })).toBeVisible();
    await kept(page, `["session","${running.id}"`);
  };
  await see();
  await standing(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(offline)).toBeVisible();
  await see();

  await test.step("what is kept says how old it is", async () => {
    await page.goto("/history");
    await expect(page.getByText(/^As of /)).toBeVisible();
    await page.goto(`/billsummary/${bill.id}`);
    await expect(page.getByText(/^As of /)).toBeVisible();
  });

  await test.step("a running session says of when it is, and that its stop was not heard", async () => {
    await page.goto(`/charging-started?session=${running.id}`);
    const old = page.getByText(/^No network\. These figures are of \d{1,2}:\d\d/);
    // Before the figures, and nothing to scroll for.
    await expect(old).toBeInViewport({ ratio: 1 });
    const [note, figures] = await Promise.all([
      old.boundingBox(),
      page.getByText("Power now").boundingBox(),
    ]);
    expect(note!.y).toBeLessThan(figures!.y);
    await expect(page.getByText(/^Live, /)).toHaveCount(0);
    await page.getByRole("button", { name: "Hold to stop" }).press("Enter");
    const sure = page.getByRole("dialog", { name: "Stop charging?" });
    await sure.getByRole("button", { name: "Stop charging" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "the charger was not told. Unlock the vehicle or press stop on the charger. It will still stop at your limit of ₹400.",
    );
  });

  await test.step("what is done now waits", async () => {
    await page.goto(`/charging-details/${plug.location_id}`);
    await page.getByRole("button", { name: "Add to favorites" }).click();
    await expect(toast(page, "Saved. It is sent when you are online.")).toBeVisible();
    await page.goto(`/support?ticket=${ticket.id}`);
    await page.getByLabel("Your answer").fill("Now it does.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("1 message waits for the network.")).toBeVisible();
    await page.goto(`/rating?session=${first.id}`);
    await page.getByRole("radio", { name: /^4/ }).check({ force: true });
    await page.getByRole("button", { name: "Rate" }).click();
    await expect(page.getByText("1 message waits for the network.")).toBeVisible();
    await page.goto("/create-ticket?category=BILL");
    await page.getByLabel("What happened?").fill("A figure I do not know.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL("/support");
    // It survives a reload.
    await page.reload();
    await expect(page.getByText("1 message waits for the network.")).toBeVisible();
  });

  await test.step("back again: each of it once", async () => {
    await context.setOffline(false);
    await expect(page.getByText(/waits for the network/)).toBeHidden();
    await page.reload();
    await page.goto("/tabs/tab1");
    await expect(page.getByText(/have a free plug$/)).toBeVisible();
    await expect
      .poll(() => done(driver, first.id, ticket.id))
      .toEqual({
        favourites: [plug.location_id],
        said: ["It shows nothing.", "Now it does."],
        stars: 4,
        tickets: ["A figure I do not know.", "It shows nothing."],
      });
    expect(await page.evaluate(() => localStorage.getItem("vm.me.queue"))).toBeNull();
  });
});

async function done(driver: DriverClient, sessionId: string, ticketId: string) {
  const own = { token: driver.token };
  const { data } = await callRoute(world.url, stations.getWishlist, {
    ...own,
    params: { userId: driver.userId },
    query: {},
  });
  const ticket = await callRoute(world.url, support.getTicket, {
    ...own,
    params: { id: ticketId },
  });
  const rating = await callRoute(world.url, ratings.getRating, {
    ...own,
    params: { id: sessionId },
  });
  const { content } = await callRoute(world.url, support.listTickets, { ...own, query: {} });
  return {
    favourites: data.locations.map(({ id }) => id),
    said: ticket.data.messages.map(({ text }) => text),
    stars: rating.data?.stars,
    tickets: content.map(({ subject }) => subject).toSorted(),
  };
}

/** Waits until the answers are stored; a driver stays on a screen for longer. */
const kept = (page: Page, key: string) =>
  expect
    .poll(() =>
      page.evaluate(
        (start) =>
          new Promise<boolean>((resolve) => {
            const opened = indexedDB.open("vm.me.answers");
            opened.addEventListener("success", () => {
              const all = opened.result.transaction("answers").objectStore("answers").getAllKeys();
              all.addEventListener("success", () => {
                opened.result.close();
                resolve(all.result.some((hash) => (hash as string).startsWith(start)));
              });
            });
          }),
        key,
      ),
    )
    .toBe(true);

/** Tests cannot reach a push service: this one answers like one, for the service's own key only. */
async function withoutPushService(page: Page): Promise<void> {
  const { publicKey } = await crypto.subtle.generateKey(
    { name: "ECDH", namedCurve: "P-256" },
    true,
    ["deriveBits"],
  );
  const point = Buffer.from(await crypto.subtle.exportKey("raw", publicKey)).toString("base64url");
  await page.addInitScript((p256dh) => {
    let made: object | null = null;
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const { applicationServerKey: key, userVisibleOnly } = options ?? {};
      if (typeof key !== "string" || key.length < 80 || !userVisibleOnly)
        throw new Error("refused");
      const endpoint = "https://fcm.googleapis.com/fcm/send/of-this-browser";
      made = { endpoint, keys: { p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA" } };
      return made as PushSubscription;
    };
  }, point);
}

/** Delivers a push to the service worker as the browser's push service would. */
async function pushTo(context: BrowserContext, page: Page, origin: string) {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const mine = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (mine) resolve(mine.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  return (data: string) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

/**
 * Taps the first notification. Only a real tap lets a worker open a window; the address it would open is answered
 * instead, null when it went to one that is open.
 */
async function tap(context: BrowserContext): Promise<string | null> {
  const [worker] = context.serviceWorkers() as [Worker];
  return worker.evaluate(async () => {
    const self = globalThis as unknown as WorkerInside;
    const [notification] = await self.registration.getNotifications();
    let address: string | null = null;
    self.clients.openWindow = async (url) => {
      address = url;
      return null;
    };
    const work: unknown[] = [];
    const event = new self.NotificationEvent("notificationclick", { notification });
    event.waitUntil = (promise) => void work.push(promise);
    self.dispatchEvent(event);
    await Promise.all(work);
    return address;
  });
}

/** The part of a worker's interface that the tap needs. */
type WorkerInside = {
  registration: { getNotifications: () => Promise<Notification[]> };
  clients: { openWindow: (url: string) => Promise<unknown> };
  dispatchEvent: (event: Event) => boolean;
  NotificationEvent: new (
    type: string,
    init: { notification: Notification | undefined },
  ) => Event & { waitUntil: (promise: unknown) => void };
};

test("[T-11] [N-1] a trip that was opened is there without a network, from the phone's own store", async ({
  pocket: { context },
}) => {
  const driver = await newDriver(world, { vehicle: true });
  const { data } = await callRoute(world.url, trips.planTrip, {
    token: driver.token,
    body: {
      start: { latitude: 28.6139, longitude: 77.209, name: "Delhi" },
      end: { latitude: 26.9124, longitude: 75.7873, name: "Jaipur" },
      charge_percent: 60,
    },
  });
  const { plan } = data;
  const [page] = context.pages() as [Page];
  await signInOnce(page, driver);
  await page.goto("/trip");
  await page.getByRole("link", { name: /^Delhi to Jaipur/ }).click();
  await page.getByRole("button", { name: "Start trip" }).click();
  await expect(page.getByRole("link", { name: "Start charging" })).toBeVisible();
  await standing(page);
  // What is stored is written a moment later, and when the page goes.
  await page.goto("/privacy");
  await page.close();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(`/trip?id=${data.id}`, { waitUntil: "commit" });
  for (const { station, spare } of plan!.stops) {
    await expect(
      again.getByRole("link", { name: station.name, exact: true }).first(),
    ).toBeVisible();
    if (spare) await expect(again.getByText(spare.name).first()).toBeVisible();
  }
  await expect(again.getByText(/^As of /)).toBeVisible();
  await expect(again.locator(".way-map canvas")).toBeVisible();
  await test.step("its bar is there too, and none can be planned", async () => {
    await again.goto("/tabs/tab1", { waitUntil: "commit" });
    await again.getByRole("complementary", { name: "Trip" }).getByRole("link").click();
    await expect(again.getByRole("heading", { level: 1, name: "Delhi to Jaipur" })).toBeVisible();
    await again.goto("/trip", { waitUntil: "commit" });
    await expect(again.getByText(/^A trip can be planned only with a network/)).toBeVisible();
    await expect(again.getByRole("link", { name: /^Delhi to Jaipur/ })).toBeVisible();
  });
  await context.setOffline(false);
});
