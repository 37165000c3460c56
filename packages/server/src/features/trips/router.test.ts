import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { encodePolyline } from "@voltmarg/rules";
import { start } from "@voltmarg/road-sim";
import { afterEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { createOutbound } from "../../platform/http/outbound.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { readHeights, readRoad, type Road } from "./read-road.ts";
import { createRouter } from "./router.ts";

const DELHI = { latitude: 28.6139, longitude: 77.209 };
const JAIPUR = { latitude: 26.9124, longitude: 75.7873 };
const AGRA = { latitude: 27.1767, longitude: 78.0081 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const routerAt = (url: string, key: string | null = null, profile: "TEST" | "PROD" = "TEST") =>
  createRouter({
    settings: { url, key },
    outbound: createOutbound(profile),
    clock: fakeClock(new Date("2026-01-05T06:30:00Z")),
    logger: createLogger("silent"),
  });
async function roads(key?: string) {
  const sim = await start({ port: 0, ...(key && { key }) });
  ends.push(() => sim.close());
  const habit = (name: string) =>
    fetch(`${sim.url}/control/habit`, { method: "POST", body: JSON.stringify({ name }) });
  return { sim, habit };
}
/** A router that answers everything so. */
async function answering(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const read = async (url: string, through = [DELHI, JAIPUR]) =>
  readRoad(await routerAt(url).route(through), through);
const roadOf = (found: Awaited<ReturnType<typeof read>>): Road => {
  if (typeof found === "string") throw new Error(found);
  return found;
};

describe("[T-6] a router", () => {
  test("gives a road: legs, a line, stretches whose sums are the legs, and heights", async () => {
    const { sim } = await roads("s3cret");
    const router = routerAt(sim.url, "s3cret");
    const through = [DELHI, AGRA, JAIPUR];
    const road = roadOf(readRoad(await router.route(through), through));
    expect(road.legs).toHaveLength(2);
    expect(road.km).toBeCloseTo(road.legs[0]!.km + road.legs[1]!.km, 6);
    expect(road.km).toBeGreaterThan(440);
    for (const leg of [0, 1]) {
      const own = road.stretches.filter((stretch) => stretch.leg === leg);
      expect(own.reduce((sum, { km }) => sum + km, 0)).toBeCloseTo(road.legs[leg]!.km, 3);
      expect(own.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(
        road.legs[leg]!.minutes,
        3,
      );
    }
    expect(road.samples).toHaveLength(road.stretches.length + 1);
    expect(road.line.length).toBeLessThanOrEqual(1_000);
    expect(road.lineKm.at(-1)).toBeCloseTo(road.km, 3);
    const heights = readHeights(await router.heights(road.samples), road.samples.length)!;
    expect(heights[0]).toBe(200);
    expect(heights.at(-1)).toBe(431);
  });

  test("in PROD it may be in a private network without TLS: its address is a setting", async () => {
    const { sim } = await roads();
    const answer = await routerAt(sim.url, null, "PROD").route([DELHI, JAIPUR]);
    expect(answer?.status).toBe(200);
  });

  test("each unkind habit has its name", async () => {
    const { sim, habit } = await roads();
    await habit("no_route");
    expect(await read(sim.url)).toBe("NO_ROUTE");
    for (const name of ["error_500", "rate_limited", "empty_shape"]) {
      await habit(name);
      expect([name, await read(sim.url)]).toEqual([name, "UNREACHABLE"]);
    }
    await habit("happy");
    expect(await read(sim.url, [DELHI, { latitude: 15, longitude: 70 }])).toBe("NO_ROAD");
    expect(await read(sim.url, [DELHI, { latitude: -26, longitude: 28 }])).toBe("TOO_LONG");
    // 30 km out at sea the router finds the coast's road; that is no road to there.
    expect(await read(sim.url, [DELHI, { latitude: 13.05, longitude: 80.5 }])).toBe("NO_ROAD");
  });

  test("without elevation data there are no heights", async () => {
    const { sim, habit } = await roads();
    await habit("no_heights");
    expect(readHeights(await routerAt(sim.url).heights([DELHI, JAIPUR]), 2)).toBeNull();
  });

  test("one that does not answer is given up after two seconds, and then not asked for a while", async () => {
    const { sim, habit } = await roads();
    await habit("slow");
    const router = routerAt(sim.url);
    const before = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => router.route([DELHI, JAIPUR])));
    expect(answers).toEqual([null, null, null]);
    expect(performance.now() - before).toBeGreaterThan(1_900);
    expect(performance.now() - before).toBeLessThan(4_000);
    const asked = sim.calls.route;
    expect(await router.route([DELHI, JAIPUR])).toBeNull();
    expect(sim.calls.route).toBe(asked);
  });

  const shapeOf = (points: number) =>
    encodePolyline(
      Array.from({ length: points }, (_, nth) => (nth % 2 ? DELHI : JAIPUR)),
      6,
    );
  const trip = (leg: object) => JSON.stringify({ trip: { legs: [leg] } });
  const summary = { length: 270, time: 14_400 };
  const good = encodePolyline([DELHI, JAIPUR], 6);
  test.each([
    ["garbage", "\u0000\u0001{"],
    ["a page of HTML", "<!doctype html><title>Welcome to nginx</title>"],
    ["nothing", ""],
    ["null", "null"],
    ["a route without legs", JSON.stringify({ trip: {} })],
    ["a leg too many", JSON.stringify({ trip: { legs: [{}, {}] } })],
    ["a leg without a shape", trip({ summary })],
    ["a shape that breaks off", trip({ summary, shape: good.slice(0, -1) })],
    ["a shape of more points than are read", trip({ summary, shape: shapeOf(200_001) })],
    [
      "a length that is not that of its shape",
      trip({ summary: { ...summary, length: 5 }, shape: good }),
    ],
    ["a negative time", trip({ summary: { ...summary, time: -1 }, shape: good })],
    ["a length in words", trip({ summary: { ...summary, length: "far" }, shape: good })],
    ["10 MB", trip({ summary, shape: good, narrative: "x".repeat(10_000_000) })],
  ])("one that answers with %s is one that does not answer", async (_what, body) => {
    const url = await answering((_request, response) => response.end(body));
    expect(await read(url)).toBe("UNREACHABLE");
  });

  test("one that redirects is not followed, and one that is not there does not answer", async () => {
    const elsewhere = await answering((_request, response) => {
      response.writeHead(302, { location: "http://169.254.169.254/route" });
      response.end();
    });
    expect(await read(elsewhere)).toBe("UNREACHABLE");
    expect(await read("http://127.0.0.1:9")).toBe("UNREACHABLE");
  });

  test("odd maneuvers do not matter: the time of a leg is its own", async () => {
    const maneuvers = [
      { begin_shape_index: 0, end_shape_index: 1e9, time: 1 },
      { begin_shape_index: "a", end_shape_index: null, time: {} },
      null,
    ];
    const url = await answering((_request, response) =>
      response.end(trip({ summary, shape: good, maneuvers })),
    );
    const road = roadOf(await read(url));
    expect(road.stretches.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(240);
  });
});
