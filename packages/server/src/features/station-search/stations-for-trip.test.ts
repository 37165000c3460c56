import type { Tariff, Vehicle } from "@voltmarg/contract";
import { distanceKm } from "@voltmarg/rules";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import type { SearchDeps } from "./search-deps.ts";
import { createLocationIndex } from "./search-index/location-index.ts";
import { createViews } from "./search-index/views.ts";
import { findStationsForTrip, type TripSearch } from "./stations-for-trip.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const DEGREE = distanceKm({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
const north = (km: number, eastKm = 0) => ({
  latitude: km / DEGREE,
  longitude: 73 + eastKm / DEGREE,
});

type Plug = { status?: string; kw?: number; tariff?: string; standard?: string };
type Place = { km: number; off?: number; operator?: string; plugs?: Plug[] };

const tariffOf = (price: number): Tariff => ({
  id: `tar_${price}`,
  country_code: "IN",
  party_id: "AAA",
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }] }],
  last_updated: "2026-11-01T00:00:00.000Z",
});

const CAR = {
  vehicle_type: "FOUR_WHEELER",
  battery_capacity: 40,
  range: 300,
  max_dc_intake: 100,
  inlets: ["IEC_62196_T2_COMBO"],
  adapters: [],
} as unknown as Vehicle;

/** Stations north along a meridian, by their names; prices are `T<rupees>`. */
function world(places: Record<string, Place>, whitelist: object[] = []): SearchDeps {
  const index = createLocationIndex();
  for (const [id, { km, off = 0, operator = "opr_aaa", plugs = [{}] }] of Object.entries(places)) {
    const { row } = randomStation(randomFrom(1), id, 1);
    const evses = plugs.map(
      ({ status = "AVAILABLE", kw = 50, tariff, standard = "IEC_62196_T2_COMBO" }, position) => ({
        location_id: id,
        uid: `E${position}`,
        position,
        status,
        status_since: NOW,
        last_updated: NOW,
        version: 1,
        body: {
          uid: `E${position}`,
          status: "AVAILABLE" as const,
          last_updated: NOW.toISOString(),
          connectors: [
            {
              id: "1",
              standard,
              format: "CABLE",
              power_type: "DC",
              max_voltage: 400,
              max_amperage: 100,
              max_electric_power: kw * 1000,
              last_updated: NOW.toISOString(),
              ...(tariff === undefined ? {} : { tariff_ids: [tariff] }),
            },
          ],
        },
      }),
    );
    const own = { ...north(km, off), publish: true, operator_id: operator, party_id: "AAA" };
    const told = indexed({ row: { ...row, ...own }, evses });
    index.put(told.row, told.evses, 1, NOW);
  }
  const tariffs = new Map([10, 15, 20, 25].map((price) => [`in/aaa/t${price}`, tariffOf(price)]));
  const views = createViews({
    kinds: index.plugKinds,
    hourKinds: index.hourKinds,
    tariffs: () => tariffs,
  });
  const operators = new Map([["opr_aaa", { last_contact_at: NOW, unreachable: {} }]]);
  const driver = { userId: "usr_1", companyId: null, customerType: "PERSONAL", vehicle: null };
  return {
    drivers: { of: () => Promise.resolve({ ...driver, favourites: new Set() }) },
    retail: { sellerTo: () => Promise.resolve((tariff: Tariff) => tariff) },
    search: { ready: () => Promise.resolve({ index, views, operators, whitelist, epoch: 1 }) },
    clock: { now: () => NOW },
  } as unknown as SearchDeps;
}

const search = (deps: SearchDeps, more: Partial<TripSearch> = {}) =>
  findStationsForTrip(deps, "usr_1", {
    line: [north(0), north(100)],
    lineKm: [0, 100],
    offKm: 5,
    vehicle: CAR,
    most: 100,
    ...more,
  });
const ids = async (...of: Parameters<typeof search>) =>
  (await search(...of))!.map(({ id }) => id).join("");

describe("[T-3] the stations that a trip is planned with", () => {
  test("come in the order of the way, by its km on the road", async () => {
    const deps = world({ a: { km: 75, off: 2 }, b: { km: 25 } });
    const found = await search(deps, { lineKm: [0, 140] });
    expect(found!.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(found![0]!.alongKm).toBeCloseTo(35, 2);
    expect(found![0]!.offKm).toBeCloseTo(0, 5);
    expect(found![1]!.alongKm).toBeCloseTo(105, 2);
    expect(found![1]!.offKm).toBeCloseTo(2, 2);
  });

  test("are within so many km of it", async () => {
    const deps = world({ a: { km: 20, off: 4.99 }, b: { km: 30, off: 5.01 } });
    expect(await ids(deps)).toBe("a");
    expect(await ids(deps, { offKm: 6 })).toBe("ab");
  });

  test("have a plug that fits and may be free by then", async () => {
    const one = (plug: Plug, km: number): Place => ({ km, plugs: [plug] });
    const deps = world({
      a: one({ status: "AVAILABLE" }, 1),
      b: one({ status: "CHARGING" }, 2),
      c: one({ status: "BLOCKED" }, 3),
      d: one({ status: "RESERVED" }, 4),
      e: one({ status: "UNKNOWN" }, 5),
      f: one({ status: "OUTOFORDER" }, 6),
      g: one({ status: "INOPERATIVE" }, 7),
      h: one({ status: "PLANNED" }, 8),
      i: one({ standard: "CHADEMO" }, 9),
      j: { km: 10, plugs: [{ standard: "CHADEMO" }, { status: "OUTOFORDER" }] },
      k: { km: 11, plugs: [{ standard: "CHADEMO" }, {}] },
      l: { km: 12, plugs: [] },
    });
    expect(await ids(deps)).toBe("abcdek");
    expect(await ids(deps, { vehicle: { ...CAR, inlets: ["CHADEMO"] } })).toBe("ijk");
  });

  test("are none for a vehicle that no plug fits, and not known while the index loads", async () => {
    const deps = world({ a: { km: 10 } });
    const loading = { ...deps, search: { ready: () => Promise.resolve(null) } } as never;
    expect(await search(deps, { vehicle: { ...CAR, inlets: [] } })).toEqual([]);
    expect(await search(loading, { vehicle: { ...CAR, inlets: [] } })).toEqual([]);
    expect(await search(loading)).toBe(null);
  });

  test("are open to the driver", async () => {
    const places = { a: { km: 10 }, b: { km: 20 } };
    const entry = { user_id: null, company_id: null, location_id: null, operator_id: null };
    const others = { ...entry, location_id: "a", user_id: "usr_2" };
    expect(await ids(world(places, [others]))).toBe("b");
    expect(await ids(world(places, [others, { ...others, user_id: "usr_1" }]))).toBe("ab");
  });
});

describe("[T-3] where there are more than a trip can be planned with", () => {
  const places = (plugs: Plug[], operators: readonly (string | undefined)[] = []) =>
    Object.fromEntries(
      plugs.map((plug, nth) => [
        String.fromCharCode(97 + nth),
        { km: 1 + nth, plugs: [plug], operator: operators[nth] ?? "opr_aaa" },
      ]),
    );

  test("as many as can are all kept, of one more the best of each part", async () => {
    const five = [{ kw: 30 }, { kw: 50 }, { kw: 40 }, { kw: 20 }, { kw: 60 }];
    expect(await ids(world(places(five)), { most: 5 })).toBe("abcde");
    expect(await ids(world(places(five)), { most: 4 })).toBe("abce");
  });

  test("three that cost a driver least are kept, and the cheapest of the others", async () => {
    const plugs = [
      { kw: 5, tariff: "T20" },
      { kw: 5, tariff: "T15" },
      { kw: 5 },
      { kw: 90, tariff: "T20" },
      { kw: 80, tariff: "T20" },
      { kw: 95, tariff: "T20" },
    ];
    expect(await ids(world(places(plugs)), { most: 5 })).toBe("bdef");
    const weak = [{ kw: 2, tariff: "T10" }, ...plugs.slice(1)];
    expect(await ids(world(places(weak)), { most: 5 })).toBe("adef");
  });

  test("each part of the way has its own, its end belongs to the last", async () => {
    const parts = [5, 10, 15, 20, 49.9, 50.1, 60, 70, 80, 100];
    const deps = world(
      Object.fromEntries(
        parts.map((km, nth) => [String.fromCharCode(97 + nth), { km, off: nth / 10 }]),
      ),
    );
    // 8 are two parts: four of each.
    expect(await ids(deps, { most: 10 })).toBe("abcdefghij");
    expect(await ids(deps, { most: 8 })).toBe("abcdfghi");
    expect(await ids(deps, { most: 9 })).toBe("abcdfghi");
    // Less than two parts are one.
    expect(await ids(deps, { most: 7 })).toBe("abcd");
  });

  test("its best plug that may be used speaks for a station", async () => {
    const plain = (km: number): Place => ({ km, plugs: [{ kw: 40 }] });
    const deps = world({
      a: plain(1),
      b: plain(2),
      c: plain(3),
      d: plain(4),
      e: { km: 5, plugs: [{ kw: 5 }, { kw: 90 }, { kw: 6 }] },
      f: { km: 6, plugs: [{ kw: 5 }, { kw: 90, status: "OUTOFORDER" }] },
    });
    expect(await ids(deps, { most: 5 })).toBe("abce");
  });

  test("a plug in use counts like a free one; one nobody knows of, or of a silent operator, less", async () => {
    const free = Array.from({ length: 4 }, () => ({ status: "AVAILABLE" }));
    expect(await ids(world(places([{ status: "CHARGING" }, ...free])), { most: 4 })).toBe("abcd");
    expect(await ids(world(places([{ status: "UNKNOWN" }, ...free])), { most: 4 })).toBe("bcde");
    const silent = world(places([{}, ...free], ["opr_bbb"]));
    expect(await ids(silent, { most: 4 })).toBe("bcde");
    expect(await ids(silent)).toBe("abcde");
  });
});
