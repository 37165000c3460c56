import { cpus, loadavg } from "node:os";
import { stations } from "@voltmarg/contract";
import { type Browser, chromium, type Page } from "@playwright/test";
import { callRoute } from "@voltmarg/client/node";
import { addressOf, newDriver } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";
import { watchFrames } from "./map/watch-frames.ts";
import { somePlaces, type Place } from "./stations/brute-force.ts";
import { fillStations } from "./stations/fill-stations.ts";

/** Stations on the map, and ms after the end of the feed within which it must be usable. */
const SIZES = [
  [5_000, 1_000],
  [100_000, 2_000],
] as const;
const GOAL_FRAME = 8;
const GOAL_DETAILS = 100;
const VISITS = 2;
const OPENINGS = 12;

const say = (line: string) => console.log(`  ${line}`);
const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ms`;

type Measured = {
  first: number[];
  drawn: number[];
  blocked: number[];
  frames: number[];
  details: number[];
};

/**
 * The map in Chromium without a GPU, all of India on a phone's screen. Measures the time from the feed's last byte
 * until every station is drawn on a settled map, the JavaScript of each frame while panning, and the time from a tap
 * on a row until its details are painted.
 */
export async function run(): Promise<boolean> {
  const shares: number[] = [];
  let last: Measured | undefined;
  for (const [count, goal] of SIZES) {
    const measured = await withStations(count);
    const { first, drawn, blocked, frames, details } = measured;
    const [load = 0] = loadavg();
    say(`${cpus().length} processors, ${load.toFixed(1)} programs wanting them`);
    say(
      `${count} stations: drawn ${ms(at(drawn, 0.5))} after the answer (${drawn.map(ms).join(", ")}), of it the main thread was blocked for ${ms(at(blocked, 0.5))}`,
    );
    say(
      `${count} stations: on a first visit, with the map itself still coming, ${ms(at(first, 0.5))}`,
    );
    say(
      `${count} stations: JavaScript per frame while panning p50 ${ms(at(frames, 0.5))}, p95 ${ms(at(frames, 0.95))}, ${frames.length} frames`,
    );
    say(
      `${count} stations: details painted p50 ${ms(at(details, 0.5))}, slowest ${ms(Math.max(...details))} after the tap`,
    );
    shares.push(
      goal / at(drawn, 0.5),
      GOAL_FRAME / at(frames, 0.5),
      GOAL_DETAILS / at(details, 0.5),
    );
    last = measured;
  }
  const ratio = Math.min(...shares);
  const frames = last?.frames ?? [];
  say("ratio: the lowest of all goals over what was measured; p50, p99: a frame's JavaScript");
  console.log(
    `map ratio=${ratio.toFixed(2)} p50=${at(frames, 0.5).toFixed(1)}ms p99=${at(frames, 0.99).toFixed(1)}ms`,
  );
  return ratio >= 1;
}

async function withStations(count: number): Promise<Measured> {
  const world = await startTemporaryWorld({ LOCATIONS: "0", TRAFFIC: "0" });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    await fillStations(world.databaseUrl, count);
    await restarted(world);
    const [place] = await somePlaces(world.databaseUrl);
    if (!place) throw new Error("no station was written");
    return await measure(world, browser, place);
  } finally {
    await browser.close();
    await world.stop();
  }
}

/** A service that has loaded the locations from the database. */
async function restarted({ service, url }: World): Promise<void> {
  service.kill("SIGKILL");
  await service.isReady();
  await until(
    "the service has loaded its index",
    async () => {
      const answer = await fetch(`${url}/metrics`).catch(() => null);
      return Number(/^indexed_locations (\d+)/m.exec((await answer?.text()) ?? "")?.[1] ?? 0) > 0;
    },
    300_000,
  );
}

async function measure(world: World, browser: Browser, place: Place): Promise<Measured> {
  const measured: Measured = { first: [], drawn: [], blocked: [], frames: [], details: [] };
  const driver = await newDriver(addressOf(world), { vehicle: true });
  const whole = { west: 60, south: 0, east: 100, north: 40, limit: 100_000, compact: "true" };
  const { data } = await callRoute(world.url, stations.listPins, {
    token: driver.token,
    query: whole,
  });
  say(`the feed of all India: ${data.rows?.length} pins, ${size(JSON.stringify(data))} as JSON`);
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(watchFrames);
    await page.addInitScript(
      ([access, refresh, view]) => {
        localStorage.setItem("access_token", access);
        localStorage.setItem("refresh_token", refresh);
        localStorage.setItem("vm.me.map-view", view);
      },
      [driver.token, driver.refreshToken, viewOf(place)] as const,
    );
    await page.goto(`${world.url}/tabs/tab1`);
    measured.first.push((await untilDrawn(page)).drawn);
    const { drawn, blocked } = await askAnew(page);
    measured.drawn.push(drawn);
    measured.blocked.push(blocked);
    measured.frames.push(...(await pan(page)));
    if (visit === VISITS - 1) measured.details.push(...(await openDetails(page)));
    await context.close();
  }
  return measured;
}

const size = (text: string) => `${(Buffer.byteLength(text) / 1e6).toFixed(1)} MB`;

/** All of India on the map; the list is centred on a place with stations. */
const viewOf = ({ latitude: lat, longitude: lon }: Place) =>
  JSON.stringify({ camera: { lat: 21, lon: 80, zoom: 4 }, area: { lat, lon, km: 100 } });

/** From the last byte of the feed until its stations are drawn, and how long the main thread was blocked. */
async function untilDrawn(page: Page): Promise<{ drawn: number; blocked: number }> {
  const measuredNow = () => {
    const feed = performance
      .getEntriesByType("resource")
      .findLast(({ name }) => name.includes("/locations/pins")) as
      | PerformanceResourceTiming
      | undefined;
    if (!feed?.responseEnd) return null;
    const mark = performance
      .getEntriesByName("stations drawn")
      .find(({ startTime }) => startTime > feed.responseEnd);
    if (!mark) return null;
    const blocked = window.longTasks
      .filter(([begin]) => begin >= feed.responseEnd && begin < mark.startTime)
      .reduce((sum, [, duration]) => sum + duration, 0);
    return { drawn: mark.startTime - feed.responseEnd, blocked };
  };
  let result: { drawn: number; blocked: number } | null = null;
  await until(
    "the stations are drawn",
    async () => (result = await page.evaluate(measuredNow)) !== null,
    60_000,
  );
  return result!;
}

/** Loads all stations again into a settled map: the same ones, by a filter that each of them passes. */
async function askAnew(page: Page): Promise<{ drawn: number; blocked: number }> {
  await until(
    "the map stands",
    () =>
      page.evaluate(() => {
        const [begin, duration] = window.longTasks.at(-1) ?? [0, 0];
        return performance.now() - begin - duration > 1_500;
      }),
    60_000,
  );
  await page.evaluate(() => {
    performance.clearMarks();
    performance.clearResourceTimings();
  });
  await page.getByRole("button", { name: /^Fits / }).click();
  return untilDrawn(page);
}

/** Milliseconds of JavaScript in each frame while the map is dragged to and fro. */
async function pan(page: Page): Promise<number[]> {
  await page.evaluate(() => (window.frameTimes = []));
  await page.mouse.move(200, 150);
  await page.mouse.down();
  for (let step = 0; step < 60; step += 1) {
    const angle = (step / 60) * 4 * Math.PI;
    await page.mouse.move(200 + 120 * Math.sin(angle), 170 + 60 * Math.cos(angle));
  }
  await page.mouse.up();
  return page.evaluate(() => window.frameTimes);
}

/** From a tap on a row of the list until the station's own page is painted. */
async function openDetails(page: Page): Promise<number[]> {
  const rows = page
    .getByRole("region", { name: "Stations" })
    .getByRole("listitem")
    .getByRole("link");
  await rows.first().waitFor();
  const times: number[] = [];
  // The first tap loads the screen's code.
  for (let nth = 0; nth <= OPENINGS; nth += 1) {
    const row = rows.nth(nth % 3);
    const name = await row.locator(".title").innerText();
    const painted = page.evaluate((heading) => window.untilPainted(heading), name);
    await row.click();
    const time = await painted;
    if (nth > 0) times.push(time);
    await page.goBack();
    await row.waitFor({ state: "visible" });
  }
  return times;
}
