import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { staff, stations } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import lighthouse from "lighthouse";
import { addressOf, type DriverClient, newDriver } from "@voltmarg/testkit/driver";
import { freePort } from "@voltmarg/world/ports";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { withAuthenticator } from "../journeys/authenticator.ts";
import { makePeople, type People } from "../screens/drivers.ts";
import { enter } from "../screens/visit.ts";

const help = `Measures the built app, served by the service, with Lighthouse as a phone on slow 4G: the median of three visits.

  npm run lab -- lighthouse
  npm run lab -- lighthouse --only wallet,bill --runs 1

The map is drawn without a graphics card here, so its performance is shown and not judged. Of the provider's console only
accessibility and practices are judged: its staff have computers, and search engines are kept out.`;

const out = join(import.meta.dirname, "..", "..", "..", "out", "lighthouse");
const LEAST_PERFORMANCE = 95;
const MOST_SHIFT = 0.02;

type Places = People & {
  /** A station with a photo: without one its page starts with a map. */
  photographed: string;
};
type Route = {
  name: string;
  path: (places: Places) => string;
  who: "nobody" | "driver" | "staff";
  map?: boolean;
};
const routes: readonly Route[] = [
  { name: "login", path: () => "/login", who: "nobody" },
  { name: "privacy", path: () => "/privacy", who: "nobody" },
  { name: "favorites", path: () => "/tabs/tab3", who: "driver" },
  {
    name: "station",
    path: ({ photographed }) => `/charging-details/${photographed}`,
    who: "driver",
  },
  { name: "wallet", path: () => "/wallet", who: "driver" },
  { name: "history", path: () => "/history", who: "driver" },
  {
    name: "live",
    path: ({ sessionId }) => `/charging-started?session=${sessionId}`,
    who: "driver",
  },
  { name: "bill", path: ({ billId }) => `/billsummary/${billId}`, who: "driver" },
  {
    name: "station-map",
    path: ({ plug }) => `/charging-details/${plug.location_id}`,
    who: "driver",
    map: true,
  },
  { name: "home", path: () => "/tabs/tab1", who: "driver", map: true },
  { name: "console", path: () => "/console/", who: "staff" },
  {
    name: "console-session",
    path: ({ sessionId }) => `/console/charges/${sessionId}`,
    who: "staff",
  },
  { name: "console-driver", path: () => "/console/drivers?q=000", who: "staff" },
  { name: "console-prices", path: () => "/console/retail-rules/preview", who: "staff" },
];

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Scores from 0 to 100; times in ms; layout shift as Lighthouse calculates it. */
type Figures = Record<(typeof categories)[number] | "fcp" | "lcp" | "tbt" | "cls", number>;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      runs: { type: "string", default: "3" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(help);
    return true;
  }
  const only = values.only.split(",").filter(Boolean);
  const strange = only.filter((asked) => !routes.some(({ name }) => name === asked));
  if (strange.length > 0) {
    console.error(
      `--only: no page ${strange.join(", ")}; there are ${routes.map(({ name }) => name).join(", ")}`,
    );
    return false;
  }
  const chosen = routes.filter(({ name }) => only.length === 0 || only.includes(name));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const world = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "120" });
  try {
    const address = addressOf(world);
    const [driver, made] = await Promise.all([newDriver(address), makePeople(address)]);
    const people = { ...made, photographed: await photographedStation(address.url, driver) };
    const medians: [Route, Figures][] = [];
    for (const route of chosen) {
      const visits: Figures[] = [];
      for (let nth = 0; nth < Number(values.runs); nth += 1)
        visits.push(await visit(address, route, people));
      const median = medianOf(visits);
      medians.push([route, median]);
      console.log(`  ${route.name.padEnd(10)} ${wordsOf(median)}`);
    }
    return judge(medians);
  } finally {
    await world.stop();
  }
}

async function photographedStation(url: string, driver: DriverClient): Promise<string> {
  for (const { id } of await driver.search(500)) {
    const asked = { token: driver.token, params: { id }, query: {} };
    const { data } = await callRoute(url, stations.getLocation, asked);
    if (data.site?.images.length) return id;
  }
  throw new Error("no station has a photo");
}

function judge(medians: [Route, Figures][]): boolean {
  const plain = medians
    .filter(([{ map, who }]) => !map && who !== "staff")
    .map(([, figures]) => figures);
  const all = medians.map(([, figures]) => figures);
  const timed = plain.length > 0 ? plain : all;
  const least = (name: keyof Figures, of: Figures[]) => Math.min(...of.map((one) => one[name]));
  const most = (name: keyof Figures, of: Figures[]) => Math.max(...of.map((one) => one[name]));
  const perf = least("performance", timed);
  const open = medians.filter(([{ who }]) => who !== "staff").map(([, figures]) => figures);
  const rest = Math.min(
    ...(["accessibility", "best-practices"] as const).map((name) => least(name, all)),
    least("seo", open),
  );
  const shift = most("cls", all);
  const lcp = most("lcp", timed);
  console.log(`  load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `lighthouse routes=${medians.length} performance=${perf} accessibility-practices-seo=${rest} cls=${shift.toFixed(3)} lcp=${(lcp / 1000).toFixed(2)}s`,
  );
  return perf >= LEAST_PERFORMANCE && rest === 100 && shift <= MOST_SHIFT;
}

type Address = ReturnType<typeof addressOf>;

/** Signs a new admin in to the console. */
async function enterConsole(page: Page, { url, providerToken }: Address) {
  await withAuthenticator(page);
  const body = { name: `lighthouse-${Date.now().toString(36)}`, role: "admin" as const };
  const { data } = await callRoute(url, staff.inviteStaff, { token: providerToken, body });
  await page.goto(data.link);
  await page.getByRole("button", { name: "Make a passkey and sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** One visit by a browser that has only signed in before. */
async function visit(world: Address, route: Route, people: Places): Promise<Figures> {
  const { url } = world;
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "voltmarg-lighthouse-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    if (route.who === "staff") await enterConsole(page, world);
    else await enter(page, url, people, route.who, "en");
    await page.goto("about:blank");
    const result = await lighthouse(`${url}${route.path(people)}`, {
      port,
      output: "html",
      logLevel: "error",
      // The sign-in is kept; files are loaded again at each visit.
      disableStorageReset: true,
      onlyCategories: [...categories],
    });
    if (!result) throw new Error("Lighthouse gave no result");
    const { lhr, report } = result;
    if (lhr.runtimeError) throw new Error(`${route.name}: ${lhr.runtimeError.message}`);
    writeFileSync(join(out, `${route.name}.html`), String(report));
    const score = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
    const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
    for (const [id, { score: audit, title }] of Object.entries(lhr.audits)) {
      const judged = lhr.categories["performance"]?.auditRefs.every((ref) => ref.id !== id);
      if (audit !== null && audit < 1 && judged) console.log(`  ${route.name}: ${id}: ${title}`);
    }
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
      fcp: value("first-contentful-paint"),
      lcp: value("largest-contentful-paint"),
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function medianOf(visits: Figures[]): Figures {
  const middle = (name: keyof Figures) =>
    visits.map((figures) => figures[name]).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)];
  const names = Object.keys(visits[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures;
}

const wordsOf = (figures: Figures) =>
  [
    `performance ${figures.performance}`,
    `accessibility ${figures.accessibility}`,
    `practices ${figures["best-practices"]}`,
    `SEO ${figures.seo}`,
    `FCP ${Math.round(figures.fcp)} ms`,
    `LCP ${Math.round(figures.lcp)} ms`,
    `TBT ${Math.round(figures.tbt)} ms`,
    `CLS ${figures.cls.toFixed(3)}`,
  ].join(", ");

process.exitCode = (await main()) ? 0 : 1;
