import { distanceKm, encodePolyline, type Position } from "@voltmarg/rules";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { legsOfRoute, readRoute, stopsWithin } from "./find-along-route.ts";
import type { SearchContext } from "./search-context.ts";
import { createLocationIndex } from "./search-index/location-index.ts";
import { readSearch } from "./search-wish.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
/** km of a degree to the north. */
const DEGREE = distanceKm(at(0, 0), at(1, 0));
/** On a meridian, so many km north of the equator. */
const north = (km: number, eastKm = 0) => at(km / DEGREE, 73 + eastKm / DEGREE);

describe("[L-1] a route", () => {
  const two = [at(18.5, 73.8), at(18.6, 73.9)];

  test("is read from a polyline or from points, not from both or neither", () => {
    expect(readRoute(encodePolyline(two), undefined)).toEqual(two);
    expect(readRoute(undefined, two)).toBe(two);
    expect(readRoute(encodePolyline(two), two)).toBe(null);
    expect(readRoute(undefined, undefined)).toBe(null);
  });

  test("has a point, and a polyline of it can be read", () => {
    expect(readRoute(undefined, [])).toBe(null);
    expect(readRoute("", undefined)).toBe(null);
    expect(readRoute("?", undefined)).toBe(null);
    expect(readRoute(undefined, [two[0]!])).toEqual([two[0]]);
  });

  test("of 10,000 points is read, of one more it is not", () => {
    const points = Array.from({ length: 10_001 }, (_, nth) => at(18 + (nth % 2) / 1000, 73));
    expect(readRoute(encodePolyline(points.slice(1)), undefined)).toHaveLength(10_000);
    expect(readRoute(encodePolyline(points), undefined)).toBe(null);
  });

  test.each([
    [3_999.9, true],
    [4_000.1, false],
  ])("of %d km is read: %j", (km, isRead) => {
    const route = [north(-km / 2), north(0), north(km / 2)];
    expect(readRoute(undefined, route)).toEqual(isRead ? route : null);
  });
});

describe("[L-1] the legs of a route", () => {
  test("of one point is one, of no length", () => {
    expect(legsOfRoute([north(0)])).toEqual([{ a: north(0), b: north(0), fromKm: 0, km: 0 }]);
  });

  test.each([
    [19.9, 1],
    [20.1, 2],
    [60.1, 4],
  ])("of %d km are %i", (km, count) => {
    const legs = legsOfRoute([north(0), north(km)]);
    expect(legs).toHaveLength(count);
    expect(legs.at(-1)!.fromKm + legs.at(-1)!.km).toBeCloseTo(km, 6);
  });

  test("leave out a point that is 5 m off the line, and keep one that is 25 m off", () => {
    expect(legsOfRoute([north(0), north(5, 0.005), north(10)])).toHaveLength(1);
    expect(legsOfRoute([north(0), north(5, 0.025), north(10)])).toHaveLength(2);
  });

  test("go by the km of the road where they are told", () => {
    const legs = legsOfRoute([north(0), north(10), north(10, 10)], [0, 15, 40]);
    expect(legs.map(({ fromKm, km }) => [fromKm, km])).toEqual([
      [0, 15],
      [15, 25],
    ]);
  });

  test("keep a thousand points, and are thinned from the next one on", () => {
    const zigzag = (points: number) =>
      Array.from({ length: points }, (_, nth) => north(nth / 10, nth % 2 === 0 ? 0 : 0.035));
    expect(legsOfRoute(zigzag(1_000))).toHaveLength(999);
    expect(legsOfRoute(zigzag(1_001)).length).toBeLessThan(100);
  });
});

describe("[L-1] the stations along a route", () => {
  function contextOf(places: Record<string, Position>) {
    const index = createLocationIndex();
    for (const [id, place] of Object.entries(places)) {
      const { row } = randomStation(randomFrom(1), id, 1);
      const told = indexed({ row: { ...row, ...place, publish: true }, evses: [] });
      index.put(told.row, told.evses, 1, NOW);
    }
    index.spatialOrder.renew();
    const hours = { isOpened: () => true };
    const ready = { index, whitelist: [], views: { hours: () => hours } };
    return { ready, now: NOW, silent: new Uint8Array(1) } as unknown as SearchContext;
  }
  const stops = (places: Record<string, Position>, route: readonly Position[], distance: number) =>
    stopsWithin(
      contextOf(places),
      legsOfRoute(route),
      readSearch({ distance, page_no: 0, page_size: 10 })!,
    );
  const ids = async (...of: Parameters<typeof stops>) => (await stops(...of)).map(({ id }) => id);

  test("come in the order in which it passes them, those at one spot by their ids", async () => {
    const places = { d: north(70), b: north(30), c: north(30), a: north(50, 1), e: north(1) };
    expect(await ids(places, [north(0), north(100)], 5)).toEqual(["e", "b", "c", "a", "d"]);
    expect(await ids(places, [north(100), north(0)], 5)).toEqual(["d", "a", "b", "c", "e"]);
  });

  test("are those within the km asked for, beside it and beyond its ends", async () => {
    const places = {
      before: north(-4.99),
      farBefore: north(-5.01),
      beside: north(50, 4.99),
      farBeside: north(50, 5.01),
      after: north(104.99),
      farAfter: north(105.01),
    };
    const found = await stops(places, [north(0), north(100)], 5);
    expect(found.map(({ id }) => id)).toEqual(["before", "beside", "after"]);
    expect(found.map(({ along }) => Math.round(along * 100) / 100)).toEqual([0, 50, 100]);
    for (const { off } of found) expect(off).toBeCloseTo(4.99, 2);
  });

  test("that it passes twice are at the nearer pass", async () => {
    const there = [north(0), north(100), north(100, 2), north(0, 2)];
    const [first] = await stops({ a: north(50, 0.5) }, there, 5);
    expect(first!.along).toBeCloseTo(50, 1);
    expect(first!.off).toBeCloseTo(0.5, 2);
    const [second] = await stops({ a: north(50, 1.5) }, there, 5);
    expect(second!.along).toBeCloseTo(152, 1);
    expect(second!.off).toBeCloseTo(0.5, 2);
  });

  test("are found all along a road of many short pieces that turns back", async () => {
    const out = Array.from({ length: 31 }, (_, nth) => north(nth * 3, nth % 2));
    const route = [...out, ...out.toReversed().map(({ latitude }) => at(latitude, 73.2))];
    const places = Object.fromEntries(
      Array.from({ length: 30 }, (_, nth) => [
        `p${String(nth).padStart(2, "0")}`,
        north(nth * 3 + 1.5, 0.5),
      ]),
    );
    expect(await ids(places, route, 1)).toEqual(Object.keys(places));
  });
});
