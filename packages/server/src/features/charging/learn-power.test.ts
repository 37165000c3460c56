import { vehicles, type Vehicle } from "@voltmarg/contract";
import type { Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { learnPower } from "./learn-power.ts";
import { findSession, type SessionRow } from "./session.store.ts";

const CAR = {
  make: "Mahindra",
  model: "BE 6",
  variant: "",
  vehicle_type: "FOUR_WHEELER" as const,
  battery_capacity: 30,
  range: 300,
  max_dc_intake: null as number | null,
  onboard_charger_capacity: null,
  inlets: ["IEC_62196_T2_COMBO" as const],
};

let own: OwnOperator;
let driver: Driver;
let car: Vehicle;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());
beforeEach(async () => {
  driver = await own.driver(500_000);
  car = await add(CAR);
});

const mine = async () => ({ token: await own.tokenOf(driver) });
const add = async (body: object) =>
  (
    await own.world.call(vehicles.addVehicle, {
      params: { userId: driver.id },
      body: body as typeof CAR,
      ...(await mine()),
    })
  ).body.data;
const save = async (body: object) =>
  (
    await own.world.call(vehicles.updateVehicle, {
      params: { userId: driver.id, id: car.id },
      body: body as typeof CAR,
      ...(await mine()),
    })
  ).body.data;
const seen = async ({ id } = car) => {
  const params = { userId: driver.id, id };
  const { body } = await own.world.call(vehicles.getVehicle, { params, ...(await mine()) });
  return [body.data.seen_ac_kw ?? null, body.data.seen_dc_kw ?? null];
};
/** A charge at a plug of 60 kW: so many kWh in so many minutes. */
async function charge(kwh: number, minutes: number, more?: object) {
  const asked = await own.ask(driver);
  await own.tell(asked, { kwh: 0 });
  own.world.clock.advance(minutes * 60_000);
  await own.tell(asked, { kwh, status: "COMPLETED", ...(more && { more }) });
  await own.world.drain();
  return asked;
}

test("[V-6] a charge shows the power of a vehicle that nobody states, and a faster one raises it", async () => {
  await charge(10, 30);
  expect(await seen()).toEqual([null, 20]);
  await charge(12, 24);
  expect(await seen()).toEqual([null, 30]);
  await charge(10, 60);
  expect(await seen()).toEqual([null, 30]);
});

test("[V-6] what was told twice, by a worker that died, changes nothing", async () => {
  await charge(10, 30);
  await sql`update outbox set done_at = null, leased_until = null where topic = 'charging.stepped'`.execute(
    own.world.database.db,
  );
  await own.world.drain();
  expect(await seen()).toEqual([null, 20]);
});

test("[V-6] a stated power stays, and a company's or another vehicle is not taught", async () => {
  const other = await add({ ...CAR, model: "XEV 9e" });
  await charge(10, 30);
  expect(await seen(other)).toEqual([null, null]);
  await save({ ...CAR, max_dc_intake: 50 });
  await charge(12, 24);
  expect(await seen()).toEqual([null, 20]);
  expect((await save({ ...CAR, max_dc_intake: 50 })).max_dc_intake).toBe(50);
});

test("[V-6] a vehicle that became another one has shown nothing", async () => {
  await charge(10, 30);
  expect((await save({ ...CAR, registration: "MH 12 QT 4417" })).seen_dc_kw).toBe(20);
  expect(await save({ ...CAR, model: "XUV400" })).not.toHaveProperty("seen_dc_kw");
  const asked = await own.ask(driver);
  await own.tell(asked, { kwh: 0 });
  await save({ ...CAR, model: "XEV 9e" });
  own.world.clock.advance(30 * 60_000);
  await own.tell(asked, { kwh: 10, status: "COMPLETED" });
  await own.world.drain();
  expect(await seen()).toEqual([null, null]);
});

test("[V-6] an operator whose figures cannot be true teaches nothing", async () => {
  // 64 kW from a plug of 60.
  await charge(32, 30);
  // Periods of more than the session took: its energy went backwards.
  const at = own.world.clock.now().getTime();
  await charge(10, 30, {
    charging_periods: [
      { start_date_time: new Date(at).toISOString(), dimensions: [{ type: "ENERGY", volume: 14 }] },
    ],
  });
  expect(await seen()).toEqual([null, null]);
});

test("[V-6] at the power of the plug a vehicle may take more: what was seen before is no limit", async () => {
  await charge(28, 30);
  expect(await seen()).toEqual([null, null]);
  await charge(10, 30);
  await charge(28, 30);
  expect(await seen()).toEqual([null, null]);
});

test("[V-6] a charge that its operator has not ended or not said enough of teaches nothing", async () => {
  const { db, transact } = own.world.database;
  const { id } = await charge(10, 30);
  const row = (await findSession(db, driver.id, id))!;
  // As another vehicle it has shown nothing, and neither when it is this one again.
  await save({ ...CAR, model: "XUV400" });
  await save(CAR);
  const after = async (more: Partial<SessionRow>) => {
    await transact((tx) => learnPower(tx, { ...row, ...more }));
    return seen();
  };
  for (const more of [
    { status: "INVALID" },
    { given_up_at: row.end_at },
    { start_at: null },
    { end_at: null },
    { kwh: null },
    { snapshot: { ...row.snapshot, vehicle: null } },
  ] as const)
    expect(await after(more), JSON.stringify(more)).toEqual([null, null]);
  // What its periods sum up to may be more by rounding, a tenth of a kWh.
  expect(await after({ kwh: 9.899 })).toEqual([null, null]);
  expect(await after({ kwh: 9.9 })).toEqual([null, 20]);
});
