import { stations, vehicles, type Location, type Pin } from "@voltmarg/contract";
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

let world: Harness;
let operator: Partner;
let other: Partner;
let driver: Driver;

const at = (latitude: string, longitude: string) => ({ coordinates: { latitude, longitude } });
const plug = (uid: string, connector: object, status = "AVAILABLE") =>
  evseOf(uid, { status, connectors: [connectorOf(connector)] });

/** Six locations around Pune, with different distances from its centre. */
const PLACES = {
  A: locationOf("A", { name: "A at 0 km", evses: [evseOf("A-1")] }),
  B: locationOf("B", {
    name: "B at 5 km",
    ...at("18.565000", "73.850000"),
    evses: [
      plug(
        "B-1",
        {
          standard: "IEC_62196_T2",
          power_type: "AC_3_PHASE",
          max_voltage: 230,
          max_amperage: 32,
          max_electric_power: undefined,
          tariff_ids: ["T2"],
        },
        "CHARGING",
      ),
    ],
  }),
  C: locationOf("C", {
    name: "C at 28 km, evenings",
    address: "7 Hill View",
    ...at("18.770000", "73.850000"),
    evses: [plug("C-1", { max_electric_power: 150_000 })],
    opening_times: {
      twentyfourseven: false,
      regular_hours: [1, 2, 3, 4, 5].map((weekday) => ({
        weekday,
        period_begin: "18:00",
        period_end: "22:00",
      })),
    },
  }),
  D: locationOf("D", {
    name: "D at 118 km",
    city: "Mumbai",
    ...at("19.070000", "72.880000"),
    evses: [
      plug(
        "D-1",
        {
          standard: "IEC_62196_T2",
          power_type: "AC_1_PHASE",
          max_voltage: 230,
          max_amperage: 16,
          max_electric_power: 3_300,
        },
        "OUTOFORDER",
      ),
    ],
  }),
  E: locationOf("E", {
    party_id: "ZZZ",
    name: "E at 1 km",
    ...at("18.529000", "73.850000"),
    operator: { name: "Zed Charge" },
    evses: [
      plug("E-1", { standard: "CHADEMO", max_electric_power: 25_000 }),
      plug("E-2", { max_electric_power: 120_000 }, "CHARGING"),
    ],
  }),
  U: locationOf("U", { name: "U, not published", publish: false }),
};

const put = async (location: OcpiLocation) => {
  const partner = location.party_id === "ZZZ" ? other : operator;
  const answer = await partner.call(
    "PUT",
    `/locations/IN/${location.party_id}/${location.id}`,
    location,
  );
  expect([answer.status, answer.code]).toEqual([expect.toBeOneOf([200, 201]), 1000]);
};
const patchEvse = (location: string, uid: string, patch: object) =>
  operator.call("PATCH", `/locations/IN/TST/${location}/${uid}`, patch);

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  other = await openPartner(world, "ZZZ");
  for (const id of ["T1", "T2"]) {
    await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariffOf(id));
  }
  for (const location of Object.values(PLACES)) await put(location);
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await other.close();
});

const PUNE = { latitude: 18.52, longitude: 73.85 };
const search = async (query: object = {}) =>
  (
    await world.call(stations.searchLocations, {
      query: { ...PUNE, ...query },
      token: driver.token,
    })
  ).body;
const letters = (found: readonly { name: string }[]) => found.map(({ name }) => name[0]).join("");
const found = async (query: object = {}) => letters((await search(query)).content);
const idOf = async (letter: string): Promise<string> => {
  const { content } = await search({ distance: 500, "search-text": PLACES[letter as "A"].name! });
  return content.find(({ name }) => name.startsWith(letter))!.id;
};
const get = async (id: string): Promise<Location> =>
  (await world.call(stations.getLocation, { params: { id }, token: driver.token })).body.data;
const pins = async (west: number, south: number, east: number, north: number) =>
  (
    await world.call(stations.listPins, {
      query: { west, south, east, north },
      token: driver.token,
    })
  ).body.data;
const pinOf = async (letter: string): Promise<Pin> =>
  (await pins(70, 15, 76, 20)).pins.find(({ name }) => name.startsWith(letter))!;
const favourites = async (who = driver) =>
  (
    await world.call(stations.getWishlist, {
      params: { userId: who.id },
      query: PUNE,
      token: who.token,
    })
  ).body.data.locations;
const keep = (locationId: string) =>
  world.call(stations.addToWishlist, {
    params: { userId: driver.id },
    body: { location_id: locationId },
    token: driver.token,
  });

describe("searching", () => {
  test("[L-1] finds locations up to 10 km away, nearest first, with their distance", async () => {
    const { content, ...paging } = await search();
    expect(content.map(({ name, distance }) => [name, distance])).toEqual([
      ["A at 0 km", 0],
      ["E at 1 km", 1],
      ["B at 5 km", 5],
    ]);
    expect(paging).toEqual({ page_no: 0, page_size: 5000, total_elements: 3, total_pages: 1 });
  });

  test.each([
    [{ distance: 0 }, "A"],
    [{ distance: 0.9 }, "A"],
    [{ distance: 1.1 }, "AE"],
    [{ distance: 30 }, "AEBC"],
    [{ distance: 500 }, "AEBCD"],
    [{ distance: 100_000 }, "AEBCD"],
    [{ latitude: 19.07, longitude: 72.88 }, "D"],
    [{ latitude: -33.9, longitude: 151.2 }, ""],
    [{ latitude: 90, longitude: 0 }, ""],
    [{ latitude: undefined, longitude: undefined }, "ABCDE"],
    [{ distance: 500, page_size: 2 }, "AE"],
    [{ distance: 500, page_size: 2, page_no: 1 }, "BC"],
    [{ distance: 500, page_size: 2, page_no: 2 }, "D"],
    [{ distance: 500, page_size: 2, page_no: 3 }, ""],
  ])("[L-1] by position, distance and page: %j finds %s", async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  test.each([
    [{ status: "AVAILABLE" }, "AEC"],
    [{ status: "CHARGING" }, "EB"],
    [{ status: "CHARGING,OUTOFORDER" }, "EBD"],
    [{ status: "NOTHING" }, ""],
    [{ power_type: "DC" }, "AEC"],
    [{ power_type: "AC_3_PHASE" }, "B"],
    [{ power_type: "AC" }, "BD"],
    [{ power_type: "AC_1_PHASE, DC" }, "AECD"],
    [{ standard: "CHADEMO" }, "E"],
    [{ standard: "IEC_62196_T2" }, "BD"],
    [{ "search-text": "mumbai" }, "D"],
    [{ "search-text": "  ROAD   pune " }, "AEB"],
    [{ "search-text": "hill" }, "C"],
    [{ "search-text": "zed" }, "E"],
    [{ "search-text": "%" }, ""],
    [{ party_id: "ZZZ" }, "E"],
    [{ party_id: "tst" }, "ABCD"],
    [{ party_id: "TST,ZZZ" }, "AEBCD"],
    [{ party_id: "TST#ZZZ" }, "AEBCD"],
    [{ party_id: "TST%23ZZZ" }, "AEBCD"],
    [{ party_id: "opr_zzz" }, "E"],
    [{ party_id: "XXX" }, ""],
    [{ power_range: "50-130" }, "AE"],
    [{ power_range: "50 < kW > = 130" }, "AE"],
    [{ power_range: "60-60" }, "A"],
    [{ power_range: "-10" }, "D"],
    [{ power_range: "100-" }, "EC"],
    [{ power_range: "21-22" }, "B"],
    [{ power_range: "" }, "AEBCD"],
  ])("[L-1] [L-2] [L-10] by filter: %j finds %s", async (query, expected) => {
    expect(await found({ distance: 500, ...query })).toBe(expected);
  });

  test.each([
    [{ standard: "CHADEMO", power_range: "20-30" }, "E"],
    [{ standard: "CHADEMO", power_range: "100-130" }, ""],
    [{ status: "AVAILABLE", power_range: "100-130" }, ""],
    [{ status: "CHARGING", power_range: "100-130" }, "E"],
    [{ status: "CHARGING", standard: "CHADEMO" }, ""],
    [{ status: "AVAILABLE", power_type: "DC", power_range: "50-200", party_id: "TST" }, "AC"],
    [{ power_type: "AC", "search-text": "pune", status: "CHARGING" }, "B"],
  ])(
    "[L-1] filters hold together on one and the same plug: %j finds %s",
    async (query, expected) => {
      expect(await found({ distance: 500, ...query })).toBe(expected);
    },
  );

  test.each([
    { latitude: 90.1 },
    { longitude: -180.1 },
    { latitude: "here" },
    { latitude: "" },
    { distance: -1 },
    { page_size: 0 },
    { page_size: 5001 },
    { page_no: -1 },
    { page_no: 0.5 },
    { power_range: "strong" },
    { power_range: "50-20" },
    { "search-text": "x".repeat(401) },
  ])("[L-1] what makes no sense is refused: %j", async (query) => {
    const { status, body } = await world.refused(stations.searchLocations, {
      query: { ...PUNE, ...query },
      token: driver.token,
    });
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(body.errors?.[0]?.path).toBe(Object.keys(query)[0]);
  });
});

describe("a location", () => {
  test("[L-4] [N-6] counts its plugs, shows them with the status of their EVSE, and shows every field", async () => {
    const location = await get(await idOf("E"));
    expect(location).toMatchObject({
      name: "E at 1 km",
      city: "Pune",
      coordinates: { latitude: 18.529, longitude: 73.85 },
      operator: { name: "Zed Charge", party_id: "ZZZ" },
      totalConnectors: 2,
      availableConnectors: 1,
      opening_times: { twentyfourseven: true },
      charging_when_closed: true,
      isOpened: true,
      isWishListItem: false,
      state_on_map: "available",
      power_class: "ultra",
      updated_at: world.clock.now().toISOString(),
    });
    expect(location.evses.map((e) => [e.uid, e.status, e.connectors[0]!.status])).toEqual([
      ["E-1", "AVAILABLE", "AVAILABLE"],
      ["E-2", "CHARGING", "CHARGING"],
    ]);
    expect(location.evses[1]!.charging_info).toEqual({ since: location.evses[1]!.status_since });
    const [connector] = (await get(await idOf("A"))).evses[0]!.connectors;
    expect(Object.keys(connector!)).toEqual(
      expect.arrayContaining([
        "tariff_id",
        "power_type",
        "max_electric_power",
        "voltage",
        "amperage",
        "status",
        "powerInKwh",
        "powerTypeName",
        "tariff",
        "estimation",
      ]),
    );
    expect(connector).toMatchObject({ powerInKwh: 60, powerTypeName: "DC" });
    expect(connector!.estimation).toMatchObject({ power: 60, time: 60, price: 1_200 });
  });

  test("[L-5] power is the lower of the plug's and the primary vehicle's, to one decimal", async () => {
    const owner = await world.signUp();
    const powers = async () => {
      const shown: Record<string, number | null> = {};
      const { body } = await world.call(stations.searchLocations, {
        query: { ...PUNE, distance: 500 },
        token: owner.token,
      });
      for (const { name, evses } of body.content)
        shown[name[0]!] = evses[0]!.connectors[0]!.powerInKwh;
      return shown;
    };
    expect(await powers()).toEqual({ A: 60, B: 21.6, C: 150, D: 3.3, E: 25 });
    await world.call(vehicles.addVehicle, {
      params: { userId: owner.id },
      token: owner.token,
      body: {
        make: "Tata",
        model: "Nexon",
        vehicle_type: "FOUR_WHEELER",
        battery_capacity: 30,
        range: 312,
        max_dc_intake: 40,
        onboard_charger_capacity: 7.25,
      },
    });
    expect(await powers()).toEqual({ A: 40, B: 7.3, C: 40, D: 3.3, E: 25 });
    const three = (await get(await idOf("B"))).evses[0]!.connectors[0]!;
    // OCPI gives 230 V line to neutral; drivers see line to line.
    expect(three).toMatchObject({ voltage: 398, amperage: 32, max_electric_power: null });
  });

  test("[L-5] three-phase voltage given line to line results in the same power", async () => {
    const known = { ...PLACES.B.evses![0]!.connectors[0]! };
    const told = async (connector: object) => {
      await put({
        ...PLACES.B,
        evses: [evseOf("B-1", { connectors: [{ ...known, ...connector }] })],
      });
      const { voltage, powerInKwh } = (await get(await idOf("B"))).evses[0]!.connectors[0]!;
      return [voltage, powerInKwh];
    };
    expect(await told({ max_voltage: 400 })).toEqual([400, 21.7]);
    expect(await told({ max_voltage: 400, max_electric_power: 11_000 })).toEqual([400, 11]);
    expect(await told({})).toEqual([398, 21.6]);
    await put(PLACES.B);
  });

  test("[L-7] is found by location, EVSE and connector with that one plug", async () => {
    const location = await idOf("E");
    const params = { location, evse: "E-2", connector: "1" };
    const { body } = await world.call(stations.getLocationConnector, {
      params,
      token: driver.token,
    });
    expect(body.data.evses.map(({ uid }) => uid)).toEqual(["E-2"]);
    const codeFor = async (wrong: object) =>
      (
        await world.refused(stations.getLocationConnector, {
          params: { ...params, ...wrong },
          token: driver.token,
        })
      ).body.code;
    expect(await codeFor({ connector: "9" })).toBe("CONNECTOR_NOT_FOUND");
    expect(await codeFor({ evse: "A-1" })).toBe("CONNECTOR_NOT_FOUND");
    expect(await codeFor({ location: "loc_absent" })).toBe("LOCATION_NOT_FOUND");
  });

  test("[L-8] that is not published is shown nowhere, and neither is one that no longer is", async () => {
    const hidden = await world.database.pool.query("select id from location where ocpi_id = 'U'");
    const id = hidden.rows[0].id as string;
    const looks = async () => ({
      search: await found({ latitude: undefined, longitude: undefined, "search-text": "U, not" }),
      pin: (await pins(-180, -90, 180, 90)).pins.some((pin) => pin.id === id),
      read: (await world.refused(stations.getLocation, { params: { id }, token: driver.token }))
        .body.code,
      plug: (
        await world.refused(stations.getLocationConnector, {
          params: { location: id, evse: "U-1", connector: "1" },
          token: driver.token,
        })
      ).body.code,
      keep: (
        await world.refused(stations.addToWishlist, {
          params: { userId: driver.id },
          body: { location_id: id },
          token: driver.token,
        })
      ).body.code,
      kept: letters(await favourites()),
    });
    const nowhere = {
      search: "",
      pin: false,
      read: "LOCATION_NOT_FOUND",
      plug: "LOCATION_NOT_FOUND",
      keep: "LOCATION_NOT_FOUND",
      kept: "",
    };
    expect(await looks()).toEqual(nowhere);
    await put({ ...PLACES.U, publish: true, last_updated: "2026-11-02T00:00:00Z" });
    await keep(id);
    expect(letters(await favourites())).toBe("U");
    await put({ ...PLACES.U, last_updated: "2026-11-03T00:00:00Z" });
    expect(await looks()).toEqual(nowhere);
  });
});

describe("favourites", () => {
  test("[L-6] are added, listed newest first with their distance, and removed", async () => {
    const [a, b] = [await idOf("A"), await idOf("B")];
    await keep(a);
    world.clock.advance(1_000);
    await keep(b);
    await keep(a);
    expect((await favourites()).map(({ name, distance }) => [name[0], distance])).toEqual([
      ["B", 5],
      ["A", 0],
    ]);
    expect((await get(a)).isWishListItem).toBe(true);
    expect((await pinOf("A")).favourite).toBe(true);
    const drop = () =>
      world.call(stations.removeFromWishlist, {
        params: { userId: driver.id, locationId: b },
        token: driver.token,
      });
    await drop();
    await drop();
    expect(letters(await favourites())).toBe("A");
    expect(await favourites(await world.signUp())).toEqual([]);
  });
});

test("[L-6] a driver whose favourites could not be read sees them in the next search", async () => {
  const who = await world.signUp();
  const params = { userId: who.id };
  const body = { location_id: await idOf("A") };
  await world.call(stations.addToWishlist, { params, body, token: who.token });
  const asked = { query: PUNE, token: who.token };
  const { pool } = world.database;
  await pool.query("alter table favourite rename to favourite_away");
  expect((await world.refused(stations.searchLocations, asked)).status).toBe(500);
  await pool.query("alter table favourite_away rename to favourite");
  const { content } = (await world.call(stations.searchLocations, asked)).body;
  expect(content[0]).toMatchObject({ name: "A at 0 km", isWishListItem: true });
});

describe("prices", () => {
  test("[E-1] a tariff is shown where it is used, and nowhere else", async () => {
    const [a, b] = [await idOf("A"), await idOf("B")];
    const tariffId = (await get(a)).evses[0]!.connectors[0]!.tariff_id!;
    const ask = (locationId: string, id = tariffId) => ({
      params: { locationId, tariffId: id },
      token: driver.token,
    });
    const { body } = await world.call(stations.getTariff, ask(a));
    expect(body.data).toMatchObject({ id: tariffId, currency: "INR", party_id: "TST" });
    for (const wrong of [ask(b), ask("loc_absent"), ask(a, "tar_absent")]) {
      expect((await world.refused(stations.getTariff, wrong)).body.code).toBe("TARIFF_NOT_FOUND");
    }
  });

  test("a deleted or unreadable tariff is an unknown price", async () => {
    const b = await idOf("B");
    const shown = async () => {
      const { tariff_id, tariff, estimation } = (await get(b)).evses[0]!.connectors[0]!;
      return { tariff_id, tariff, price: estimation?.price };
    };
    const known = await shown();
    expect(known.tariff_id).toMatch(/^tar_/);
    expect(known.price).toBeGreaterThan(0);
    const unknown = { tariff_id: null, tariff: null, price: null };
    await operator.call("DELETE", "/tariffs/IN/TST/T2");
    expect(await shown()).toEqual(unknown);
    for (const elements of [
      [{ price_components: [{ type: "BY_MOOD", price: 1, step_size: 1 }] }],
      [
        {
          price_components: [{ type: "ENERGY", price: 1, step_size: 1 }],
          restrictions: { start_time: "noon" },
        },
      ],
    ]) {
      await operator.call("PUT", "/tariffs/IN/TST/T2", tariffOf("T2", { elements }));
      expect(await shown()).toEqual(unknown);
    }
    await operator.call("PUT", "/tariffs/IN/TST/T2", tariffOf("T2"));
    expect(await shown()).toEqual(known);
  });
});

describe("pins", () => {
  test("[L-4] are those in the box, with state, counts and power", async () => {
    const { pins: near, truncated } = await pins(73.8, 18.5, 73.9, 18.6);
    expect(truncated).toBe(false);
    expect(near.map(({ name }) => name.charAt(0)).toSorted()).toEqual(["A", "B", "E"]);
    expect(near.find(({ name }) => name.startsWith("E"))).toEqual({
      id: await idOf("E"),
      name: "E at 1 km",
      latitude: 18.529,
      longitude: 73.85,
      state: "available",
      free: 1,
      total: 2,
      power: "ultra",
      favourite: false,
    });
    const states = Object.fromEntries(
      (await pins(70, 15, 76, 20)).pins.map(({ name, state }) => [name[0], state]),
    );
    expect(states).toEqual({
      A: "available",
      B: "busy",
      C: "closed",
      D: "fault",
      E: "available",
    });
    expect((await pins(73.8, 18.6, 73.9, 18.5)).pins).toEqual([]);
  });

  test("a box may reach across the date line, counted in either way, or around the world", async () => {
    await put(
      locationOf("P", { name: "P east", country: "FJI", ...at("-17.000000", "179.900000") }),
    );
    await put(
      locationOf("Q", { name: "Q west", country: "FJI", ...at("-17.000000", "-179.900000") }),
    );
    const within = async (west: number, east: number) =>
      letters((await pins(west, -20, east, -15)).pins)
        .split("")
        .toSorted()
        .join("");
    expect(await within(170, -170)).toBe("PQ");
    expect(await within(170, 190)).toBe("PQ");
    expect(await within(-190, -170)).toBe("PQ");
    expect(await within(170, 180)).toBe("P");
    expect(await within(-180, -170)).toBe("Q");
    expect(await within(-180, 180)).toBe("PQ");
    expect(await within(-400, 400)).toBe("PQ");
    expect(await within(-170, 170)).toBe("");
  });

  test.each([{ west: "x" }, { north: undefined }, { east: "" }])("%j is refused", async (wrong) => {
    const { body } = await world.refused(stations.listPins, {
      query: { west: 73, south: 18, east: 74, north: 19, ...wrong } as never,
      token: driver.token,
    });
    expect(body.code).toBe("INVALID_INPUT");
  });
});

describe("an operator's update", () => {
  const statusOf = async (letter: string) =>
    (await get(await idOf(letter))).evses.map(({ uid, status }) => `${uid} ${status}`);

  test("[L-4] of one EVSE is visible at once, in search, on the map and by its id", async () => {
    const told = { status: "CHARGING", last_updated: "2026-11-20T06:30:05Z" };
    expect((await patchEvse("A", "A-1", told)).code).toBe(1000);
    expect(await statusOf("A")).toEqual(["A-1 CHARGING"]);
    expect(await found({ status: "CHARGING" })).toBe("AEB");
    expect(await pinOf("A")).toMatchObject({ state: "busy", free: 0, total: 1 });
    expect((await get(await idOf("A"))).evses[0]!.status_since).toBe("2026-11-20T06:30:05.000Z");
  });

  test("that is late changes nothing, and is accepted", async () => {
    const late = { status: "AVAILABLE", last_updated: "2026-11-20T06:30:04Z" };
    expect((await patchEvse("A", "A-1", late)).code).toBe(1000);
    expect(await statusOf("A")).toEqual(["A-1 CHARGING"]);
    const whole = evseOf("A-1", { status: "OUTOFORDER", last_updated: "2026-11-20T06:30:00Z" });
    expect((await operator.call("PUT", "/locations/IN/TST/A/A-1", whole)).code).toBe(1000);
    expect(await statusOf("A")).toEqual(["A-1 CHARGING"]);
    const newer = { status: "AVAILABLE", last_updated: "2026-11-20T06:30:06Z" };
    await patchEvse("A", "a-1", newer);
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE"]);
  });

  test("of a new EVSE adds it at the end, a known one keeps its position, a removed one is not shown", async () => {
    const tell = (uid: string, more: object) =>
      operator.call("PUT", `/locations/IN/TST/A/${uid}`, evseOf(uid, more));
    await tell("A-0", { last_updated: "2026-11-20T06:30:10Z" });
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE", "A-0 AVAILABLE"]);
    await tell("A-1", { status: "BLOCKED", last_updated: "2026-11-20T06:30:11Z" });
    expect(await statusOf("A")).toEqual(["A-1 BLOCKED", "A-0 AVAILABLE"]);
    await patchEvse("A", "A-0", { status: "REMOVED", last_updated: "2026-11-20T06:30:12Z" });
    expect(await statusOf("A")).toEqual(["A-1 BLOCKED"]);
  });

  test("of a whole location replaces it, unless it is older than the stored one", async () => {
    const later = { last_updated: "2026-11-20T06:30:20Z" };
    const two = [evseOf("A-1", later), evseOf("A-2", later)];
    await put({ ...PLACES.A, evses: two, ...later });
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE", "A-2 AVAILABLE"]);
    await put({
      ...PLACES.A,
      name: "A, an old name",
      evses: [evseOf("A-1", { status: "BLOCKED" }), evseOf("A-9")],
      last_updated: "2026-11-20T06:30:19Z",
    });
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE", "A-2 AVAILABLE"]);
    expect((await get(await idOf("A"))).name).toBe("A at 0 km");
    await put({ ...PLACES.A, evses: [two[0]!], last_updated: "2026-11-20T06:30:21Z" });
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE"]);
  });

  test("with errors hides only the wrong parts, and no other operator's locations", async () => {
    const odd = (id: string, more: object) =>
      locationOf(id, { name: `${id} odd`, ...at("18.521000", "73.851000"), ...more });
    await put(odd("F", { time_zone: "Mars/Olympus" }));
    await put(
      odd("G", {
        opening_times: {
          twentyfourseven: false,
          regular_hours: [{ weekday: 5, period_begin: "early", period_end: "25:99" }],
        },
      }),
    );
    await put(odd("H", { evses: [] }));
    await put(odd("I", { evses: [evseOf("I-1", { connectors: [] })] }));
    await put(odd("J", { evses: [evseOf("J-1", { status: "HAUNTED" })] }));
    await put(
      odd("K", {
        evses: [
          plug("K-1", {
            power_type: "STEAM",
            max_electric_power: 0,
            max_voltage: 0,
            max_amperage: -1,
          }),
        ],
      }),
    );
    await put(odd("L", { time_zone: "" }));
    const { content } = await search();
    expect(letters(content).split("").toSorted().join("")).toBe("ABEFGHIJKL");
    const shown = Object.fromEntries(content.map((location) => [location.name[0], location]));
    expect(shown.F).toMatchObject({ time_zone: "Asia/Kolkata", isOpened: true });
    expect(shown.G).toMatchObject({ isOpened: null, openTime: null, closeTime: null });
    expect(shown.H).toMatchObject({ totalConnectors: 0, state_on_map: "unknown" });
    expect(shown.J!.evses[0]!.status).toBe("UNKNOWN");
    expect(shown.J).toMatchObject({ availableConnectors: 0, state_on_map: "unknown" });
    expect(shown.K!.evses[0]!.connectors[0]).toMatchObject({ powerInKwh: null, estimation: null });
    expect((await pins(73.8, 18.5, 73.9, 18.6)).pins).toHaveLength(10);
    for (const id of ["F", "G", "H", "I", "J", "K", "L"]) {
      await put(odd(id, { publish: false, last_updated: "2026-11-02T00:00:00Z" }));
    }
  });

  test("by a full list closes missing locations, and opens them again under the same id", async () => {
    const { A, B, E } = PLACES;
    const b = await idOf("B");
    operator.shelf.locations = [A];
    operator.shelf.tariffs = [tariffOf("T1")];
    other.shelf.locations = [E];
    world.clock.advance(1_000);
    await world.service.pullAll();
    expect(await found({ distance: 500 })).toBe("AE");
    const gone = await world.refused(stations.getLocation, {
      params: { id: b },
      token: driver.token,
    });
    expect(gone.body.code).toBe("LOCATION_NOT_FOUND");
    // A newer update of one EVSE survives an older whole list.
    expect(await statusOf("A")).toEqual(["A-1 AVAILABLE"]);

    operator.shelf.locations = [A, B, PLACES.C, PLACES.D];
    world.clock.advance(1_000);
    await world.service.pullAll();
    expect(await found({ distance: 500 })).toBe("AEBCD");
    expect((await get(b)).name).toBe("B at 5 km");

    operator.shelf.locations = [A, { ...B, coordinates: "nowhere" }, PLACES.C, PLACES.D];
    operator.shelf.tariffs = [{ ...tariffOf("T1"), elements: 7 }];
    world.clock.advance(1_000);
    await world.service.pullAll();
    expect(await found({ distance: 500 })).toBe("AEBCD");
    expect((await get(await idOf("A"))).evses[0]!.connectors[0]!.tariff).not.toBe(null);

    const { locations } = operator.shelf;
    operator.shelf.locations = undefined as never;
    world.clock.advance(1_000);
    await world.service.pullAll();
    operator.shelf.locations = locations;
    expect(await found({ distance: 500 })).toBe("AEBCD");
  });

  test("that is 15 minutes old makes the state unknown, not free and not busy", async () => {
    world.clock.advance(15 * 60_000 - 2_000);
    driver = await world.signUp();
    expect((await pinOf("A")).state).toBe("available");
    world.clock.advance(3_000);
    expect((await pinOf("A")).state).toBe("unknown");
    const silent = await get(await idOf("A"));
    expect(silent).toMatchObject({ state_on_map: "unknown", availableConnectors: 0 });
    expect(new Set(silent.evses.map((e) => e.status))).toEqual(new Set(["UNKNOWN"]));
    expect(await found({ distance: 500, status: "AVAILABLE" })).toBe("");
    expect((await pinOf("C")).state).toBe("closed");
    await patchEvse("B", "B-1", { status: "CHARGING", last_updated: "2026-11-20T07:00:00Z" });
    expect((await pinOf("A")).state).toBe("available");
  });

  test("[L-3] of its hours decides by the location's own clock whether it is open now", async () => {
    const look = async () => {
      driver = await world.signUp();
      const { isOpened, openTime, closeTime } = await get(await idOf("C"));
      return [isOpened, openTime, closeTime];
    };
    const local = (text: string) => world.clock.set(new Date(`2026-11-20T${text}:00+05:30`));
    local("17:59");
    expect(await look()).toEqual([false, "18:00", "22:00"]);
    local("18:00");
    expect(await look()).toEqual([true, "18:00", "22:00"]);
    local("22:00");
    expect(await look()).toEqual([false, "18:00", "22:00"]);
  });
});

test("[L-10] of a list the EVSEs that are new or changed are written, and no others", async () => {
  const place = (evses: object[], last_updated = "2026-11-20T06:00:00Z") =>
    locationOf("N", { name: "N", last_updated, evses });
  const written = async () =>
    (
      await world.database.pool.query<{ uid: string; status: string; writer: string }>(
        "select uid, status, xmin::text as writer from evse where uid like 'N-%' order by uid",
      )
    ).rows;
  const pull = async (...locations: OcpiLocation[]) => {
    operator.shelf.locations = locations;
    world.clock.advance(1_000);
    await world.service.pullAll();
    return written();
  };
  const before = await pull(place([evseOf("N-1"), evseOf("N-2")]));
  const last_updated = "2026-11-20T06:10:00Z";
  const changed = evseOf("N-2", { status: "CHARGING", last_updated });
  const after = await pull(place([evseOf("N-1"), changed, evseOf("N-3")], last_updated));
  expect(after.map(({ uid, status }) => `${uid} ${status}`)).toEqual([
    "N-1 AVAILABLE",
    "N-2 CHARGING",
    "N-3 AVAILABLE",
  ]);
  expect(after[0]).toEqual(before[0]);
  expect(await pull(place([evseOf("N-1"), changed, evseOf("N-3")], last_updated))).toEqual(after);
});
