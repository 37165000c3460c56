import { type Page, test as plain } from "@playwright/test";
import type { DriverClient, WorldAddress } from "@voltmarg/testkit/driver";

/** The addresses of this worker's world: scenarios of one test must not affect another worker. */
const worker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);
export const world = worldOf(worker);
/** The replacement of Google's script that this worker's world uses. */
export const placesUrl =
  (JSON.parse(process.env["PLACES"] ?? "[]") as string[])[worker] ?? "http://127.0.0.1:9";

type Address = WorldAddress & { providerToken: string; roadsUrl: string; databaseUrl: string };

function worldOf(nth: number): Address {
  const worlds = JSON.parse(process.env["WORLDS"] ?? "[]") as Address[];
  // While Playwright only collects tests there is no world yet.
  return (
    worlds[nth] ?? {
      url: "",
      operatorUrl: "",
      paymentsUrl: "",
      providerToken: "",
      roadsUrl: "",
      databaseUrl: "",
    }
  );
}

/** Integer paise as the app writes them. */
export const rupees = (minor: number) =>
  `₹${(minor / 100).toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Opens the app as a signed-in driver. */
export async function signedIn(page: Page, driver: DriverClient): Promise<void> {
  await page.addInitScript(
    ([access, refresh]) => {
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [driver.token, driver.refreshToken] as const,
  );
}

/** Stores the tokens once, not at every load and in every frame: a sign-out must last, and payment pages have no storage. */
export async function signInOnce(page: Page, driver: DriverClient): Promise<void> {
  await page.goto("/privacy");
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [driver.token, driver.refreshToken] as const,
  );
}

/** Empties the app's storage. Not on a page of the app, which would call the service without its tokens meanwhile. */
export async function forgetAll(page: Page, origin = ""): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
}

type PageRules = {
  /** HTTP error statuses the test causes on purpose: the browser logs each one. */
  refusals: number[];
  /** The test cuts the network: the browser logs each failing call. */
  goesOffline: boolean;
};

/** Messages the product logs by specification. */
const specified = [/^Google Maps loading failed/];

/** A page on which every unexpected console error or exception fails the journey. */
export const test = plain.extend<PageRules>({
  refusals: [[], { option: true }],
  goesOffline: [false, { option: true }],
  baseURL: async ({}, give) => give(world.url),
  page: async ({ page, refusals, goesOffline }, give) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(`uncaught: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      const refused = /^Failed to load resource: .*status of (\d+)/.exec(text)?.[1];
      if (refused && refusals.includes(Number(refused))) return;
      if (
        goesOffline &&
        /net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_\w+)$|^Error: Worker failed to load|^An unknown error occurred when fetching the script/.test(
          text,
        )
      )
        return;
      if (!specified.some((pattern) => pattern.test(text)))
        errors.push(`${text} (${message.location().url})`);
    });
    await give(page);
    plain.expect(errors, "console errors").toEqual([]);
  },
});
export const expect = plain.expect;
