import { type Page, test as plain } from "@playwright/test";
import type { DriverClient, WorldAddress } from "@voltmarg/testkit/driver";

/** Where the world of this worker is: what a journey tells the simulators must not reach another one. */
const worker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);
export const world = worldOf(worker);
/** The stand-in for Google's script that this worker's world names. */
export const placesUrl =
  (JSON.parse(process.env["PLACES"] ?? "[]") as string[])[worker] ?? "http://127.0.0.1:9";

function worldOf(nth: number): WorldAddress {
  const worlds = JSON.parse(process.env["WORLDS"] ?? "[]") as WorldAddress[];
  // When Playwright only collects the journeys there is no world yet.
  return worlds[nth] ?? { url: "", operatorUrl: "", paymentsUrl: "" };
}

/** Integer paise as the app writes them. */
export const rupees = (minor: number) =>
  `₹${(minor / 100).toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Opens the app as a driver who is signed in already. */
export async function signedIn(page: Page, driver: DriverClient): Promise<void> {
  await page.addInitScript(
    ([access, refresh]) => {
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [driver.token, driver.refreshToken] as const,
  );
}

/** Keeps the tokens once, not at every load and in every frame: logout must hold, and payment pages have no storage. */
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

type PageRules = {
  /** HTTP statuses a journey provokes on purpose: the browser logs each one by itself. */
  refusals: number[];
  /** The journey takes the network away: the browser logs each call that finds none. */
  goesOffline: boolean;
};

/** What the product is specified to log and go on. */
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
        /net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_\w+)$|^Error: Worker failed to load/.test(
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
