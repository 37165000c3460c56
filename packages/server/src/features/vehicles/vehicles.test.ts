import { stations, vehicles, type Vehicle } from "@voltmarg/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 12 });
});
afterAll(() => world.stop());

const as = (driver: Driver) => ({ params: { userId: driver.id }, token: driver.token });
const one = (driver: Driver, id: string) => ({
  params: { userId: driver.id, id },
  token: driver.token,
});
const list = async (driver: Driver): Promise<Vehicle[]> =>
  (await world.call(vehicles.listVehicles, as(driver))).body.content;
const add = async (driver: Driver, more: object = {}): Promise<Vehicle> => {
  world.clock.advance(1);
  return (await world.call(vehicles.addVehicle, { ...as(driver), body: { ...NEXON, ...more } }))
    .body.data;
};
const change = async (driver: Driver, id: string, more: object = {}): Promise<Vehicle> =>
  (await world.call(vehicles.updateVehicle, { ...one(driver, id), body: { ...NEXON, ...more } }))
    .body.data;
const remove = (driver: Driver, id: string) => world.call(vehicles.deleteVehicle, one(driver, id));
const primaries = async (driver: Driver) =>
  (await list(driver)).filter((vehicle) => vehicle.is_primary).map(({ id }) => id);

describe("a driver's vehicles", () => {
  test("[V-1] [V-2] are added, read, changed and deleted with every field", async () => {
    const driver = await world.signUp();
    expect(await list(driver)).toEqual([]);
    const made = await add(driver, { registration: " MH12AB1234 " });
    const looks = { paint: null, commercial: false, body_type: null };
    const registration = "MH12AB1234";
    expect(made).toEqual({ id: made.id, is_primary: true, ...NEXON, registration, ...looks });
    const { body } = await world.call(vehicles.getVehicle, one(driver, made.id));
    expect(body.data).toEqual(made);
    const scooter = {
      make: "Ather",
      model: "450X",
      variant: "3.7 kWh",
      vehicle_type: "TWO_WHEELER" as const,
      battery_capacity: 3.7,
      range: 150,
      max_dc_intake: null,
      onboard_charger_capacity: 0.9,
      inlets: ["LECCS" as const],
      adapters: ["IEC_62196_T2" as const],
      registration: null,
      paint: "BLUE" as const,
      commercial: true,
    };
    expect(await change(driver, made.id, scooter)).toEqual({
      id: made.id,
      is_primary: true,
      ...scooter,
      // By the catalogue, of the model whatever its variant.
      body_type: "SCOOTER",
    });
    expect((await list(driver))[0]).toMatchObject({ paint: "BLUE", body_type: "SCOOTER" });
    await remove(driver, made.id);
    expect(await list(driver)).toEqual([]);
    const gone = await world.refused(vehicles.getVehicle, one(driver, made.id));
    expect(gone.body.code).toBe("NOT_FOUND");
    const again = await world.refused(vehicles.deleteVehicle, one(driver, made.id));
    expect(again.body.code).toBe("NOT_FOUND");
  });

  test("[V-5] an app that does not know of inlets gets the usual ones of the vehicle's type", async () => {
    const driver = await world.signUp();
    const { inlets: _, adapters: __, variant: ___, ...older } = NEXON;
    const send = (body: object, id?: string) =>
      id === undefined
        ? world.call(vehicles.addVehicle, { ...as(driver), body: { ...older, ...body } })
        : world.call(vehicles.updateVehicle, { ...one(driver, id), body: { ...older, ...body } });
    const { id, inlets } = (await send({})).body.data;
    expect(inlets).toEqual(["IEC_62196_T2_COMBO", "IEC_62196_T2"]);
    // A newer app says better; the older one leaves it, unless the vehicle becomes another one.
    await change(driver, id, { inlets: ["GBT_DC"], adapters: ["DOMESTIC_M"] });
    expect((await send({ range: 200 }, id)).body.data.inlets).toEqual(["GBT_DC"]);
    const scooter = { make: "TVS", model: "iQube", vehicle_type: "TWO_WHEELER" };
    expect((await send(scooter, id)).body.data.inlets).toEqual(["DOMESTIC_M", "DOMESTIC_D"]);
  });

  test("[V-5] a vehicle saved by an earlier release has the usual inlets of its type", async () => {
    const driver = await world.signUp();
    const { id } = await add(driver);
    await sql`update vehicle set inlets = null, max_dc_intake = null where user_id = ${driver.id}`.execute(
      world.database.db,
    );
    expect((await list(driver))[0]!.inlets).toEqual(["IEC_62196_T2"]);
    const refused = await world.refused(vehicles.updateVehicle, {
      ...one(driver, id),
      body: { ...NEXON, inlets: ["CCS2" as "LECCS"] },
    });
    expect(refused.body.code).toBe("INVALID_INPUT");
  });

  test("[V-6] a vehicle without a known power is saved as it is", async () => {
    const driver = await world.signUp();
    const unknown = { max_dc_intake: null, onboard_charger_capacity: null };
    expect(await add(driver, unknown)).toMatchObject(unknown);
  });

  test("[V-2] [V-6] battery and range may be unknown; nothing is reckoned from them then", async () => {
    const driver = await world.signUp();
    const unknown = { battery_capacity: null, range: null };
    const made = await add(driver, { make: "Deccan", model: "Bullock", ...unknown });
    expect(made).toMatchObject({ ...unknown, body_type: null });
    expect((await list(driver))[0]).toMatchObject(unknown);
    const { body } = await world.call(stations.searchLocations, {
      query: { latitude: 18.55, longitude: 73.8, distance: 5000 },
      token: driver.token,
    });
    expect(body.content.length).toBeGreaterThan(0);
    const refused = await world.refused(vehicles.addVehicle, {
      ...as(driver),
      body: { ...NEXON, battery_capacity: 0 },
    });
    expect(refused.body.code).toBe("INVALID_INPUT");
  });

  test("[V-1] have exactly one primary while there is any, after any sequence of changes", async () => {
    type Step =
      | { do: "add"; primary: boolean | undefined }
      | { do: "change"; which: number; primary: boolean | undefined }
      | { do: "remove"; which: number };
    const primary = fc.constantFrom(true, false, undefined);
    const which = fc.nat({ max: 5 });
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ do: fc.constant("add" as const), primary }),
      fc.record({ do: fc.constant("change" as const), which, primary }),
      fc.record({ do: fc.constant("remove" as const), which }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const driver = await world.signUp();
        // A minimal model of the rule: the ids, oldest first, and the primary one.
        let kept: string[] = [];
        let chosen: string | undefined;
        for (const each of steps) {
          const named = each.do === "add" ? undefined : kept[each.which];
          if (each.do === "add") {
            const { id } = await add(driver, { is_primary: each.primary });
            kept.push(id);
            if (kept.length === 1 || each.primary) chosen = id;
          } else if (named !== undefined && each.do === "change") {
            await change(driver, named, { is_primary: each.primary });
            if (each.primary) chosen = named;
          } else if (named !== undefined) {
            await remove(driver, named);
            kept = kept.filter((id) => id !== named);
            if (chosen === named) chosen = kept[0];
          }
          const found = await list(driver);
          expect(found.map(({ id }) => id)).toEqual(
            chosen === undefined ? [] : [chosen, ...kept.filter((id) => id !== chosen)],
          );
          expect(found.filter((vehicle) => vehicle.is_primary)).toHaveLength(chosen ? 1 : 0);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("[V-1] have exactly one primary under parallel writes", async () => {
    const driver = await world.signUp();
    await Promise.all(Array.from({ length: 20 }, () => add(driver, { is_primary: true })));
    expect(await primaries(driver)).toHaveLength(1);
    const all = await list(driver);
    expect(all).toHaveLength(20);
    await Promise.all(all.map(({ id }) => change(driver, id, { is_primary: true })));
    expect(await primaries(driver)).toHaveLength(1);
    await Promise.all([
      ...all.slice(0, 15).map(({ id }) => remove(driver, id)),
      ...all.slice(15).map(({ id }) => change(driver, id, { is_primary: true })),
      ...Array.from({ length: 5 }, () => add(driver)),
    ]);
    expect(await list(driver)).toHaveLength(10);
    expect(await primaries(driver)).toHaveLength(1);
  });

  test("are not found by anybody else", async () => {
    const owner = await world.signUp();
    const stranger = await world.signUp();
    const { id } = await add(owner);
    const own = await add(stranger);
    for (const params of [
      { userId: owner.id, id },
      { userId: stranger.id, id },
      { userId: stranger.id, id: "veh_absent" },
    ]) {
      const input = { params, token: stranger.token };
      for (const refused of [
        await world.refused(vehicles.getVehicle, input),
        await world.refused(vehicles.updateVehicle, { ...input, body: NEXON }),
        await world.refused(vehicles.deleteVehicle, input),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([404, "NOT_FOUND"]);
      }
    }
    expect((await list(owner)).map((vehicle) => vehicle.id)).toEqual([id]);
    expect((await list(stranger)).map((vehicle) => vehicle.id)).toEqual([own.id]);
  });

  test.each([
    { make: "" },
    { make: "  " },
    { make: "x".repeat(61) },
    { make: undefined },
    { model: 7 },
    { vehicle_type: "TRUCK" },
    { battery_capacity: 0 },
    { battery_capacity: -1 },
    { battery_capacity: 5e-324 },
    { battery_capacity: 1_000.1 },
    { battery_capacity: "45" },
    { range: 0 },
    { range: 2_001 },
    { max_dc_intake: 0 },
    { max_dc_intake: 1_001 },
    { max_dc_intake: undefined },
    { onboard_charger_capacity: -7 },
    { onboard_charger_capacity: 101 },
    { registration: "x".repeat(17) },
    { is_primary: "yes" },
  ])("[V-2] cannot have %j", async (wrong) => {
    const driver = await world.signUp();
    const { status, body } = await world.refused(vehicles.addVehicle, {
      ...as(driver),
      body: { ...NEXON, ...wrong } as typeof NEXON,
    });
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(body.errors?.map(({ path }) => path)).toEqual(Object.keys(wrong));
    expect(await list(driver)).toEqual([]);
  });

  test("[V-2] [L-5] of the smallest possible size break no search", async () => {
    const driver = await world.signUp();
    const tiny = { battery_capacity: 0.1, max_dc_intake: 0.1, onboard_charger_capacity: 0.1 };
    await add(driver, { ...tiny, range: 2_000 });
    const { body } = await world.call(stations.searchLocations, { token: driver.token });
    expect(body.content.length).toBeGreaterThan(0);
    for (const { evses } of body.content) {
      for (const { connectors } of evses) {
        for (const { powerInKwh } of connectors) expect(powerInKwh).toBe(0.1);
      }
    }
  });
});

test("[V-3] models of a kind can be looked up to fill a vehicle from", async () => {
  const driver = await world.signUp();
  const models = async (query: object) =>
    (await world.call(vehicles.listModelsByType, { query, token: driver.token })).body.content;
  const all = await models({});
  const scooters = await models({ vehicleType: "TWO_WHEELER" });
  expect(scooters.length).toBeGreaterThan(0);
  expect(scooters.length).toBeLessThan(all.length);
  expect(new Set(scooters.map(({ vehicle_type }) => vehicle_type))).toEqual(
    new Set(["TWO_WHEELER"]),
  );
  for (const model of all) expect((await add(driver, model)).make).toBe(model.make);
  const wrong = await world.refused(vehicles.listModelsByType, {
    query: { vehicleType: "BOAT" } as object,
    token: driver.token,
  });
  expect(wrong.body.code).toBe("INVALID_INPUT");
});
