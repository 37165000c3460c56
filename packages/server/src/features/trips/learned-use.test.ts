import { trips, vehicles, type TripPlan, type Vehicle } from "@voltmarg/contract";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import type { Driver } from "@voltmarg/testkit/harness";
import { HYDERABAD, openTripWorld, PUNE, type TripWorld } from "@voltmarg/testkit/trip-world";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

let on: TripWorld;
beforeAll(async () => {
  on = await openTripWorld();
});
afterAll(() => on.close());

const DAY_MS = 86_400_000;
let driver: Driver;
beforeEach(async () => {
  driver = await on.driver(500_000);
  await on.hear();
});

type Said = {
  odometer_km: number;
  charge_percent: number;
  departs_at?: string;
  vehicle_id?: string;
};
/** A plan with what the car shows; it is kept also where the charge is not enough for the way. */
async function say(said: Said, who = driver): Promise<TripPlan | null> {
  const body = { start: PUNE, end: HYDERABAD, ...said };
  const answer = await on.world.call(trips.planTrip, { body, token: await on.tokenOf(who) });
  return answer.body.data.plan;
}
const later = async (days = 1) => {
  on.world.clock.advance(days * DAY_MS);
  await on.hear();
};
/** 40 kWh at a plug, of which 36 reach the battery. */
async function charge(who = driver) {
  const asked = await on.ask(who, "EVEN-1", { selectedMoney: 2_000 });
  await on.tell(asked, { kwh: 0 });
  on.world.clock.advance(2_700_000);
  await on.tell(asked, { kwh: 40, status: "COMPLETED" });
  await on.world.drain();
  return asked;
}
const sources = ({ assumptions }: TripPlan) =>
  assumptions.filter(({ of }) => ["RANGE", "USUAL_USE", "LEARNED_USE"].includes(of));
const kept = ({ id }: Driver) =>
  rows(
    on.world.database.db,
    sql<{ odometer_km: number }>`
      select odometer_km from vehicle_reading where user_id = ${id} order by at, odometer_km`,
  );

/** 100 km for 40 % of 45 kWh; then 36 kWh are charged, and 110 km later there are 40 % more: 18 kWh are used up. */
async function threeReadings() {
  await say({ odometer_km: 10_000, charge_percent: 90 });
  await later();
  await say({ odometer_km: 10_100, charge_percent: 50 });
  await charge();
  await later();
  return say({ odometer_km: 10_210, charge_percent: 90 });
}
const LEARNED = [{ of: "LEARNED_USE", value: 17.1 }];
const STATED = [{ of: "RANGE", value: 320 }];

describe("[T-12] what a car uses is learned from what its driver says of it", () => {
  test("two intervals, with the charging session between them, change what the third plan takes", async () => {
    const before = (await on.plan(driver)).plan;
    expect(sources(before)).toEqual(STATED);
    const plan = (await threeReadings())!;
    expect(sources(plan)).toEqual(LEARNED);
    expect(plan.kwh).toBeGreaterThan(before.kwh * 1.1);
    expect(sources((await on.plan(driver)).plan)).toEqual(LEARNED);
  });

  test("a backwards odometer changes nothing, nor does the charge of a later departure", async () => {
    await threeReadings();
    await later();
    const departs_at = new Date(on.world.clock.now().getTime() + DAY_MS).toISOString();
    await say({ odometer_km: 10_310, charge_percent: 100, departs_at });
    expect(await kept(driver)).toHaveLength(3);
    expect(sources((await say({ odometer_km: 9_000, charge_percent: 90 }))!)).toEqual(LEARNED);
  });

  test("another driver's readings and charging sessions never count", async () => {
    const other = await on.driver(500_000);
    await say({ odometer_km: 10_000, charge_percent: 90 });
    await later();
    await say({ odometer_km: 10_100, charge_percent: 50 });
    await charge(other);
    await later();
    await say({ odometer_km: 10_210, charge_percent: 90 }, other);
    expect(sources((await say({ odometer_km: 10_210, charge_percent: 90 }))!)).toEqual(STATED);
    expect(sources((await on.plan(other)).plan)).toEqual(STATED);
  });

  test("a charging session that its operator withdrew makes its interval unknown", async () => {
    await say({ odometer_km: 10_000, charge_percent: 90 });
    await later();
    await say({ odometer_km: 10_100, charge_percent: 50 });
    const asked = await on.ask(driver, "EVEN-1", { selectedMoney: 2_000 });
    await on.tell(asked, { kwh: 0 });
    on.world.clock.advance(2_700_000);
    await on.tell(asked, { kwh: 40, status: "INVALID" });
    await on.world.drain();
    await later();
    const third = (await say({ odometer_km: 10_210, charge_percent: 90 }))!;
    expect(sources(third)).toEqual(STATED);
    // It does not stand in the way of what follows.
    await later();
    const fourth =
      (await say({ odometer_km: 10_310, charge_percent: 50 })) ?? (await on.plan(driver)).plan;
    expect(sources(fourth)).toEqual([{ of: "LEARNED_USE", value: 18 }]);
  });

  test("reach and way know it too", async () => {
    const far = async () => {
      const query = { charge_percent: 80 };
      return (await on.world.call(trips.getReach, { query, token: await on.tokenOf(driver) })).body
        .data.reach_km;
    };
    const before = await far();
    await threeReadings();
    expect(await far()).toBeLessThan(before * 0.95);
  });

  test("only the last fifty readings are kept, and the same odometer is one", async () => {
    const { id } = await car();
    const put = sql`insert into vehicle_reading (user_id, vehicle_id, at, odometer_km, percent)
      select ${driver.id}, ${id}, ${on.world.clock.now()}::timestamptz - interval '1 day' * n, 20000 - n, 50
      from generate_series(1, 50) n`;
    await put.execute(on.world.database.db);
    await say({ odometer_km: 20_000, charge_percent: 90 });
    await say({ odometer_km: 20_000, charge_percent: 80 });
    const all = await kept(driver);
    expect(all).toHaveLength(50);
    expect([all[0]!.odometer_km, all.at(-1)!.odometer_km]).toEqual([19_951, 20_000]);
  });

  test("a car that becomes another, or goes, takes its readings along", async () => {
    await threeReadings();
    const { id } = await car();
    const params = { userId: driver.id, id };
    const token = await on.tokenOf(driver);
    const body = { ...NEXON, range: 300 };
    await on.world.call(vehicles.updateVehicle, { params, body, token });
    expect(await kept(driver)).toHaveLength(3);
    await on.world.call(vehicles.updateVehicle, { params, body: { ...body, model: "X" }, token });
    expect(await kept(driver)).toHaveLength(0);
    await say({ odometer_km: 5, charge_percent: 90 });
    await on.world.call(vehicles.deleteVehicle, { params, token });
    expect(await kept(driver)).toHaveLength(0);
  });
});

async function car(): Promise<Vehicle> {
  const params = { userId: driver.id };
  const token = await on.tokenOf(driver);
  return (await on.world.call(vehicles.listVehicles, { params, token })).body.content[0]!;
}
