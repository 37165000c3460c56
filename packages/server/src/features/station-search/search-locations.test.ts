import { stations, vehicles, type RouteCall } from "@voltmarg/contract";
import type { Location as OcpiLocation } from "@voltmarg/ocpi";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

const at = (latitude: number, longitude = 73.8) => ({
  coordinates: { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) },
});
const plug = (uid: string, status: string, more: object = {}) =>
  evseOf(uid, { status, connectors: [connectorOf(more)] });
const AC = {
  standard: "IEC_62196_T2",
  power_type: "AC_1_PHASE",
  max_voltage: 230,
  max_amperage: 32,
  max_electric_power: 7_400,
};
const AC_3 = { ...AC, power_type: "AC_3_PHASE", max_voltage: 400, max_electric_power: 22_000 };
const daily = (begin: string, end: string) => ({
  twentyfourseven: false,
  regular_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    period_begin: begin,
    period_end: end,
  })),
});
/** Each some 1.1 km further north than the one before. It is noon in India. */
const PLACES = (driver: Driver): OcpiLocation[] => [
  locationOf("A", { ...at(18.5), evses: [plug("A1", "AVAILABLE"), plug("A2", "CHARGING")] }),
  locationOf("B", {
    ...at(18.51),
    evses: [
      plug("B1", "CHARGING", { max_electric_power: 120_000, tariff_ids: ["CHEAP"] }),
      plug("B2", "AVAILABLE", AC),
      plug("B3", "AVAILABLE", { tariff_ids: ["DEAR"] }),
    ],
  }),
  locationOf("C", {
    ...at(18.52),
    evses: [
      plug("C1", "PLANNED", { standard: "CHADEMO", max_electric_power: 30_000, tariff_ids: [] }),
      plug("C2", "OUTOFORDER", { max_electric_power: 30_000, tariff_ids: ["NOBODYS"] }),
    ],
  }),
  locationOf("D", { ...at(18.53), evses: [plug("D1", "REMOVED")] }),
  locationOf("E", { ...at(18.54), evses: [], name: "Zeta" }),
  locationOf("F", {
    ...at(18.55),
    name: "Alpha",
    evses: [
      evseOf("F1", {
        status: "BLOCKED",
        connectors: [connectorOf(AC_3), connectorOf({ id: "2", tariff_ids: [] })],
      }),
    ],
  }),
  locationOf("H", { ...at(18.56), publish: false, publish_allowed_to: [{ uid: "usr_else" }] }),
  locationOf("I", { ...at(18.57), publish: false, publish_allowed_to: [{ uid: driver.id }] }),
  locationOf("J", { ...at(18.58), opening_times: daily("14:00", "20:00"), name: "Alpha" }),
  locationOf("K", { ...at(18.59), opening_times: undefined }),
  // As far as L, to the decimetre: the lower id is first.
  locationOf("L", { ...at(18.6, 73.81), evses: [plug("L1", "INOPERATIVE")] }),
  locationOf("M", { ...at(18.6, 73.79), evses: [plug("M1", "RESERVED")] }),
  locationOf("N", { ...at(18.85) }),
];
/** Of an operator that has not been heard of for long. */
const SILENT = [
  locationOf("S", {
    party_id: "SIL",
    ...at(18.61),
    evses: [plug("S1", "AVAILABLE", { tariff_ids: [] })],
  }),
];

let world: Harness;
let operator: Partner;
let silent: Partner;
let driver: Driver;
let owner: Driver;
const letters = new Map<string, string>();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  silent = await openPartner(world, "SIL");
  driver = await world.signUp();
  owner = await world.signUp();
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
  const energy = (price: number) => [
    { price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }] },
  ];
  for (const [id, price] of [
    ["T1", 20],
    ["CHEAP", 9],
    ["DEAR", 30],
  ] as const)
    await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariffOf(id, { elements: energy(price) }));
  // Ids sort by age: the letters are in their order.
  const put = async (by: Partner, place: OcpiLocation) => {
    world.clock.advance(1);
    const path = `/locations/IN/${by.party.party_id}/${place.id}`;
    expect((await by.call("PUT", path, place)).code).toBe(1000);
  };
  for (const place of PLACES(driver)) await put(operator, place);
  for (const place of SILENT) await put(silent, place);
  await sql`update operator set last_contact_at = ${new Date(world.clock.now().getTime() - 3_600_000)}
    where id = ${silent.operatorId}`.execute(world.database.db);
  await world.restart();
  for (const { id, ocpi_id } of await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  ))
    letters.set(id, ocpi_id);
  await world.call(stations.addToWishlist, {
    params: { userId: driver.id },
    body: { location_id: [...letters].find(([, letter]) => letter === "B")![0] },
    token: driver.token,
  });
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await silent.close();
});

type Query = Partial<RouteCall<typeof stations.searchLocations>["query"]>;
const lettersOf = (found: readonly { id: string }[]) =>
  found.map(({ id }) => letters.get(id)).join("");
const search = async (query: Query, who = driver) =>
  (
    await world.call(stations.searchLocations, {
      query: { latitude: 18.5, longitude: 73.8, distance: 20, ...query },
      token: who.token,
    })
  ).body;
/** Without a position. */
const anywhere = async (query: Query = {}) =>
  (await world.call(stations.searchLocations, { query, token: driver.token })).body;
const pins = async (query: Partial<RouteCall<typeof stations.listPins>["query"]> = {}) => {
  const box = { west: 73.7, south: 18.4, east: 73.9, north: 18.7 };
  const { body } = await world.call(stations.listPins, {
    query: { ...box, ...query },
    token: driver.token,
  });
  return body.data;
};

/** What is asked for, and who is found: the nearest first. */
const FILTERS: [query: Query, found: string][] = [
  [{}, "ABCEFIJKLMS"],
  [{ distance: 0 }, "A"],
  [{ distance: 1.11 }, "A"],
  [{ distance: 1.12 }, "AB"],
  [{ distance: 39 }, "ABCEFIJKLMSN"],
  [{ distance: 38 }, "ABCEFIJKLMS"],
  [{ status: "AVAILABLE" }, "ABIJK"],
  [{ status: "CHARGING" }, "AB"],
  [{ status: "PLANNED" }, "C"],
  // It is gone: its operator will not have it again.
  [{ status: "REMOVED" }, ""],
  [{ status: "UNKNOWN" }, "S"],
  [{ status: "OUTOFORDER, INOPERATIVE" }, "CL"],
  [{ status: "RESERVED,BLOCKED" }, "FM"],
  [{ status: "NOTHING" }, ""],
  [{ power_type: "DC" }, "ABCFIJKLMS"],
  [{ power_type: "AC" }, "BF"],
  [{ power_type: "AC_1_PHASE" }, "B"],
  [{ power_type: "AC_3_PHASE,AC_1_PHASE" }, "BF"],
  [{ power_type: "AC_2_PHASE" }, ""],
  [{ power_type: "AC", status: "AVAILABLE" }, "B"],
  [{ power_type: "AC", status: "BLOCKED" }, "F"],
  [{ power_type: "AC", status: "CHARGING" }, ""],
  // What is only planned cannot be used, unless that is asked for.
  [{ standard: "CHADEMO" }, ""],
  [{ standard: "CHADEMO", status: "PLANNED" }, "C"],
  [{ standard: "IEC_62196_T2" }, "BF"],
  [{ standard: "IEC_62196_T2,CHADEMO", status: "PLANNED,BLOCKED" }, "CF"],
  [{ standard: "IEC_62196_T2", power_type: "DC" }, ""],
  [{ power_range: "120-" }, "B"],
  [{ power_range: "120.1-" }, ""],
  [{ power_range: "-7.4" }, "B"],
  [{ power_range: "-7.3" }, ""],
  [{ power_range: "22-30" }, "CF"],
  [{ power_range: "100-", status: "AVAILABLE" }, ""],
  [{ power_range: "100-", status: "CHARGING" }, "B"],
  [{ power_range: "-59", power_type: "DC" }, "C"],
  [{ party_id: "TST" }, "ABCEFIJKLM"],
  [{ party_id: "tst" }, "ABCEFIJKLM"],
  [{ party_id: "SIL" }, "S"],
  [{ party_id: "opr_sil" }, "S"],
  [{ party_id: "SIL,TST" }, "ABCEFIJKLMS"],
  [{ party_id: "XYZ" }, ""],
  [{ publish: "true" }, "ABCEFJKLMS"],
  [{ publish: "false" }, "I"],
  [{ open_now: "true" }, "ABCEFILMS"],
  [{ open_now: "true", status: "AVAILABLE" }, "ABI"],
  // 9, 20 and 30 rupees and 18 % GST a kWh.
  [{ price_max: 1062 }, "B"],
  [{ price_max: 1061 }, ""],
  [{ price_max: 2360 }, "ABFIJKLM"],
  [{ price_max: 1062, status: "AVAILABLE" }, ""],
  [{ price_max: 3540, power_range: "-60", party_id: "TST", status: "AVAILABLE" }, "ABIJK"],
  [{ "search-text": "zeta" }, "E"],
  [{ "search-text": "alpha" }, "FJ"],
  [{ "search-text": "alpah" }, "FJ"],
  [{ "search-text": "%%" }, ""],
  [{ "search-text": "alpha", status: "AVAILABLE" }, "J"],
  [{ sort: "free" }, "BAIKCEFJLMS"],
  [{ page_size: 3 }, "ABC"],
  [{ page_size: 3, page_no: 1 }, "EFI"],
  [{ page_size: 5, page_no: 2 }, "S"],
  [{ page_size: 5, page_no: 3 }, ""],
];
const SORTS = ["distance", "free", "price", "power", "best"] as const;

test.each(FILTERS)("[L-1] [L-10] a search for %j finds %s", async (query, found) => {
  expect(lettersOf((await search(query)).content)).toBe(found);
});

test("[L-1] without a position locations are listed by name, and no distance is said", async () => {
  const [byName, byFree] = [await anywhere(), await anywhere({ sort: "free" })];
  expect(lettersOf(byName.content)).toBe("FJABCIKLMNSE");
  expect(lettersOf(byFree.content).slice(0, 1)).toBe("B");
  expect(byName.content.every(({ distance }) => distance === null)).toBe(true);
});

test("[L-9] published locations are counted by their state", async () => {
  const { body } = await world.call(stations.countLocationsByState, { token: driver.token });
  expect(body.data.total).toBe(11);
});

test("[L-4] pins say what they are: state, free plugs of all, power, favourite", async () => {
  const shown = Object.fromEntries(
    (await pins()).pins.map(({ id, state, free, total, power, favourite }) => [
      letters.get(id),
      [state, free, total, power, favourite],
    ]),
  );
  expect(shown).toEqual({
    A: ["available", 1, 2, "fast", false],
    B: ["available", 2, 3, "ultra", true],
    C: ["fault", 0, 1, "fast", false],
    E: ["unknown", 0, 0, null, false],
    F: ["busy", 0, 2, "fast", false],
    I: ["available", 1, 1, "fast", false],
    J: ["closed", 1, 1, "fast", false],
    K: ["available", 1, 1, "fast", false],
    L: ["fault", 0, 1, "fast", false],
    M: ["busy", 0, 1, "fast", false],
    S: ["unknown", 0, 1, "fast", false],
  });
});

test("[L-4] a map with fewer pins than stations says so", async () => {
  const { pins: found, truncated } = await pins({ limit: 3 });
  expect([found.length, truncated]).toEqual([3, true]);
});

test("[L-1] by price and power the driver's car decides, and what is not known comes last", async () => {
  const sorted = async (sort: (typeof SORTS)[number], who: Driver) =>
    lettersOf((await search({ sort }, who)).content);
  const all = [];
  for (const who of [driver, owner])
    all.push([await sorted("price", who), await sorted("power", who)]);
  expect(all).toEqual([
    // The cheapest and strongest plug of B is taken: its free ones are as dear and as strong as A's.
    ["ABFIJKLMCES", "ABFIJKLMSCE"],
    // This car takes 25 kW from each of them.
    ["ABFJKLMCES", "ABCFJKLMSE"],
  ]);
});
