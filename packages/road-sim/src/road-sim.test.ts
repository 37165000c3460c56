import { highways } from "@voltmarg/cpo-sim/roads";
import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distanceKm, drawGraph, type Point } from "./graph.ts";
import { type RoadSim, start } from "./index.ts";
import { decode, encode } from "./polyline6.ts";

const PUNE = { lat: 18.5204, lon: 73.8567 };
const MUMBAI = { lat: 19.115, lon: 72.885 };
const DELHI = { lat: 28.6139, lon: 77.209 };
const JAIPUR = { lat: 26.9124, lon: 75.7873 };

let sim: RoadSim;
beforeAll(async () => {
  sim = await start({ port: 0 });
});
afterAll(() => sim.close());

type Trip = {
  legs: {
    shape: string;
    maneuvers: { begin_shape_index: number; end_shape_index: number; length: number }[];
    summary: { time: number; length: number };
  }[];
  summary: { time: number; length: number };
};
const call = async (path: string, body: unknown, url = sim.url) => {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const route = async (...locations: Point[]) => {
  const { status, body } = await call("/route", { locations, costing: "auto" });
  expect(status).toBe(200);
  return (body as { trip: Trip }).trip;
};
const habit = (name: string, times = 1) => call("/control/habit", { name, times });

describe("the drawn graph", () => {
  test("its roads are as long as the real ones, on the map too", () => {
    const graph = drawGraph();
    const between = new Map<string, number>();
    graph.edges.forEach((edges, from) => {
      for (const { to, road } of edges) {
        if (from > to) continue;
        const drawn = distanceKm(graph.points[from]!, graph.points[to]!);
        between.set(road.name, (between.get(road.name) ?? 0) + drawn);
      }
    });
    for (const { name, km } of highways) {
      expect(between.get(name)! / km, name).toBeGreaterThan(0.97);
      expect(between.get(name)! / km, name).toBeLessThan(1.03);
    }
  });

  test("every demo city is reached, among them forty whose distances are real", () => {
    const named = new Set(highways.flatMap(({ from, to }) => [from, to]));
    expect(named.size).toBeGreaterThanOrEqual(40);
  });
});

describe("/route", () => {
  test("[T-6] New Delhi to Jaipur is what the signs say, with a shape of that length", async () => {
    const { summary, legs } = await route(DELHI, JAIPUR);
    expect(summary.length).toBeGreaterThan(265);
    expect(summary.length).toBeLessThan(285);
    expect(summary.time / 3600).toBeGreaterThan(3);
    expect(summary.time / 3600).toBeLessThan(5);
    const shape = decode(legs[0]!.shape)!;
    const drawn = shape.slice(1).reduce((km, to, nth) => km + distanceKm(shape[nth]!, to), 0);
    expect(drawn / summary.length).toBeGreaterThan(0.97);
    expect(drawn / summary.length).toBeLessThan(1.03);
    const { maneuvers } = legs[0]!;
    expect(maneuvers[0]!.begin_shape_index).toBe(0);
    expect(maneuvers.at(-1)!.end_shape_index).toBe(shape.length - 1);
    const parts = maneuvers.reduce((km, { length }) => km + length, 0);
    expect(parts).toBeCloseTo(summary.length, 1);
  });

  test("[T-6] a leg for each stop between, and within a city by its streets", async () => {
    const { legs } = await route(PUNE, { lat: 18.7546, lon: 73.4062 }, MUMBAI);
    expect(legs).toHaveLength(2);
    // A road between cities is left where it passes a street, not only at the centre.
    const off = await route(MUMBAI, { lat: PUNE.lat + 0.03, lon: PUNE.lon - 0.03 });
    expect(off.summary.length).toBeLessThan((await route(MUMBAI, PUNE)).summary.length);
    const corner = { lat: PUNE.lat + 0.05, lon: PUNE.lon + 0.05 };
    const { summary } = await route(PUNE, corner);
    expect(summary.length).toBeGreaterThan(9);
    expect(summary.length).toBeLessThan(13);
  });

  test("[T-6] refuses in Valhalla's words: the sea, too far, no locations, no costing, no JSON", async () => {
    const refusal = async (body: unknown) => (await call("/route", body)).body;
    const auto = { costing: "auto" };
    expect(await refusal({ ...auto, locations: [PUNE, { lat: 15, lon: 70 }] })).toMatchObject({
      error_code: 171,
      status_code: 400,
    });
    expect(await refusal({ ...auto, locations: [PUNE, { lat: 55, lon: 12 }] })).toMatchObject({
      error_code: 154,
    });
    expect(await refusal({ ...auto })).toMatchObject({ error_code: 110 });
    expect(await refusal({ ...auto, locations: [PUNE] })).toMatchObject({ error_code: 120 });
    expect(await refusal({ locations: [PUNE, MUMBAI] })).toMatchObject({ error_code: 124 });
    const response = await fetch(`${sim.url}/route`, { method: "POST", body: "no" });
    expect(await response.json()).toMatchObject({ error_code: 100 });
    expect((await call("/isochrone", {})).status).toBe(404);
  });
});

test("[T-6] /height knows the coast, the plateau and the hills", async () => {
  const shape = [MUMBAI, PUNE, { lat: 31.1048, lon: 77.1734 }, { lat: 15, lon: 70 }];
  expect((await call("/height", { shape })).body).toEqual({ height: [11, 560, 2206, null] });
  const { body } = await call("/height", { encoded_polyline: encode([MUMBAI, PUNE]), range: true });
  expect(body).toEqual({
    range_height: [
      [0, 11],
      [expect.closeTo(121_700, -3), 560],
    ],
  });
  expect((await call("/height", {})).body).toMatchObject({ error_code: 310 });
});

describe("unkind habits", () => {
  test("each holds as often as it was told to, and then it is kind again", async () => {
    const asked = { locations: [PUNE, MUMBAI], costing: "auto" };
    const answers = async (name: string) => {
      await habit(name);
      return call("/route", asked);
    };
    expect((await answers("error_500")).status).toBe(500);
    expect((await answers("no_route")).body).toMatchObject({ error_code: 442 });
    const limited = await answers("rate_limited");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "30"]);
    const { trip } = (await answers("empty_shape")).body as { trip: Trip };
    expect(trip.legs[0]!.shape).toBe("");
    await habit("no_heights");
    expect((await call("/height", { shape: [PUNE] })).body).toEqual({ height: [null] });
    await habit("slow");
    const early = AbortSignal.timeout(300);
    const slow = fetch(`${sim.url}/route`, {
      method: "POST",
      body: JSON.stringify(asked),
      signal: early,
    });
    await expect(slow).rejects.toThrow();
    expect((await call("/route", asked)).status).toBe(200);
    expect((await habit("unknown")).status).toBe(400);
  });
});

test("with a key, nobody is answered who does not send it", async () => {
  const locked = await start({ port: 0, key: "s3cret" });
  const body = JSON.stringify({ locations: [PUNE, MUMBAI], costing: "auto" });
  const ask = (headers: Record<string, string>) =>
    fetch(`${locked.url}/route`, { method: "POST", body, headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: "Bearer s3cret" })).status).toBe(200);
  await locked.close();
});

test("a shape survives encoding, also across the equator", () => {
  const points = [PUNE, { lat: -33.8688, lon: 151.2093 }, { lat: 0, lon: -0.000001 }];
  expect(decode(encode(points))).toEqual(points);
  expect(decode(encode(points).slice(0, -1))).toBeNull();
});

test("the process says where it is, and ends with its parent", async () => {
  const child = fork(new URL("main.ts", import.meta.url), {
    silent: true,
    env: { ...process.env, PORT: "0" },
  });
  const [line] = (await once(child.stdout!.setEncoding("utf8"), "data")) as [string];
  expect(line).toMatch(/^road-sim ready http:\/\/127\.0\.0\.1:\d+\n$/);
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
