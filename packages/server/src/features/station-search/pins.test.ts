import { accounts, stations, type Pin, type RouteCall, type RouteOutput } from "@voltmarg/contract";
import type { Location as OcpiLocation } from "@voltmarg/ocpi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { pick, randomFrom } from "@voltmarg/testkit/random-stations";

type Query = RouteCall<typeof stations.listPins>["query"];
type Told = RouteOutput<typeof stations.listPins>["data"];

const BOX = { west: 73, south: 18, east: 74, north: 19 };
let world: Harness;
let operator: Partner;
let driver: Driver;
let seconds = 0;
const later = () => new Date(Date.parse("2026-11-20T06:30:00Z") + ++seconds * 1000).toISOString();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const ask = async (query: Partial<Query> = {}): Promise<Told> =>
  (await world.call(stations.listPins, { query: { ...BOX, ...query }, token: driver.token })).body
    .data;

/** A map as a client keeps it. */
function keepMap(query: Partial<Query>) {
  const pins = new Map<string, Pin>();
  let version: string | null = null;
  let deltas = 0;
  return {
    refresh: async () => {
      const told = await ask({ ...query, ...(version ? { since: version } : {}) });
      if (told.delta) deltas++;
      else pins.clear();
      for (const id of told.gone) pins.delete(id);
      for (const pin of told.pins) pins.set(pin.id, pin);
      version = told.version;
      return told;
    },
    pins: () => byId([...pins.values()]),
    deltas: () => deltas,
  };
}
const byId = (pins: readonly Pin[]) => pins.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const random = randomFrom(20_261_121);
async function signInAgain(): Promise<void> {
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: driver.refresh },
  });
  driver = { ...driver, token: body.access_token, refresh: body.refresh_token };
}

const energy = (price: number, restrictions?: object) => ({
  price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }],
  ...(restrictions ? { restrictions } : {}),
});
async function putPrice(id: string, elements: object[]): Promise<void> {
  const tariff = tariffOf(id, { elements, last_updated: later() });
  expect((await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariff)).code).toBe(1000);
}

const places = new Map<string, OcpiLocation["coordinates"]>();
function randomLocation(id: string): OcpiLocation {
  // Some lie beyond the box: a move takes them out of it, or in. Half stay where they are.
  const before = random() < 0.5 ? places.get(id) : undefined;
  const coordinates = before ?? {
    latitude: (18.2 + random()).toFixed(6),
    longitude: (73.2 + random() * 0.6).toFixed(6),
  };
  places.set(id, coordinates);
  const hidden = random() < 0.4;
  return locationOf(id, {
    name: pick(random, ["Lake", "झील", 'The "Yard"']),
    coordinates,
    publish: !hidden,
    ...(hidden && random() < 0.5
      ? { publish_allowed_to: [{ uid: driver.id, type: "APP_USER" }] }
      : {}),
    opening_times:
      random() < 0.5
        ? { twentyfourseven: true }
        : {
            twentyfourseven: false,
            regular_hours: Array.from({ length: 7 }, (_, day) => ({
              weekday: day + 1,
              period_begin: "06:00",
              period_end: pick(random, ["12:05", "12:20", "22:00"]),
            })),
          },
    evses: [1, 2].map((n) =>
      evseOf(`${id}-${n}`, {
        status: pick(random, ["AVAILABLE", "CHARGING", "OUTOFORDER"]),
        connectors: [
          connectorOf({
            max_electric_power: pick(random, [30_000, 120_000]),
            standard: pick(random, ["IEC_62196_T2_COMBO", "CHADEMO"]),
          }),
        ],
      }),
    ),
    last_updated: later(),
  });
}

describe("[L-4] changes of a map", () => {
  test("applied to the earlier map give the present map, whatever changed", async () => {
    const maps = [
      {},
      { status: "AVAILABLE" },
      { power_range: "60-", open_now: "true" },
      { standard: "CHADEMO" },
      { price_max: 1_500 },
      { limit: 9 },
    ].map((query) => ({ query, map: keepMap(query) }));
    const put = async (id: string) => {
      const location = randomLocation(id);
      const answer = await operator.call("PUT", `/locations/IN/TST/${id}`, location);
      expect(answer.code).toBe(1000);
    };
    await putPrice("T1", [energy(9)]);
    for (let n = 0; n < 25; n++) await put(`L${n}`);
    for (let round = 0; round < 120; round++) {
      const id = `L${Math.floor(random() * 30)}`;
      const dice = random();
      if (dice < 0.1) await putPrice("T1", [energy(pick(random, [9, 20]))]);
      else if (dice < 0.35) await put(id);
      else if (dice < 0.7)
        await operator.call("PATCH", `/locations/IN/TST/${id}/${id}-1`, {
          status: pick(random, ["AVAILABLE", "CHARGING", "REMOVED"]),
          last_updated: later(),
        });
      else if (dice < 0.9) {
        world.clock.advance(60_000 * Math.ceil(random() * 4));
        await signInAgain();
      } else {
        const { pins } = await ask();
        if (pins[0])
          await world.call(stations.addToWishlist, {
            params: { userId: driver.id },
            body: { location_id: pick(random, pins).id },
            token: driver.token,
          });
      }
      for (const { query, map } of maps) {
        if (random() < 0.3) continue;
        await map.refresh();
        expect(map.pins(), `${round} ${JSON.stringify(query)}`).toEqual(
          byId((await ask(query)).pins),
        );
      }
    }
    // Drawn anew each time, it would be right as well.
    const deltas = maps.map(({ map }) => map.deltas());
    expect(Math.min(...deltas.slice(0, 5))).toBeGreaterThan(20);
  });
  test("with a price as filter a place comes in the minute in which it becomes cheap enough, also seconds later", async () => {
    const until = new Date(Math.ceil(world.clock.now().getTime() / 3_600_000) * 3_600_000);
    const end_time = until.toLocaleTimeString("en-GB", {
      timeZone: "Asia/Kolkata",
      timeStyle: "short",
    });
    await putPrice("EARLY", [energy(20, { start_time: "00:00", end_time }), energy(9)]);
    const connectors = [connectorOf({ max_electric_power: 120_000, tariff_ids: ["EARLY"] })];
    const place = locationOf("EARLY", {
      coordinates: { latitude: "18.10", longitude: "73.90" },
      evses: [evseOf("EARLY-1", { connectors })],
      last_updated: later(),
    });
    await operator.call("PUT", "/locations/IN/TST/EARLY", place);
    world.clock.set(new Date(until.getTime() - 30_000));
    await signInAgain();
    const map = keepMap({ west: 73.89, east: 73.91, south: 18.09, north: 18.11, price_max: 1_100 });
    await map.refresh();
    expect(map.pins()).toEqual([]);
    world.clock.advance(40_000);
    await map.refresh();
    expect(map.pins().map(({ name }) => name)).toEqual([place.name]);
  });

  test("are sent only for the same query repeated in ten minutes; otherwise all pins are sent", async () => {
    const { version, pins } = await ask();
    expect(pins.length).toBeGreaterThan(5);
    const isDelta = async (query: Partial<Query>) => (await ask(query)).delta;
    expect(await ask({ since: version! })).toMatchObject({ delta: true, pins: [], gone: [] });
    expect(await isDelta({ since: version!, status: "AVAILABLE" })).toBe(false);
    expect(await isDelta({ since: version!, east: 73.9 })).toBe(false);
    expect(await isDelta({ since: "anything" })).toBe(false);
    expect(await isDelta({ since: version!.replace(/\d+\.\d+$/, "1e99.-1") })).toBe(false);
    const stranger = await world.signUp();
    const theirs = await world.call(stations.listPins, {
      query: { ...BOX, since: version! },
      token: stranger.token,
    });
    expect(theirs.body.data.delta).toBe(false);
    world.clock.advance(660_000);
    await signInAgain();
    expect(await isDelta({ since: version! })).toBe(false);
  });

  test("leave out a hidden location that changes; when one is hidden, all pins are sent", async () => {
    const put = async (more: object) => {
      const coordinates = { latitude: "18.10", longitude: "73.50" };
      const location = locationOf("HID", { coordinates, last_updated: later(), ...more });
      expect((await operator.call("PUT", "/locations/IN/TST/HID", location)).code).toBe(1000);
    };
    const box = { west: 73.49, east: 73.51, south: 18.09, north: 18.11 };
    await put({});
    const { pins, version } = await ask(box);
    expect(pins).toHaveLength(1);
    await put({ publish: false });
    const hidden = await ask({ ...box, since: version! });
    expect(hidden).toMatchObject({ delta: false, pins: [] });
    await put({ publish: false, name: "Another name" });
    expect(await ask({ ...box, since: hidden.version! })).toMatchObject({
      delta: true,
      pins: [],
      gone: [],
    });
  });

  test("[V-5] a pin speaks of the plugs that are asked for, and of no other plug of its location", async () => {
    const plug = (uid: string, status: string, standard: string, watts: number) =>
      evseOf(uid, {
        status,
        connectors: [connectorOf({ standard, power_type: "DC", max_electric_power: watts })],
      });
    // A thousand times too much, and no volts to say how much.
    const unknown = { max_electric_power: 60_000_000, max_voltage: undefined };
    const evses = [
      plug("M-1", "CHARGING", "IEC_62196_T2_COMBO", 30_000),
      plug("M-2", "PLANNED", "IEC_62196_T2_COMBO", 30_000),
      plug("M-3", "AVAILABLE", "GBT_DC", 120_000),
      evseOf("M-4", { connectors: [connectorOf({ ...unknown, standard: "CHADEMO" })] }),
    ];
    const place = locationOf("MIXED", {
      evses,
      coordinates: { latitude: "18.50", longitude: "73.50" },
      last_updated: later(),
    });
    await operator.call("PUT", "/locations/IN/TST/MIXED", place);
    const pin = async (query: Partial<Query>) =>
      (await ask({ ...query, west: 73.49, east: 73.51, south: 18.49, north: 18.51 })).pins.find(
        ({ name }) => name === place.name,
      );
    expect(await pin({})).toMatchObject({ state: "available", free: 2, power: "ultra" });
    const mine = { standard: "IEC_62196_T2_COMBO,IEC_62196_T2" };
    expect(await pin(mine)).toMatchObject({ state: "busy", free: 0, total: 1, power: "fast" });
    expect(await pin({ power_range: "100-" })).toMatchObject({ free: 1, total: 1 });
    expect(await pin({ standard: "LECCS" })).toBeUndefined();
    expect(await pin({ standard: "CHADEMO" })).toMatchObject({ total: 1, power: null });
    const { rows } = await ask({ standard: "CHADEMO", compact: "true" });
    expect(rows?.map((row) => stations.pinOf(row).power)).toContain(null);
  });

  test("a thinned map has the maximum number of pins, each once and at its place", async () => {
    const all = new Map((await ask()).pins.map((pin) => [pin.id, pin]));
    for (let limit = 1; limit < all.size; limit++) {
      const { pins, truncated } = await ask({ limit });
      expect([new Set(pins.map(({ id }) => id)).size, truncated]).toEqual([limit, true]);
      expect(pins).toEqual(pins.map(({ id }) => all.get(id)));
    }
  });

  test("the short format has the same pins", async () => {
    const { pins, version } = await ask();
    const { pins: none, rows, delta } = await ask({ compact: "true", since: version! });
    expect([none, delta]).toEqual([[], false]);
    expect(rows!.map(stations.pinOf)).toEqual(pins);
  });
});
