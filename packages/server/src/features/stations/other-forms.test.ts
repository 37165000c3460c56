import { stations, type Location } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, tariffOf, type Partner } from "@voltmarg/testkit/partner";

let world: Harness;
let operator: Partner;
let driver: Driver;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const PLACE = { latitude: "18.520000", longitude: "73.850000" };
/** An OCPI 2.1.1 location that lacks even mandatory fields: it has only what a driver needs. */
const bare = {
  id: "BARE",
  country: "IND",
  coordinates: PLACE,
  evses: [
    {
      uid: "B-1",
      status: "AVAILABLE",
      connectors: [
        {
          id: "1",
          standard: "IEC_62196_T2",
          power_type: "AC_3_PHASE",
          voltage: 400,
          amperage: "32",
          tariff_id: "T1",
        },
        { id: "2", standard: "IEC_62196_T2" },
      ],
    },
    { uid: "B-2", status: "REMOVED", connectors: null },
  ],
  opening_times: { regular_hours: { weekday: "5", period_begin: "8:00", period_end: "20:00:00" } },
  last_updated: new Date(START.getTime() - 60_000).toISOString(),
};

const tell = async (method: string, where: string, body: object) => {
  const { status, code } = await operator.call(method, `/locations/IN/TST/${where}`, body);
  expect([status < 300, code]).toEqual([true, 1000]);
};
const found = async (): Promise<Location> => {
  const { body } = await world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85 },
    token: driver.token,
  });
  expect(body.content).toHaveLength(1);
  return body.content[0]!;
};
const shown = async () => {
  const { id } = await found();
  return (await world.call(stations.getLocation, { params: { id }, token: driver.token })).body
    .data;
};

test("[L-3] [L-5] a location of an older version and half of its fields is on the map, with its price", async () => {
  await tell("PUT", "BARE", bare);
  const location = await shown();
  expect(location).toMatchObject({
    name: "BARE",
    address: "",
    city: "",
    time_zone: "Asia/Kolkata",
    isOpened: true,
    openTime: "08:00",
    closeTime: "20:00",
  });
  expect(location.evses.map(({ uid }) => uid)).toEqual(["B-1"]);
  expect(location.evses[0]!.connectors).toMatchObject([
    { id: "1", format: "UNKNOWN", voltage: 400, powerInKwh: 21.7, tariff: { currency: "INR" } },
  ]);
  expect(await found()).toMatchObject({
    name: "BARE",
    totalConnectors: 1,
    state_on_map: "available",
  });
});

test("[L-4] an EVSE without its own `last_updated` accepts later updates", async () => {
  await tell("PATCH", "BARE/B-1", {
    status: "charging",
    last_updated: new Date(START.getTime() - 59_000).toISOString(),
  });
  expect((await shown()).evses[0]!.status).toBe("CHARGING");
  await tell("PATCH", "BARE/B-1", { status: "AVAILABLE" });
  expect((await shown()).evses[0]!.status).toBe("AVAILABLE");
  // Again, by a PUT: the location's date is older than the last status.
  await tell("PATCH", "BARE/B-1", { status: "OUTOFORDER" });
  await tell("PUT", "BARE", bare);
  expect((await shown()).evses[0]!.status).toBe("OUTOFORDER");
});

test("[L-3] a bad field of a patch changes nothing else", async () => {
  await tell("PATCH", "BARE", {
    name: "Bare Field",
    time_zone: "Nowhere",
    opening_times: "always",
    coordinates: { latitude: "north" },
  });
  expect(await shown()).toMatchObject({
    name: "Bare Field",
    time_zone: "Asia/Kolkata",
    openTime: "08:00",
    coordinates: { latitude: 18.52, longitude: 73.85 },
  });
});
