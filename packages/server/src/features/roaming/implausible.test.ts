import { partners, stations, type Location } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(async () => {
  Object.assign(operator.shelf, { locations: [], tariffs: [tariffOf("T1")] });
  await world.service.flushFindings();
  await sql`delete from operator_finding`.execute(world.database.db);
});

const findings = async () =>
  (
    await world.call(partners.listPartnerFindings, {
      token: PROVIDER_TOKEN,
      params: { id: "TST" },
    })
  ).body.data.findings.map(({ path, outcome, message, count }) => [path, outcome, message, count]);
const pull = () =>
  world.call(partners.syncPartner, {
    token: PROVIDER_TOKEN,
    params: { id: "TST" },
    body: { whole: true },
  });
const push = (path: string, body: object, method = "PUT") =>
  operator.call(method, `/locations/IN/TST/${path}`, body);
const near = { latitude: 18.52, longitude: 73.85 };
const listed = async (from = near): Promise<Location[]> =>
  (
    await world.call(stations.searchLocations, {
      token: driver.token,
      query: { ...from, sort: "power" },
    })
  ).body.content;
const placeOf = async (name: string) =>
  (await listed()).find((each) => each.name === `Place ${name}`);
const pins = async () =>
  (
    await world.call(stations.listPins, {
      token: driver.token,
      query: { west: -180, south: -90, east: 180, north: 90 },
    })
  ).body.data.pins.map(({ name }) => name);

const type2 = (more: object) =>
  connectorOf({
    standard: "IEC_62196_T2",
    power_type: "AC_1_PHASE",
    max_voltage: 230,
    max_amperage: 33,
    max_electric_power: 7_590_000,
    ...more,
  });
const powerOf = (location: Location | undefined) => {
  const { powerInKwh, max_electric_power } = location!.evses[0]!.connectors[0]!;
  return { powerInKwh, max_electric_power };
};
const POWER = "evses.*.connectors.*.max_electric_power";

describe("[L-5] power that cannot be right", () => {
  test.each([
    ["WATTS", {}, 7.4, null, [POWER, "READ_AS", "cannot be right, read as volts × amperes", 1]],
    [
      "KW",
      { max_electric_power: 7.4 },
      7.4,
      7_400,
      [POWER, "READ_AS", "a number of kW, read as kW", 1],
    ],
    ["ALL", { max_voltage: 23_000 }, null, null, [POWER, "LEFT_OUT", "cannot be right", 1]],
  ])(
    "%s is a finding, pushed or pulled, and no wrong number",
    async (id, more, kw, watts, finding) => {
      const location = locationOf(id, {
        evses: [evseOf(`${id}-1`, { connectors: [type2(more)] })],
      });
      await push(id, location);
      expect(powerOf(await placeOf(id))).toEqual({ powerInKwh: kw, max_electric_power: watts });
      expect(await findings()).toEqual([finding]);
      operator.shelf.locations = [location];
      await pull();
      expect(await findings()).toEqual([finding.with(3, 2)]);
    },
  );

  test("an unknown one is not slow, and comes last by power", async () => {
    const unknown = type2({ max_voltage: null, max_amperage: null });
    const weak = type2({ max_electric_power: 3_300 });
    await push("U", locationOf("U", { evses: [evseOf("U-1", { connectors: [unknown] })] }));
    await push("W", locationOf("W", { evses: [evseOf("W-1", { connectors: [weak] })] }));
    const found = (await listed()).filter(({ name }) => /^Place [UW]$/.test(name));
    expect(found.map(({ name, power_class }) => [name, power_class])).toEqual([
      ["Place W", "slow"],
      ["Place U", null],
    ]);
  });

  test("is found in a patch of a plug and in an EVSE of its own", async () => {
    const fine = evseOf("P-1", { connectors: [type2({ max_electric_power: 7_400 })] });
    await push("P", locationOf("P", { evses: [fine] }));
    await push(
      "P/P-1/1",
      { max_electric_power: 74_000, last_updated: "2026-11-02T00:00:00Z" },
      "PATCH",
    );
    expect(powerOf(await placeOf("P")).powerInKwh).toBe(7.4);
    await push("P/P-2", evseOf("P-2", { connectors: [type2({})] }));
    expect(await findings()).toEqual([
      ["connectors.*.max_electric_power", "READ_AS", "cannot be right, read as volts × amperes", 1],
      ["max_electric_power", "READ_AS", "cannot be right, read as volts × amperes", 1],
    ]);
  });
});

describe("[L-3] coordinates that cannot be right", () => {
  test.each([
    ["72.877700", "19.076000", "not in IND"],
    ["90.000000", "73.850000", "no place for a charger"],
    ["0.000000", "0.000000", "no place for a charger"],
  ])("%s/%s are on no map, and a finding", async (latitude, longitude, message) => {
    const lost = locationOf("LOST", { coordinates: { latitude, longitude } });
    expect(await push("LOST", lost)).toMatchObject({ code: 2001 });
    operator.shelf.locations = [lost, locationOf("FINE")];
    await pull();
    expect(await placeOf("LOST")).toBeUndefined();
    expect(await pins()).not.toContain("Place LOST");
    expect(await pins()).toContain("Place FINE");
    expect(await findings()).toEqual([["coordinates", "REFUSED", message, 2]]);
  });

  test("in a patch leave the station where it is", async () => {
    await push("MOVED", locationOf("MOVED"));
    const coordinates = { latitude: "72.877700", longitude: "19.076000" };
    const last_updated = "2026-11-02T00:00:00Z";
    expect(await push("MOVED", { coordinates, last_updated }, "PATCH")).toMatchObject({
      code: 2001,
    });
    expect((await placeOf("MOVED"))?.coordinates).toEqual(near);
    expect(await findings()).toEqual([
      ["", "REFUSED", "PATCH refused: coordinates: not in IND", 1],
    ]);
  });

  test("are compared with the location's own country", async () => {
    const coordinates = { latitude: "27.717200", longitude: "85.324000" };
    const kathmandu = { country: "NPL", time_zone: "Asia/Kathmandu", coordinates };
    await push("NEPAL", locationOf("NEPAL", kathmandu));
    expect(await pins()).toContain("Place NEPAL");
    const london = { latitude: "51.500000", longitude: "-0.100000" };
    await push("UK", locationOf("UK", { country: "GBR", coordinates: london }));
    expect(await pins()).toContain("Place UK");
    expect(await findings()).toEqual([]);
  });
});

describe("[L-3] what is sent twice or has no meaning", () => {
  test("eight EVSEs of one uid are one, and seven findings", async () => {
    const evses = Array.from({ length: 8 }, () => evseOf("SAME"));
    await push("TWICE", locationOf("TWICE", { evses }));
    expect((await placeOf("TWICE"))?.evses).toHaveLength(1);
    expect(await findings()).toEqual([["evses.*", "LEFT_OUT", "its uid comes again", 7]]);
  });

  test("of several stations or tariffs of one id on a page the last counts; a finding, unless they are equal", async () => {
    const twice = (id: string) => [locationOf(id, { name: "First" }), locationOf(id)];
    operator.shelf.locations = [...twice("ONE"), locationOf("EQUAL"), locationOf("EQUAL")];
    operator.shelf.tariffs = [tariffOf("T1", { currency: "EUR" }), tariffOf("T1")];
    await pull();
    expect((await listed()).filter(({ name }) => /First|ONE|EQUAL/.test(name))).toHaveLength(2);
    const finding = ["", "LEFT_OUT", "its id comes again on this page", 1];
    expect(await findings()).toEqual([finding, finding]);
  });

  test("a date in the future counts as now, and is a finding", async () => {
    const last_updated = "2036-11-01T00:00:00Z";
    const plug = connectorOf({ last_updated });
    await push(
      "LATE",
      locationOf("LATE", { last_updated, evses: [evseOf("L-1", { connectors: [plug] })] }),
    );
    const said = "in the future, read as now";
    expect(await findings()).toEqual([
      ["evses.*.connectors.*.last_updated", "READ_AS", said, 1],
      ["last_updated", "READ_AS", said, 1],
    ]);
  });

  test("a status that OCPI does not have is unknown, and a finding; a capability of a later version is none", async () => {
    const evse = evseOf("W-1", { status: "WORKING", capabilities: ["TELEPORT"] });
    await push("WORKING", locationOf("WORKING", { evses: [evse] }));
    expect((await placeOf("WORKING"))?.evses[0]?.status).toBe("UNKNOWN");
    const said = "no value of the standard, read as UNKNOWN";
    expect(await findings()).toEqual([["evses.*.status", "READ_AS", said, 1]]);
    await push(
      "WORKING/W-1",
      { status: "AVAILABLE", last_updated: "2026-11-02T00:00:00Z" },
      "PATCH",
    );
    await push("WORKING/W-1", { status: "WORKING", last_updated: "2026-11-03T00:00:00Z" }, "PATCH");
    expect((await placeOf("WORKING"))?.evses[0]?.status).toBe("UNKNOWN");
    expect(await findings()).toContainEqual(["status", "READ_AS", said, 1]);
  });
});
