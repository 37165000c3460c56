import { setTimeout as wait } from "node:timers/promises";
import { vehicles, stations as routes } from "@voltmarg/contract";
import { openIndex } from "@voltmarg/testkit/search-index";
import { callRoute } from "@voltmarg/client/node";
import { addressOf, newDriver } from "@voltmarg/testkit/driver";
import { startTemporaryWorld, type TemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import type { World } from "@voltmarg/world/world";
import { readOptions } from "../options.ts";
import { residentMb } from "../proc.ts";
import { quantile, resultLine, say } from "../report.ts";
import { readStations, somePlaces } from "./stations/brute-force.ts";
import { compareEngines, differences } from "./stations/compare-engines.ts";
import { compareHttp, searchesOf } from "./stations/compare-http.ts";
import { fillStations } from "./stations/fill-stations.ts";
import { timesAt } from "./stations/http-client.ts";

const goalEngine = 3.5;
const goalHttp = { 100: 0.3, 5000: 0.35 };
/** Of the service with 300,000 locations: MB resident at any moment, and seconds to load the index. */
const mostMb = 600;
const mostSeconds = 15;
const tries = 1_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Searches among 300,000 locations and a million EVSEs: the index alone against geokdbush, whole requests against a
 * constant buffer, and the memory and the start of the service. `--locations N`: at another size.
 */
export async function run(): Promise<boolean> {
  const { locations } = readOptions({ locations: 300_000 });
  const world = await startTemporaryWorld({ LOCATIONS: "0", TRAFFIC: "0" });
  try {
    const began = performance.now();
    await fillStations(world.databaseUrl, locations);
    say(
      `${locations} locations written into PostgreSQL by SQL (${seconds(performance.now() - began)})`,
    );
    return await compare(world);
  } finally {
    await world.stop();
  }
}

async function compare(world: TemporaryWorld): Promise<boolean> {
  // Whole requests first: a process with all stations in memory is a slow client.
  const http = await requests(world);
  const { index, loadMs, close } = await openIndex(world.databaseUrl);
  say(
    `index loaded from PostgreSQL in ${seconds(loadMs)}: ${index.count} locations, ${Math.round(index.data.records.end / 1e6)} MB of records`,
  );
  const stations = await readStations(world.databaseUrl);
  const differ = differences(index, stations, tries);
  say(`${tries} random searches against looking at every location: ${differ} differ`);
  const engines = compareEngines(index, stations);
  for (const { name, ours, theirs, ratio, p50, p99, found } of engines) {
    say(
      `${name} (${Math.round(found)} found): ${Math.round(ours)} searches/s, geokdbush ${Math.round(theirs)}/s, ratio ${ratio.toFixed(2)}; p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms`,
    );
  }
  await close();
  const ratios = engines.map((one) => one.ratio);
  const ratio = Math.min(...ratios);
  const reached = ratios.filter((one) => one >= goalEngine).length;
  say(`${reached} of ${ratios.length} cases are ${goalEngine} times as fast or faster`);
  say("ratio: the index's lowest over geokdbush; p50, p99: 100 items over HTTP at 80 % load");
  const ms = (share: number) => `${quantile(http.times, share).toFixed(1)}ms`;
  console.log(resultLine("search", { ratio: ratio.toFixed(2), p50: ms(0.5), p99: ms(0.99) }));
  return differ === 0 && ratio >= goalEngine && http.good;
}

/** Whole requests against a constant buffer, and their latency at 80 % load. */
async function requests(world: TemporaryWorld): Promise<{ good: boolean; times: number[] }> {
  const { token, loaded } = await loadedService(world);
  const places = await somePlaces(world.databaseUrl);
  const service = { url: world.url, pid: world.service.pid };
  let good = loaded.seconds <= mostSeconds;
  let rate = 0;
  for (const items of [5000, 100] as const) {
    const http = await compareHttp(searchesOf(service, token, places, items), items);
    say(
      `${items} items over HTTP (${http.megabytes.toFixed(1)} MB): ${http.rate.toFixed(1)}/s, ${http.ratio.toFixed(2)} of a constant buffer, ${http.processorRatio.toFixed(2)} by processor time`,
    );
    good &&= http.ratio >= goalHttp[items];
    rate = http.rate;
  }
  const times = await timesAt(searchesOf(service, token, places, 100), rate * 0.8, 10);
  const peak = Math.round(residentMb(service.pid, "most"));
  say(
    `service: its index loaded in ${loaded.seconds.toFixed(1)} s (at most ${mostSeconds}), with at most ${loaded.peak} MB resident, ${peak} MB afterwards (at most ${mostMb})`,
  );
  return { good: good && Math.max(loaded.peak, peak) <= mostMb, times };
}

/** A service that has loaded the locations; and a driver with a car and a favourite. */
async function loadedService(world: TemporaryWorld): Promise<{ token: string; loaded: Load }> {
  const driver = await newDriver(addressOf(world), { vehicle: true });
  const loaded = await loadAnew(world);
  const own = { token: driver.token, params: { userId: driver.userId } };
  const [first] = (
    await callRoute(world.url, routes.searchLocations, {
      token: driver.token,
      query: { page_size: 1, latitude: 19, longitude: 73, distance: 500 },
    })
  ).content;
  if (first)
    await callRoute(world.url, routes.addToWishlist, { ...own, body: { location_id: first.id } });
  await callRoute(world.url, vehicles.listVehicles, own);
  return { token: driver.token, loaded };
}

type Load = { seconds: number; peak: number };

/** Kills the service, and says how long the next one takes to load its index once it answers, and in how many MB. */
async function loadAnew(world: World): Promise<Load> {
  const { restarts } = world.service;
  world.service.kill("SIGKILL");
  // Until its death is noticed, the one that was killed counts as ready.
  await until("the next service is started", async () => world.service.restarts > restarts);
  const began = performance.now();
  await world.service.isReady();
  await until(
    "the service has loaded its index",
    async () => {
      // Twenty answers a second would take the service a sixteenth of a core.
      await wait(200);
      const answer = await fetch(`${world.url}/metrics`).catch(() => null);
      return Number(/^indexed_locations (\d+)/m.exec((await answer?.text()) ?? "")?.[1] ?? 0);
    },
    300_000,
  );
  const took = (performance.now() - began) / 1000;
  return { seconds: took, peak: Math.round(residentMb(world.service.pid, "most")) };
}
