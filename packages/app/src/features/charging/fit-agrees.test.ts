import { readFileSync } from "node:fs";
import { stations, vehicles, type Location, type Vehicle } from "@voltmarg/contract";
import { CONNECTOR_STANDARDS, type ConnectorStandard } from "@voltmarg/rules";
import { startHarness, stopDatabases, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDoubts } from "./start-doubts.ts";
import { asked, type Filter, NO_FILTER } from "../../locations/filter.ts";
import { asAsked, isAsked, wishOf } from "../../locations/as-asked.ts";
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
  await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1"));
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

const seldom = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
/** What a driver may set on the screen of filters. */
const filters: fc.Arbitrary<Filter> = fc.record({
  fits: fc.boolean(),
  freeNow: seldom(false, fc.constant(true)),
  openNow: seldom(false, fc.constant(true)),
  fast: seldom(false, fc.constant(true)),
  powers: seldom<Filter["powers"]>([], fc.constantFrom(["slow"], ["fast", "ultra"])),
  standards: seldom<string[]>([], fc.constant(["IEC_62196_T2_COMBO", "IEC_62196_T2", "CHADEMO"])),
  current: seldom<Filter["current"]>(null, fc.constantFrom("AC", "DC")),
  rupees: seldom<number | null>(null, fc.constantFrom(8, 30)),
  operators: fc.constant([]),
  km: fc.constant(50),
});

test("[L-10] a row of the app means the plug that the service chose, its pin counts the same, and a saved list has the same rows", async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(
      chargers,
      garage,
      fc.array(fc.tuple(filters, fc.boolean()), { minLength: 4, maxLength: 4 }),
      async (places, [plugs], searches) => {
        await build(places);
        const vehicle = await drive(plugs!);
        const now = world.clock.now().getTime();
        const saved = (await search({ page_size: 100 })).content;
        for (const [filter, isCheapest] of searches) {
          const query = asked(filter, vehicle);
          const wish = wishOf(query, isCheapest);
          const { content } = await search({ ...query, ...(isCheapest ? { sort: "price" } : {}) });
          const { body } = await world.call(stations.listPins, {
            query: { ...BOX, ...query },
            token: driver.token,
          });
          for (const location of content) {
            const { location: mine, plug } = asAsked(location, wish, vehicle, now);
            const chosen = location.chosen_plug ?? null;
            expect(plug && plugKey(plug)).toBe(
              chosen === null ? null : plugKey(everyPlugOf(location)[chosen]!),
            );
            expect(body.data.pins.find(({ id }) => id === location.id)).toMatchObject({
              free: mine.availableConnectors,
              total: mine.totalConnectors,
              state: stateOf(mine, now),
              power: mine.power_class,
            });
          }
          // Without a network a status is not known, so it is not heeded.
          if (!filter.freeNow)
            expect(
              saved.filter((one) => isAsked(one, wish, vehicle, now)).map(({ id }) => id),
            ).toEqual(
              saved.filter(({ id }) => content.some((one) => one.id === id)).map(({ id }) => id),
            );
          rows += content.length;
        }
      },
    ),
    { numRuns: 16 },
  );
  expect(rows).toBeGreaterThan(40);
});
