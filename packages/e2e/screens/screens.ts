import type { Page } from "@playwright/test";
import type { People } from "./drivers.ts";

export type Who = "nobody" | "driver" | "stranded" | "newcomer" | "penniless" | "company";

export type Screen = {
  /** Also the file name of its picture. */
  name: string;
  who: Who;
  path: (people: People) => string;
  /** Steps before the picture; by selectors, because texts are in three languages. */
  open?: (page: Page) => Promise<void>;
  /** Puts back what `open` changed for the screens after it. */
  undo?: (page: Page) => Promise<void>;
  /** The stored step of a sign-in. */
  flow?: object;
};

const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).locator("visible=true").first().click();
  await page.locator("[role=dialog]").waitFor();
};
const dialog = press(".page [aria-haspopup=dialog]");

const screen = (name: string, who: Who, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  who,
  path: () => path,
  ...more,
});
const at = (
  name: string,
  path: Screen["path"],
  open?: Screen["open"],
  who: Who = "driver",
): Screen => ({ name, who, path, ...(open ? { open } : {}) });

const battery = (percent: string) => async (page: Page) => {
  await page.locator(".way-form input[inputmode=numeric]").fill(percent);
  await page.locator(".way-list .station").first().waitFor();
};
const CHENNAI = "/on-my-way?from=12.9716,77.5946&from_name=Bengaluru&to=13.08,80.27&name=Chennai";

const signingIn = { mobile: "9876543210", codeLength: 6, type: "LG" };
const choice = ({ plug }: People, more = {}) =>
  new URLSearchParams({
    location: plug.location_id,
    evse: plug.evse_uid,
    connector: plug.connector_id,
    ...more,
  }).toString();

/** What the documents show. */
export const documented: ReadonlySet<string> = new Set([
  "home",
  "cpo-filter",
  "charging-details",
  "estimate-money",
  "charging-started",
  "charging-proceed-refused",
  "wallet",
  "my-vehicle",
  "add-vehicle",
]);

/** What needs an operator that is away, a camera, or no network: not in a world that others use too. */
export const ownWorldOnly: ReadonlySet<string> = new Set([
  "charging-details-outage",
  "scan-camera",
  "home-offline",
  "charging-started-silent",
]);

/** Every screen: with data, empty, and with its dialogs open. */
export const screens: readonly Screen[] = [
  screen("login", "nobody", "/login"),
  screen("login-fleet", "nobody", "/login?fleet"),
  screen("phone-number-enter", "nobody", "/phone-number-enter"),
  screen("signup", "nobody", "/signup", { flow: { ...signingIn, type: "SU", sentAt: null } }),
  screen("otp", "nobody", "/otp", { flow: { ...signingIn, sentAt: Date.now() } }),
  screen("tou", "nobody", "/tou"),
  screen("privacy", "nobody", "/privacy"),
  screen("legal", "nobody", "/legal"),
  screen("url-config", "nobody", "/url-config"),
  screen("gallery", "nobody", "/gallery"),
  screen("gallery-dialog", "nobody", "/gallery", {
    open: press(".gallery section:nth-of-type(3) .g-row .btn:last-child"),
  }),

  screen("home", "driver", "/tabs/tab1"),
  screen("side-menu", "driver", "/tabs/tab1", { open: press(".avbtn") }),
  screen("pin-key", "driver", "/tabs/tab1", { open: press(".mapctl [aria-haspopup=dialog]") }),
  screen("scan", "driver", "/tabs/tab2"),
  screen("favorites", "driver", "/tabs/tab3"),
  screen("cpo-filter", "driver", "/cpo-filter"),
  at("charging-details", ({ plug }) => `/charging-details/${plug.location_id}`),
  at(
    "report-a-problem",
    ({ plug }) => `/charging-details/${plug.location_id}`,
    press(".st-actions > li:last-child button"),
  ),
  at("estimate-money", (people) => `/estimate-money?${choice(people)}`),
  at("estimate-amount", (people) => `/estimate-amount?${choice(people, { by: "ENERGY" })}`),
  at("estimate-how", (people) => `/estimate-amount?${choice(people)}`, dialog),
  at("charging-proceed-refused", ({ refusedId }) => `/charging-proceed?session=${refusedId}`),
  at("charging-started", ({ sessionId }) => `/charging-started?session=${sessionId}`),
  at(
    "charging-started-stop",
    ({ sessionId }) => `/charging-started?session=${sessionId}`,
    async (page) => {
      await page.locator(".hold").press("Enter");
      await page.locator("[role=dialog]").waitFor();
    },
  ),
  screen("charging-ongoing-list", "driver", "/charging-ongoing-list"),
  at("billsummary", ({ billId }) => `/billsummary/${billId}`),
  at("invoice", ({ billId }) => `/billsummary/${billId}`, dialog),
  screen("history", "driver", "/history"),
  at("history-found", ({ billedPlace }) => `/history?q=${encodeURIComponent(billedPlace)}`),
  screen("my-usage", "driver", "/my-usage"),
  // Not beside the search before it, whose words the field still has.
  screen("history-nothing-fits", "driver", "/history?q=nowhere"),
  screen("trip", "driver", "/trip"),
  screen("trip-more", "driver", "/trip", {
    open: async (page) => page.locator(".trip-more summary").click(),
  }),
  at("trip-plan", ({ trip }) => `/trip?id=${trip.id}`),
  at("trip-share", ({ trip }) => `/trip?id=${trip.id}`, press(".navbar [aria-haspopup=dialog]")),
  at("trip-begun", ({ begunTripId }) => `/trip?id=${begunTripId}`, undefined, "penniless"),
  at(
    "trip-again",
    ({ begunTripId }) => `/trip?id=${begunTripId}`,
    press(".trip-next button"),
    "penniless",
  ),
  at("trip-shared", ({ trip }) => `/trips/shared/${trip.key}`, undefined, "nobody"),
  screen("on-my-way", "driver", CHENNAI),
  screen("on-my-way-battery", "driver", CHENNAI, { open: battery("50") }),
  screen("on-my-way-places", "driver", "/on-my-way", {
    open: async (page) => {
      await page.locator("[role=combobox]").nth(1).fill("ben");
      await page.locator("[role=option]").first().waitFor();
    },
  }),
  screen("on-my-way-short-link", "driver", "/on-my-way", {
    open: async (page) => page.locator("[role=combobox]").nth(1).fill("https://maps.app.goo.gl/x"),
  }),
  screen("on-my-way-point", "driver", "/on-my-way", {
    open: async (page) => {
      await page.locator("[role=combobox]").nth(1).fill("");
      await page.locator("[role=option]").nth(1).click();
      await page.locator("[role=dialog]").waitFor();
    },
  }),
  screen("within-reach", "driver", "/on-my-way/reach", { open: battery("30") }),
  screen("my-usage-dates", "driver", "/my-usage", { open: dialog }),
  screen("wallet", "driver", "/wallet"),
  screen("wallet-narrowed", "driver", "/wallet?kind=TOP_UP"),
  screen("wallet-send-back", "driver", "/wallet?view=send-back"),
  screen("add-money", "driver", "/add-money?amount=500"),
  screen("popup-wallet-info", "driver", "/wallet", { open: dialog }),
  screen("my-vehicle", "driver", "/my-vehicle"),
  screen("my-vehicle-menu", "driver", "/my-vehicle", { open: dialog }),
  screen("add-vehicle", "driver", "/add-vehicle"),
  screen("profile", "driver", "/profile"),
  screen("profile-photo", "driver", "/profile", { open: dialog }),
  screen("profile-deactivate", "driver", "/profile", { open: press(".page .deactivate") }),
  screen("devices", "driver", "/profile?view=devices"),
  screen("passkeys", "driver", "/profile?view=passkeys"),
  screen("your-data", "driver", "/your-data"),
  screen("your-data-notice", "driver", "/your-data?view=notice"),
  screen("notifications", "driver", "/notifications"),
  screen("notifications-messages", "driver", "/notifications?view=messages"),
  screen("notifications-preferences", "driver", "/notifications?view=preferences"),
  screen("support", "driver", "/support"),
  at("support-ticket", ({ ticketId }) => `/support?ticket=${ticketId}`),
  screen("create-ticket", "driver", "/create-ticket?category=BILL"),
  screen("faq", "driver", "/faq"),
  at("rating", ({ billedId }) => `/rating?session=${billedId}`),
  screen("initiate-charging", "driver", "/initiate-charging"),
  screen("not-found", "driver", "/no-such-page"),

  // What goes wrong, and what only a camera shows; the last ones, because they change what the page can reach.
  at(
    "charging-details-outage",
    ({ quietId }) => `/charging-details/${quietId}`,
    (page) => page.locator(".banner--warn").first().waitFor(),
  ),
  {
    ...screen("scan-camera", "driver", "/tabs/tab2"),
    open: async (page) => {
      await page.context().grantPermissions(["geolocation", "camera"]);
      await page.reload();
      await page.locator("video").waitFor();
    },
    undo: async (page) => {
      await page.context().clearPermissions();
      await page.context().grantPermissions(["geolocation"]);
    },
  },
  {
    ...screen("home-offline", "driver", "/tabs/tab1"),
    open: async (page) => {
      await page.context().setOffline(true);
      await page.locator(".offl").waitFor();
    },
    undo: (page) => page.context().setOffline(false),
  },

  at(
    "charging-started-silent",
    ({ silentId }) => `/charging-started?session=${silentId}`,
    // So long has an operator to be silent.
    (page) => page.locator(".ringw.is-silent").waitFor({ timeout: 150_000 }),
    "stranded",
  ),

  screen("favorites-none", "newcomer", "/tabs/tab3"),
  screen("wallet-none", "newcomer", "/wallet"),
  screen("history-none", "newcomer", "/history"),
  screen("my-usage-none", "newcomer", "/my-usage"),
  screen("my-vehicle-none", "newcomer", "/my-vehicle"),
  screen("notifications-none", "newcomer", "/notifications"),
  screen("charging-ongoing-list-none", "newcomer", "/charging-ongoing-list"),
  screen("charging-started-none", "newcomer", "/charging-started"),
  screen("rate-us-none", "newcomer", "/rate-us"),
  at(
    "popup-insufficient",
    (people) => `/estimate-money?${choice(people)}`,
    press(".page .actionbar .btn--primary"),
    "penniless",
  ),

  screen("wallet-company", "company", "/wallet"),
  screen("side-menu-company", "company", "/tabs/tab1", { open: press(".avbtn") }),
];
