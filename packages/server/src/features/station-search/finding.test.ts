import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  charging,
  development,
  provider,
  stations,
  vehicles,
  type Location,
  type RouteCall,
} from "@voltmarg/contract";
import type { Location as OcpiLocation } from "@voltmarg/ocpi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let driver: Driver;
const staff = { token: PROVIDER_TOKEN };

const at = (latitude: number, longitude: number) => ({
  coordinates: { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) },
});
const plug = (uid: string, status: string, more: object = {}) =>
  evseOf(uid, { status, connectors: [connectorOf(more)] });

const PLACES: OcpiLocation[] = [
  locationOf("A", {
    name: "Koramangala Hub",
    ...at(18.52, 73.85),
    evses: [plug("A-1", "AVAILABLE"), plug("A-2", "CHARGING")],
  }),
  locationOf("B", {
    name: "पुणे स्टेशन",
    ...at(18.53, 73.85),
    state: "Goa",
    evses: [
      plug("B-1", "AVAILABLE", { max_electric_power: 120_000, tariff_ids: ["CHEAP"] }),
      plug("B-2", "AVAILABLE"),
    ],
  }),
  locationOf("C", {
    name: "Indira Nagar",
    address: "1 Koramangala Lane",
    ...at(18.54, 73.85),
    state: undefined,
    evses: [plug("C-1", "AVAILABLE", { max_electric_power: 30_000, tariff_ids: ["UNKNOWN"] })],
  }),
  locationOf("H", {
    name: "Hidden yard",
    ...at(18.521, 73.85),
    publish: false,
    state: "Assam",
    evses: [plug("H-1", "AVAILABLE")],
  }),
];
let version = 0;
const later = () => new Date(Date.parse("2026-11-20T06:30:00Z") + ++version * 1000).toISOString();
const put = async (location: OcpiLocation) => {
  const answer = await operator.call("PUT", `/locations/IN/TST/${location.id}`, location);
  expect(answer.code).toBe(1000);
};
const say = (location: string, uid: string, status: string) =>
  operator.call("PATCH", `/locations/IN/TST/${location}/${uid}`, { status, last_updated: later() });

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
  const cheap = [{ price_components: [{ type: "ENERGY", price: 9, vat: 18, step_size: 1 }] }];
  await operator.call("PUT", "/tariffs/IN/TST/CHEAP", tariffOf("CHEAP", { elements: cheap }));
  for (const place of PLACES) await put(place);
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

type Query = Partial<RouteCall<typeof stations.searchLocations>["query"]>;
const HERE = { latitude: 18.52, longitude: 73.85, distance: 50 };
const search = async (query: Query = {}, who = driver) =>
  (
    await world.call(stations.searchLocations, {
      query: { ...HERE, ...query },
      token: who.token,
    })
  ).body;
const idsOf = new Map<string, string>();
const letterOf = async (): Promise<Map<string, string>> => {
  if (idsOf.size === 0) {
    const found = await world.database.pool.query("select id, ocpi_id from location");
    for (const row of found.rows as { id: string; ocpi_id: string }[])
      idsOf.set(row.id, row.ocpi_id);
  }
  return idsOf;
};
const letters = async (found: readonly { id: string }[]) => {
  const names = await letterOf();
  return found.map(({ id }) => names.get(id)).join("");
};
const idOf = async (letter: string) =>
  [...(await letterOf())].find(([, ocpi]) => ocpi === letter)![0];
const found = async (query: Query = {}) => letters((await search(query)).content);
const get = async (letter: string, query: object = {}): Promise<Location> =>
  (
    await world.call(stations.getLocation, {
      params: { id: await idOf(letter) },
      query,
      token: driver.token,
    })
  ).body.data;

describe("a search text", () => {
  test.each([
    ["koramangala", "AC"],
    ["KORA", "AC"],
    ["koramnagala", "AC"],
    ["korumangala lane", "C"],
    ["xoramangala", ""],
    ["kor", "AC"],
    ["पुणे", "BAC"],
    ["पुण", "BAC"],
    ["पुणे स्टेशान", "B"],
    ["411001", "ABC"],
    ["411002", ""],
    ["४११००१ indira", "C"],
    ["pune operator tst", "ABC"],
    ["%_", ""],
  ])(
    "[L-1] [L-10] %s finds %s: beginnings and typing errors, numbers as they are",
    async (text, expected) => {
      expect(await found({ "search-text": text })).toBe(expected);
    },
  );

  test("[L-1] puts the name before the address, unless that is much nearer", async () => {
    const near = { latitude: 18.54, longitude: 73.85, "search-text": "koramangala" };
    expect(await found(near)).toBe("CA");
    expect(await found({ ...near, latitude: 18.533 })).toBe("AC");
    expect(await found({ ...near, latitude: 18.533, sort: "free" })).toBe("AC");
  });
});

describe("the order", () => {
  test("[L-1] by price is for the driver's car, with fees and GST; locations without a price come last", async () => {
    expect(await found({ sort: "price" })).toBe("BAC");
    expect(await found({ sort: "power" })).toBe("BAC");
    expect(await found({ sort: "free" })).toBe("BAC");
    const owner = await world.signUp();
    await world.call(vehicles.addVehicle, {
      params: { userId: owner.id },
      token: owner.token,
      body: {
        make: "Tata",
        model: "Tiago",
        vehicle_type: "FOUR_WHEELER",
        battery_capacity: 19,
        range: 250,
        max_dc_intake: 25,
        onboard_charger_capacity: 3.3,
      },
    });
    // All plugs give this car the same: then the nearest is first.
    expect(await letters((await search({ sort: "power" }, owner)).content)).toBe("ABC");
  });

  test("[L-13] best weighs way, state, power and price: what must go on is not first", async () => {
    const order = await found({ sort: "best" });
    // B is free, cheap and strong; nothing is more than 3 km away.
    expect([order[0], order.length]).toEqual(["B", 3]);
  });

  test("[L-1] is the same over all pages, and the count is optional", async () => {
    for (const sort of ["distance", "price", "free", "power", "best"] as const) {
      const pages = [];
      for (const page_no of [0, 1, 2]) pages.push(await found({ sort, page_no, page_size: 1 }));
      expect(pages.join("")).toBe(await found({ sort }));
    }
    const { total_elements } = await search({ page_size: 1, total: "false" });
    expect(total_elements).toBeGreaterThanOrEqual(1);
    expect(await found({ page_size: 2, total: "false" })).toBe("AB");
  });
});

describe("other filters", () => {
  const inBox = async (query: Partial<RouteCall<typeof stations.listPins>["query"]> = {}) => {
    const box = { west: 73.8, south: 18.5, east: 73.9, north: 18.6 };
    const { body } = await world.call(stations.listPins, {
      query: { ...box, ...query },
      token: driver.token,
    });
    return body.data;
  };
  const inOrder = (some: string) => some.split("").toSorted().join("");
  const both = async (query: Query & Partial<RouteCall<typeof stations.listPins>["query"]>) => {
    const { pins } = await inBox(query);
    return [await found(query), inOrder(await letters(pins))];
  };

  test("[L-1] [L-10] the map's pins pass the same filters as the list", async () => {
    expect(await both({})).toEqual(["ABC", "ABC"]);
    expect(await both({ power_range: "100-" })).toEqual(["B", "B"]);
    // 120, 60 and 30 kW: a plug exactly at a bound passes.
    for (const [power_range, passing] of [
      ["120-", "B"],
      ["120.1-", ""],
      ["60-60", "AB"],
      ["-60", "ABC"],
      ["-59.9", "C"],
      ["30-59", "C"],
      ["-30", "C"],
      ["-29", ""],
    ] as const)
      expect(await both({ power_range }), power_range).toEqual([passing, passing]);
    expect(await both({ status: "CHARGING" })).toEqual(["A", "A"]);
    expect(await both({ power_range: "100-", status: "CHARGING" })).toEqual(["", ""]);
    expect(await both({ standard: "CHADEMO" })).toEqual(["", ""]);
    expect(await both({ party_id: "TST" })).toEqual(["ABC", "ABC"]);
    expect(await both({ party_id: "XYZ" })).toEqual(["", ""]);
    const { body } = await world.refused(stations.listPins, {
      query: { west: 73, south: 18, east: 74, north: 19, power_range: "fast" },
      token: driver.token,
    });
    expect(body.code).toBe("INVALID_INPUT");
  });

  test("[L-1] a maximum price leaves out higher and unknown prices", async () => {
    // 9 rupees and 18 % GST a kWh is 10.62; the others ask more, C says nothing.
    expect(await both({ price_max: 1062 })).toEqual(["B", "B"]);
    expect(await both({ price_max: 1061 })).toEqual(["", ""]);
    expect(await both({ price_max: 100_000 })).toEqual(["AB", "AB"]);
    // The cheap plug is not the slow one.
    expect(await both({ price_max: 1062, power_range: "-99" })).toEqual(["", ""]);
    expect((await search({ price_max: 1062 })).total_elements).toBe(1);
  });

  test("[L-3] open now leaves out closed locations and unknown hours", async () => {
    const hours = (begin: string, end: string) => ({
      twentyfourseven: false,
      regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        weekday,
        period_begin: begin,
        period_end: end,
      })),
    });
    // The harness's clock stands at noon in India.
    const open = locationOf("O", {
      ...at(18.55, 73.85),
      opening_times: hours("10:00", "14:00"),
      evses: [plug("O-1", "AVAILABLE")],
    });
    const shut = locationOf("S", {
      ...at(18.55, 73.85),
      opening_times: hours("14:00", "20:00"),
      evses: [plug("S-1", "AVAILABLE")],
    });
    const unknown = locationOf("U", {
      ...at(18.55, 73.85),
      opening_times: undefined,
      evses: [plug("U-1", "AVAILABLE")],
    });
    for (const each of [open, shut, unknown]) await put(each);
    idsOf.clear();
    expect(inOrder(await found())).toBe("ABCOSU");
    const [listed, pinned] = await both({ open_now: "true" });
    expect([inOrder(listed!), pinned]).toEqual(["ABCO", "ABCO"]);
    for (const each of [open, shut, unknown])
      await put({ ...each, publish: false, last_updated: later() });
    idsOf.clear();
    expect(await found()).toBe("ABC");
  });

  test("[L-4] a map may ask for fewer pins, and learns that there are more", async () => {
    const { pins, truncated } = await inBox({ limit: 2 });
    expect([pins.length, truncated]).toEqual([2, true]);
    expect((await inBox({ limit: 3 })).truncated).toBe(false);
  });
});

describe("restricted locations", () => {
  test("[L-8] are found only by the drivers that the operator names", async () => {
    expect(await found({ publish: "false" })).toBe("");
    const named = [{ uid: driver.id }];
    await put({ ...PLACES[3]!, publish_allowed_to: named, last_updated: later() });
    expect(await found()).toBe("AHBC");
    expect(await found({ publish: "true" })).toBe("ABC");
    expect(await found({ publish: "false" })).toBe("H");
    expect((await get("H")).name).toBe("Hidden yard");
    const stranger = await world.signUp();
    expect(await letters((await search({}, stranger)).content)).toBe("ABC");
    const refused = await world.refused(stations.getLocation, {
      params: { id: await idOf("H") },
      token: stranger.token,
    });
    expect(refused.body.code).toBe("LOCATION_NOT_FOUND");
    await put({ ...PLACES[3]!, last_updated: later() });
    expect(await found()).toBe("ABC");
  });

  test("[L-8] a whitelist locks a location for drivers who are not on it", async () => {
    const id = await idOf("C");
    const friend = await world.signUp();
    const ask = async (who: Driver) =>
      (
        await world.call(stations.getWhitelist, {
          params: { userId: who.id, id },
          token: who.token,
        })
      ).body.data;
    expect(await ask(driver)).toEqual({ location_id: id, restricted: false, allowed: true });
    await sql`insert into whitelist_entry (id, user_id, location_id, created_at)
      values ('wle_1', ${friend.id}, ${id}, ${world.clock.now()})`.execute(world.database.db);
    world.clock.advance(6_000);
    expect(await ask(driver)).toEqual({ location_id: id, restricted: true, allowed: false });
    expect(await ask(friend)).toEqual({ location_id: id, restricted: true, allowed: true });
    const shown = async (who: Driver) =>
      (await search({}, who)).content
        .filter((location) => location.id === id)
        .map(({ restricted, state_on_map }) => [restricted, state_on_map]);
    expect(await shown(driver)).toEqual([[true, "restricted"]]);
    expect(await shown(friend)).toEqual([[false, "available"]]);
    expect(await get("C")).toMatchObject({ restricted: true, state_on_map: "restricted" });
    const start = await world.refused(charging.startSession, {
      body: { location_id: id, evse_uid: "C-1", connector_id: "1" },
      token: driver.token,
    });
    expect(start.body.code).toBe("LOCATION_RESTRICTED");
    await sql`delete from whitelist_entry`.execute(world.database.db);
    world.clock.advance(6_000);
    expect(await shown(driver)).toEqual([[false, "available"]]);
  });
});

describe("the bytes of a list", () => {
  const raw = (headers: Record<string, string>, path = "search?latitude=18.52&longitude=73.85") =>
    fetch(`${world.url}/api/ocpi/v1/locations/${path}`, {
      headers: { authorization: `Bearer ${driver.token}`, ...headers },
    });

  test("are not sent again while nothing changed, and are sent when a plug changed", async () => {
    for (const path of [
      "search?latitude=18.52&longitude=73.85",
      "pins?west=73&south=18&east=74&north=19",
    ]) {
      const first = await raw({}, path);
      const etag = first.headers.get("etag")!;
      expect([first.status, first.headers.get("cache-control")]).toEqual([
        200,
        "private, no-cache",
      ]);
      const again = await raw({ "if-none-match": `"x", ${etag}` }, path);
      expect([again.status, await again.text()]).toEqual([304, ""]);
      await say("A", "A-1", "BLOCKED");
      const changed = await raw({ "if-none-match": etag }, path);
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
      await say("A", "A-1", "AVAILABLE");
    }
    for (const path of [
      "search?latitude=18.52&longitude=73.85",
      "pins?west=73&south=18&east=74&north=19&price_max=1062",
    ]) {
      const etag = (await raw({}, path)).headers.get("etag")!;
      await world.call(provider.putRetailRule, { ...staff, body: { markup_percent: 10 } });
      expect((await raw({ "if-none-match": etag }, path)).status, path).toBe(200);
      await world.call(provider.deleteRetailRule, { ...staff, query: {} });
    }
    // Nor a second later: opening hours and prices are those of the minute.
    const held = (await raw({})).headers.get("etag")!;
    world.clock.advance(1_000);
    expect((await raw({ "if-none-match": held })).status).toBe(304);
    const other = await world.signUp();
    const etag = (await raw({})).headers.get("etag")!;
    await world.call(stations.addToWishlist, {
      params: { userId: driver.id },
      body: { location_id: await idOf("A") },
      token: driver.token,
    });
    expect((await raw({ "if-none-match": etag })).status).toBe(200);
    expect((await search({}, other)).content[0]!.isWishListItem).toBe(false);
    expect((await search()).content[0]!.isWishListItem).toBe(true);
  });

  test.each([
    ["gzip;q=0.5, zstd", "zstd", zstdDecompressSync],
    ["gzip, br", "br", brotliDecompressSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["identity", null, (bytes: Buffer) => bytes],
    ["zstd;q=0", null, (bytes: Buffer) => bytes],
  ])("come as the client accepts them: %s gives %s", async (accept, encoding, decode) => {
    const { request } = await import("node:http");
    const url = `${world.url}/api/ocpi/v1/locations/search?latitude=18.52&longitude=73.85`;
    const answer = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve) => {
      request(
        url,
        { headers: { authorization: `Bearer ${driver.token}`, "accept-encoding": accept } },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () =>
            resolve({
              encoding: response.headers["content-encoding"],
              bytes: Buffer.concat(parts),
            }),
          );
        },
      ).end();
    });
    expect(answer.encoding ?? null).toBe(encoding);
    const body = JSON.parse(decode(answer.bytes).toString()) as { total_elements: number };
    expect(body.total_elements).toBe(3);
  });

  test("[N-6] equal the details, field by field", async () => {
    const { content } = await search();
    expect(content).toHaveLength(3);
    for (const listed of content) {
      const letter = (await letterOf()).get(listed.id)!;
      const {
        evses,
        site: _site,
        proof: _proof,
        ...details
      } = await get(letter, {
        latitude: HERE.latitude,
        longitude: HERE.longitude,
      });
      for (const evse of evses) {
        delete evse.confidence;
        delete evse.proof;
      }
      const { chosen_plug: chosen, ...row } = listed;
      expect(chosen).toBeTypeOf("number");
      expect({ ...row, updated_at: "" }).toEqual({ ...details, evses, updated_at: "" });
      expect(stations.Location.parse(listed)).toEqual(listed);
    }
  });
});

describe("a code on a charger", () => {
  /** The QR code of Unified Bharat e-Charge on a connector, as its standard prints it. */
  const ubc = (item: string) =>
    `beckn://discover?&message.catalogs.items.provider.id=test&message.catalogs.items.id=${item}&version=1.0`;
  const scan = async (qr_code: string) => {
    const { body } = await world.call(stations.findLocationByQrCode, {
      body: { qr_code },
      token: driver.token,
    });
    const again = await world.call(stations.getLocationByQrCode, {
      params: { code: qr_code },
      token: driver.token,
    });
    expect(again.body.data).toEqual(body.data);
    return body.data.evses.map(({ uid }) => uid).join();
  };

  test.each([
    ["IN*TST*EA-2", "A-2"],
    ["in*tst*ea-2", "A-2"],
    ["INTSTEA2", "A-2"],
    ["IN-TST-EA-2", "A-2"],
    ["IN*TST*EA-2*1", "A-2"],
    ["VOLT:IN*TST*EA-2", "A-2"],
    ["https://charge.example/q?evse=IN*TST*EB-1&x=1", "B-1"],
    ["https://charge.example/IN%2ATST%2AEB-1", "B-1"],
    ["http://169.254.169.254/INTSTEB1", "B-1"],
    [ubc("IND*TST*A*2*1"), "A-2"],
    [ubc("IND*TST*BHAVAN0001*B1*BGaz1wgWmijwoy"), "B-1"],
    [ubc("ind*test-charging*cs-01*IN*TST*EA*2*CCS2-A"), "A-2"],
  ])("[L-7] %s leads to %s", async (text, uid) => {
    expect(await scan(text)).toBe(uid);
  });

  test("[L-7] our own link leads to its location, and to the EVSE it names", async () => {
    const link = `${world.url}/charging-details/${await idOf("A")}`;
    expect(await scan(link)).toBe("A-1,A-2");
    expect(await scan(`${link}?evse=A-2`)).toBe("A-2");
    const byId = await world.call(stations.getLocationByEvseId, {
      params: { id: "IN*TST*EA-1" },
      token: driver.token,
    });
    expect(byId.body.data.evses.map(({ uid }) => uid)).toEqual(["A-1"]);
  });

  test.each([
    "nonsense",
    "IN*TST*E999",
    "https://example.com/",
    "IN*TST*EH-1",
    "%%%",
    ubc("IND*ATH*umTDvSzocs*oPghrCd1o*BGaz1wgWmijwoy"),
    ubc("IND*TST"),
    ubc("*".repeat(1900)),
    "beckn://discover",
  ])("[L-7] %s leads nowhere", async (qr_code) => {
    const { body } = await world.refused(stations.findLocationByQrCode, {
      body: { qr_code },
      token: driver.token,
    });
    expect(body.code).toBe("LOCATION_NOT_FOUND");
  });
});

test("[L-9] locations are counted by state, however it is written, without those that are hidden", async () => {
  const counts = async () =>
    (await world.call(stations.countLocationsByState, { token: driver.token })).body.data;
  expect(await counts()).toEqual({
    states: [
      { state: null, count: 1 },
      { state: "Goa", count: 1 },
      { state: "Maharashtra", count: 1 },
    ],
    total: 3,
  });
  const other = locationOf("G", { ...at(15.49, 73.83), state: " GOA ", evses: [] });
  await put({ ...other, last_updated: later() });
  expect(await counts()).toMatchObject({ states: [{ state: "Goa", count: 2 }, {}, {}], total: 4 });
  await put({ ...other, publish: false, last_updated: later() });
  expect((await counts()).total).toBe(3);
});

describe("along a route", () => {
  const along = async (body: object) =>
    (
      await world.call(stations.findAlongRoute, {
        body,
        token: driver.token,
      })
    ).body;
  const NORTH = [
    { latitude: 18.4, longitude: 73.86 },
    { latitude: 18.6, longitude: 73.86 },
  ];

  test("[L-1] stations within 5 km come in the order in which it passes them", async () => {
    const { content } = await along({ points: NORTH });
    expect(await letters(content)).toBe("ABC");
    expect(content[0]!.route).toEqual({ along_km: 13.34, off_km: 1.05 });
    expect(await letters((await along({ points: NORTH.toReversed() })).content)).toBe("CBA");
    expect(await letters((await along({ points: NORTH, distance: 1 })).content)).toBe("");
    expect(await letters((await along({ points: NORTH, power_range: "100-" })).content)).toBe("B");
    expect(await letters((await along({ points: NORTH, price_max: 1062 })).content)).toBe("B");
    expect(await letters((await along({ points: NORTH.slice(0, 1), distance: 14 })).content)).toBe(
      "A",
    );
  });

  test("[L-1] an encoded polyline gives the same result as its points", async () => {
    // (18.4, 73.86), (18.6, 73.86), precision 5
    const polyline = encode([
      [18.4, 73.86],
      [18.6, 73.86],
    ]);
    expect((await along({ polyline })).content).toEqual((await along({ points: NORTH })).content);
  });

  test.each([
    {},
    { polyline: "_" },
    { polyline: "_p~iF~ps|U", points: NORTH },
    { points: [] },
    { points: [{ latitude: 91, longitude: 0 }] },
    {
      points: [
        { latitude: 0, longitude: 0 },
        { latitude: 0, longitude: 90 },
      ],
    },
    { points: NORTH, distance: 51 },
  ])("[L-1] %j is refused", async (body) => {
    const { status } = await world.refused(stations.findAlongRoute, {
      body,
      token: driver.token,
    });
    expect(status).toBe(400);
  });
});

/** Google's encoding, to check ours by. */
function encode(points: [number, number][]): string {
  let before = [0, 0];
  let text = "";
  for (const point of points) {
    const now = point.map((degrees) => Math.round(degrees * 1e5));
    for (const nth of [0, 1]) {
      let value = (now[nth]! - before[nth]!) << 1;
      if (now[nth]! < before[nth]!) value = ~value;
      for (; value >= 32; value >>= 5) text += String.fromCharCode((32 | (value & 31)) + 63);
      text += String.fromCharCode(value + 63);
    }
    before = now;
  }
  return text;
}

describe("watching for a free plug", () => {
  const watch = async (letter: string, more: object = {}, who = driver) =>
    (
      await world.call(stations.watchStation, {
        params: { userId: who.id },
        body: { location_id: await idOf(letter), ...more },
        token: who.token,
      })
    ).body.data;
  const watches = async (who = driver) =>
    (await world.call(stations.listWatches, { params: { userId: who.id }, token: who.token })).body
      .data.watches;
  const told = async (who = driver) =>
    (await world.call(development.devOutbox, { query: { to: who.id } })).body.map((m) => m.text);

  test("notifies once when the watched plug becomes free, and not for another plug", async () => {
    await watch("A", { evse_uid: "A-2" });
    await say("A", "A-1", "BLOCKED");
    await say("A", "A-1", "AVAILABLE");
    expect(await told()).toEqual([]);
    await say("A", "A-2", "AVAILABLE");
    await say("A", "A-2", "CHARGING");
    await say("A", "A-2", "AVAILABLE");
    expect(await told()).toEqual(["A plug is free at Koramangala Hub. It is not booked for you."]);
    expect(await watches()).toEqual([]);
    await say("A", "A-2", "CHARGING");
  });

  test("is refused where a plug is free, and above ten watches; a repeated watch only lasts longer", async () => {
    const who = await world.signUp();
    const refused = async (letter: string, more: object = {}) =>
      (
        await world.refused(stations.watchStation, {
          params: { userId: who.id },
          body: { location_id: await idOf(letter), ...more },
          token: who.token,
        })
      ).body.code;
    expect(await refused("A")).toBe("ALREADY_FREE");
    expect(await refused("A", { evse_uid: "A-9" })).toBe("CONNECTOR_NOT_FOUND");
    expect(await refused("H")).toBe("LOCATION_NOT_FOUND");
    const first = await watch("A", { evse_uid: "A-2" }, who);
    expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBe(7_200_000);
    const again = await watch("A", { evse_uid: "A-2", minutes: 1440 }, who);
    expect(again.id).toBe(first.id);
    expect(Date.parse(again.expires_at) - Date.parse(first.created_at)).toBe(86_400_000);
    for (let n = 0; n < 9; n++) {
      await sql`insert into station_watch values (${who.id}, ${`wat_${n}`}, ${await idOf("B")}, null,
        ${world.clock.now()}, ${new Date(world.clock.now().getTime() + 60_000)}, null)`.execute(
        world.database.db,
      );
    }
    await say("C", "C-1", "CHARGING");
    expect(await refused("C")).toBe("TOO_MANY_WATCHES");
    await world.call(stations.unwatchStation, {
      params: { userId: who.id, id: first.id },
      token: who.token,
    });
    expect((await watches(who)).some(({ id }) => id === first.id)).toBe(false);
    await say("A", "A-2", "AVAILABLE");
    expect(await told(who)).toEqual([]);
    await say("A", "A-2", "CHARGING");
    await say("C", "C-1", "AVAILABLE");
  });

  test("expires without a notice", async () => {
    const who = await world.signUp();
    await watch("A", { evse_uid: "A-2", minutes: 5 }, who);
    world.clock.advance(5 * 60_000 + 1);
    await say("A", "A-2", "AVAILABLE");
    expect(await told(who)).toEqual([]);
    await say("A", "A-2", "CHARGING");
    driver = await world.signUp();
  });
});

describe("details", () => {
  test("[L-4] are requested from the operator if the app asks so, at most once in 15 seconds", async () => {
    let calls = 0;
    operator.onGet = (path) => {
      if (path !== "/locations/A") return undefined;
      calls++;
      const told = [plug("A-1", "OUTOFORDER"), plug("A-2", "CHARGING")];
      const evses = told.map((evse) => Object.assign(evse, { last_updated: later() }));
      return { ...PLACES[0], evses, last_updated: later() };
    };
    const shown = await get("A", { fresh: "true" });
    expect([shown.checked, shown.evses[0]!.status, calls]).toEqual(["now", "OUTOFORDER", 1]);
    expect(shown.updated_at).toBe(world.clock.now().toISOString());
    expect((await get("A", { fresh: "true" })).checked).toBe("recent");
    expect((await get("A")).checked).toBe(undefined);
    expect(calls).toBe(1);
    expect(await found({ status: "OUTOFORDER" })).toBe("A");
    world.clock.advance(15_000);
    expect((await get("A", { fresh: "true" })).checked).toBe("now");
    operator.onGet = () => undefined;
    world.clock.advance(15_000);
    const failed = await get("A", { fresh: "true" });
    expect([failed.checked, failed.evses[0]!.status]).toEqual(["failed", "OUTOFORDER"]);
  });

  test("mark an EVSE as doubtful after two recent failed starts, until one succeeds or days have passed", async () => {
    const confidence = async () => (await get("B")).evses[0]!.confidence;
    expect(await confidence()).toEqual({ level: "ok", failed_starts: 0, last_failed_at: null });
    const attempt = async (days: number, failed: boolean) => {
      const when = new Date(world.clock.now().getTime() - days * 86_400_000);
      await sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, failure,
          requested_at, start_at, answer_due_at, open)
        values ('usr_x', ${`ses_${days}_${failed}`}, ${operator.operatorId}, ${failed ? "FAILED" : "COMPLETED"}, 'FAILED', 1,
          ${JSON.stringify({ location: { id: await idOf("B") }, evse_uid: "B-1" })}, '[]',
          ${failed ? JSON.stringify({ code: "OUT_OF_ORDER" }) : null}, ${when}, ${failed ? null : when}, ${when}, false)`.execute(
        world.database.db,
      );
      return when.toISOString();
    };
    await attempt(6, true);
    const last = await attempt(0.5, true);
    expect(await confidence()).toEqual({ level: "ok", failed_starts: 2, last_failed_at: last });
    await attempt(1, true);
    expect((await confidence())?.level).toBe("doubtful");
    expect((await get("B")).evses[1]!.confidence?.level).toBe("ok");
    await attempt(0.1, false);
    expect(await confidence()).toEqual({ level: "ok", failed_starts: 0, last_failed_at: null });
  });
});

test("[L-4] a list and the details both show a silent operator's EVSEs as unknown", async () => {
  world.clock.advance(16 * 60_000);
  driver = await world.signUp();
  const { content } = await search();
  expect(content).toHaveLength(3);
  for (const listed of content) {
    const {
      evses,
      site: _site,
      proof: _proof,
      ...details
    } = await get((await letterOf()).get(listed.id)!, {
      latitude: HERE.latitude,
      longitude: HERE.longitude,
    });
    for (const evse of evses) {
      delete evse.confidence;
      delete evse.proof;
    }
    const { chosen_plug: _chosen, ...row } = listed;
    expect(row).toEqual({ ...details, evses });
    expect(new Set(listed.evses.map(({ status }) => status))).toEqual(new Set(["UNKNOWN"]));
  }
  expect(await found({ status: "UNKNOWN" })).toBe("ABC");
  expect(await found({ status: "AVAILABLE,OUTOFORDER,CHARGING" })).toBe("");
});

test("[L-4] at most 5000 pins are returned, always the same ones, with a note that there are more", async () => {
  const navy = await openPartner(world, "SEA");
  const sea = Array.from({ length: 5_001 }, (_, n) =>
    locationOf(`SEA${n}`, {
      party_id: "SEA",
      name: "Sea",
      country: "ATF",
      ...at(-60 - n / 10_000, 10),
      evses: [],
    }),
  );
  const pins = async (west: number, south: number, east: number, north: number) =>
    (
      await world.call(stations.listPins, {
        query: { west, south, east, north },
        token: driver.token,
      })
    ).body.data;
  const pull = async (locations: OcpiLocation[]) => {
    navy.shelf.locations = locations;
    world.clock.advance(1_000);
    await world.service.pullAll();
    return pins(9, -62, 11, -60);
  };
  const all = await pull(sea);
  expect([all.pins.length, all.truncated]).toEqual([5_000, true]);
  const ids = (pinned: typeof all) => pinned.pins.map(({ id }) => id).toSorted();
  expect(ids(await pins(8, -63, 12, -59))).toEqual(ids(all));
  const rest = await pull(sea.slice(1));
  expect([rest.pins.length, rest.truncated]).toEqual([5_000, false]);
  expect((await pull([])).pins).toEqual([]);
  await navy.close();
});
