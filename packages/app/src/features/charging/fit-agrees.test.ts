import { readFileSync } from "node:fs";
import { stations, vehicles, type Location, type Vehicle } from "@voltmarg/contract";
import { CONNECTOR_STANDARDS, type ConnectorStandard } from "@voltmarg/rules";
import { startHarness, stopDatabases, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  type Partner,
} from "@voltmarg/testkit/partner";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDoubts } from "./start-doubts.ts";
import { asked, NO_FILTER } from "../../locations/filter.ts";
import { asAsked, wishOf } from "../../locations/as-asked.ts";
import { stateOf } from "../../locations/location-text.ts";
import { everyPlugOf, plugKey, plugsOf } from "../../locations/plugs.ts";

const HERE = { latitude: 18.52, longitude: 73.85 };
const BOX = { west: 73, south: 18, east: 74, north: 19 };
let world: Harness;
let operator: Partner;
let driver: Driver;
let vehicleId: string;
let seconds = 0;

const catalogue = JSON.parse(
  readFileSync(
    new URL("../../../../server/assets/vehicle-catalogue.json", import.meta.url),
    "utf8",
  ),
) as { models: Pick<Vehicle, "vehicle_type" | "inlets">[] };
const car = {
  make: "Any",
  model: "Car",
  battery_capacity: 40,
  range: 300,
  max_dc_intake: null,
  onboard_charger_capacity: null,
};

beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { DRIVER_BUDGET_FACTOR: "1000" },
  });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
  const { body } = await world.call(vehicles.addVehicle, {
    params: { userId: driver.id },
    body: { ...car, vehicle_type: "FOUR_WHEELER" },
    token: driver.token,
  });
  vehicleId = body.data.id;
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await stopDatabases();
});

type Plug = { standard: string; max_electric_power: number };
type Charger = { status: string; connectors: Plug[] };

const standard = fc.constantFrom(...CONNECTOR_STANDARDS, "TESLA_S");
const charger: fc.Arbitrary<Charger> = fc.record({
  status: fc.constantFrom("AVAILABLE", "CHARGING", "OUTOFORDER", "UNKNOWN", "PLANNED", "REMOVED"),
  connectors: fc.array(
    fc.record({ standard, max_electric_power: fc.constantFrom(3300, 7400, 60_000, 180_000) }),
    { minLength: 1, maxLength: 2 },
  ),
});
/** The chargers of six stations, at the same places in each world. */
const chargers = fc.array(fc.array(charger, { maxLength: 3 }), { minLength: 6, maxLength: 6 });
const inlets = fc.oneof(
  fc.constantFrom(...catalogue.models.map((model) => model.inlets)),
  fc.subarray([...CONNECTOR_STANDARDS]),
);
/** Most carry none. */
const adapters = fc.oneof(
  fc.constant<ConnectorStandard[]>([]),
  fc.subarray([...CONNECTOR_STANDARDS], { maxLength: 3 }),
);
const garage = fc.array(fc.record({ inlets, adapters }), { minLength: 3, maxLength: 3 });

async function build(places: Charger[][]): Promise<Location[]> {
  const last_updated = new Date(world.clock.now().getTime() + ++seconds * 1000).toISOString();
  for (const [nth, evses] of places.entries()) {
    const id = `S${nth}`;
    const answer = await operator.call("PUT", `/locations/IN/TST/${id}`, {
      ...locationOf(id, {
        coordinates: { latitude: `18.52${nth}000`, longitude: "73.850000" },
        last_updated,
      }),
      evses: evses.map(({ status, connectors }, at) =>
        evseOf(`${id}-${at}`, {
          status,
          connectors: connectors.map((one, c) => connectorOf({ ...one, id: String(c + 1) })),
          last_updated,
        }),
      ),
    });
    expect(answer.code).toBe(1000);
  }
  const { content } = await search({ page_size: 100 });
  return Promise.all(
    content.map(async ({ id }) => {
      const { body } = await world.call(stations.getLocation, {
        params: { id },
        token: driver.token,
      });
      return body.data;
    }),
  );
}

const search = async (query: object) =>
  (
    await world.call(stations.searchLocations, {
      query: { ...HERE, distance: 50, ...query },
      token: driver.token,
    })
  ).body;

async function drive(plugs: { inlets: Vehicle["inlets"]; adapters: Vehicle["adapters"] }) {
  const { body } = await world.call(vehicles.updateVehicle, {
    params: { userId: driver.id, id: vehicleId },
    body: { ...car, vehicle_type: "FOUR_WHEELER", ...plugs },
    token: driver.token,
  });
  return body.data;
}

/** By hand: a combo inlet takes the AC plug of its type, and an adapter the plug it is for. */
const TAKEN_TOO: Partial<Record<ConnectorStandard, ConnectorStandard>> = {
  IEC_62196_T2_COMBO: "IEC_62196_T2",
  IEC_62196_T1_COMBO: "IEC_62196_T1",
};
const goesInto = (name: string, vehicle: Vehicle) =>
  [...vehicle.inlets, ...vehicle.inlets.map((one) => TAKEN_TOO[one]), ...vehicle.adapters].some(
    (one) => one === name,
  );

test("[V-5] list, count, pins, station and start agree on what fits, whatever the vehicle and the stations", async () => {
  let fitting = 0;
  let others = 0;
  await fc.assert(
    fc.asyncProperty(chargers, garage, async (places, cars) => {
      const all = await build(places);
      const now = world.clock.now().getTime();
      for (const plugs of cars) {
        const vehicle = await drive(plugs);
        const query = asked(NO_FILTER, vehicle);
        const [list, count, map] = await Promise.all([
          search({ ...query, page_size: 100 }),
          search({ ...query, page_size: 1 }),
          world.call(stations.listPins, {
            query: { ...BOX, ...query },
            token: driver.token,
          }),
        ]);
        const { pins } = map.body.data;
        // Nothing speaks against a start at these.
        const offered = all.filter((location) =>
          plugsOf(location).some(
            ({ connector }) => startDoubts({ location, connector, vehicle, me: null }).length === 0,
          ),
        );
        const right = all.filter((location) =>
          plugsOf(location).some(({ connector }) => goesInto(connector.standard, vehicle)),
        );
        const named = right.map(({ id }) => id).toSorted();
        expect({
          list: list.content.map(({ id }) => id).toSorted(),
          count: count.total_elements,
          pins: pins.map(({ id }) => id).toSorted(),
          start: offered.map(({ id }) => id).toSorted(),
        }).toEqual({ list: named, count: named.length, pins: named, start: named });
        for (const location of list.content) {
          const { location: mine, plug } = asAsked(location, wishOf(query), vehicle, now);
          expect(plug && goesInto(plug.connector.standard, vehicle)).toBe(true);
          // The service's own choice.
          expect(plugKey(everyPlugOf(location)[location.chosen_plug!]!)).toBe(plugKey(plug!));
          expect(pins.find(({ id }) => id === location.id)).toMatchObject({
            free: mine.availableConnectors,
            total: mine.totalConnectors,
            state: stateOf(mine, now),
          });
        }
        fitting += named.length;
        others += all.length - named.length;
      }
    }),
    { numRuns: 24 },
  );
  // Worlds in which all fit, or none, would agree on anything.
  expect(Math.min(fitting, others)).toBeGreaterThan(50);
});
