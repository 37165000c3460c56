import { trips, vehicles } from "@voltmarg/contract";
import { decodePolyline, distanceKm } from "@voltmarg/rules";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

const HOME = { latitude: 18.534567, longitude: 73.876543, name: "Home" };
const LONAVALA = { latitude: 18.7546, longitude: 73.4062, name: "Rose Villa, Old Khandala Road" };

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 60, roads: true });
});
afterAll(() => world.stop());

async function newDriver(): Promise<Driver> {
  const who = await world.signUp();
  const body = { ...NEXON, range: 320, registration: "MH12AB1234" };
  await world.call(vehicles.addVehicle, { params: { userId: who.id }, body, token: who.token });
  return who;
}
async function plan({ token }: Driver, more: { start?: typeof HOME } = {}): Promise<string> {
  const body = { start: HOME, end: LONAVALA, charge_percent: 90, ...more };
  const answer = await world.call(trips.planTrip, { body, token });
  world.clock.advance(1_000);
  return answer.body.data.id!;
}
const list = async ({ token }: Driver) =>
  (await world.call(trips.listTrips, { token })).body.data.trips;
const change = async (
  { token }: Driver,
  id: string,
  body: { name?: string | null; shared?: boolean; shared_start?: string; shared_end?: string },
) => (await world.call(trips.updateTrip, { params: { id }, body, token })).body.data;
const shown = (key: string) => world.call(trips.getSharedTrip, { params: { key } });
const goneLink = async (key: string) =>
  (await world.refused(trips.getSharedTrip, { params: { key } })).status;

test("[T-8] the last ten plans are kept, and those with a name", async () => {
  const driver = await newDriver();
  const first = await plan(driver);
  const named = await plan(driver);
  expect(await change(driver, named, { name: "To the hills" })).toMatchObject({
    id: named,
    name: "To the hills",
    start: HOME,
    share_key: null,
  });
  const later: string[] = [];
  for (let nth = 0; nth < 10; nth += 1) later.push(await plan(driver));
  const kept = (await list(driver)).map(({ id }) => id);
  expect(kept).toEqual([...later.toReversed(), named]);
  expect(kept).not.toContain(first);
  const whole = await world.call(trips.getTrip, { params: { id: named }, token: driver.token });
  expect(whole.body.data.plan.legs).toHaveLength(1);
  await change(driver, named, { name: null });
  await plan(driver);
  expect((await list(driver)).map(({ id }) => id)).not.toContain(named);
});

test("[T-8] fifty trips can have a name", async () => {
  const driver = await newDriver();
  const id = await plan(driver);
  await change(driver, id, { name: "1" });
  await sql`insert into trip (user_id, id, name, plan, created_at)
    select user_id, id || n, name, plan, created_at from trip, generate_series(2, 50) n
    where user_id = ${driver.id}`.execute(world.database.db);
  const one = await plan(driver);
  const input = { params: { id: one }, body: { name: "51" }, token: driver.token };
  expect((await world.refused(trips.updateTrip, input)).body.code).toBe("TOO_MANY_TRIPS");
  expect((await change(driver, id, { name: "One" })).name).toBe("One");
});

test("[T-8] a link shows the plan and nothing of its driver, until it ends", async () => {
  const driver = await newDriver();
  const id = await plan(driver);
  const { share_key: key } = await change(driver, id, { shared: true, name: "Asha's birthday" });
  const { body } = await shown(key!);
  const text = JSON.stringify(body);
  for (const own of [driver.id, driver.mobile, "MH12AB1234", "birthday", "Home", "Khandala", id])
    expect(text).not.toContain(own);
  // A coordinate may have these digits within it.
  expect(text).not.toMatch(/\b320\b/);
  const { start, end, line, km, legs } = body.data;
  for (const [moved, place] of [
    [start, HOME],
    [end, LONAVALA],
  ] as const) {
    expect(distanceKm(moved, place)).toBeGreaterThan(0.79);
    expect(distanceKm(moved, place)).toBeLessThan(2.51);
  }
  expect(decodePolyline(line, 10_000)!.length).toBeGreaterThan(3);
  expect(km).toBeGreaterThan(50);
  expect(legs).toEqual([{ km, minutes: body.data.minutes }]);
  for (const figure of ["price_minor", "petrol_minor", "kwh", "arrive_percent", "assumptions"])
    expect(body.data).not.toHaveProperty(figure);

  expect((await change(driver, id, { name: "Other" })).share_key).toBe(key);
  expect((await change(driver, id, { shared: false })).share_key).toBeNull();
  expect(await goneLink(key!)).toBe(404);
  const again = (await change(driver, id, { shared: true })).share_key!;
  expect(again).not.toBe(key);
  await world.call(trips.deleteTrip, { params: { id }, token: driver.token });
  expect(await goneLink(again)).toBe(404);
  const left = await rows(
    world.database.db,
    sql`select 1 from trip_share where user_id = ${driver.id}`,
  );
  expect(left).toEqual([]);
});

test("[T-8] a link calls start and destination as its driver does for it, else nothing", async () => {
  const driver = await newDriver();
  const id = await plan(driver);
  const { share_key: key } = await change(driver, id, { shared: true, shared_start: " Pune " });
  const { start, end } = (await shown(key!)).body.data;
  expect([start.name, end.name]).toEqual(["Pune", undefined]);
  expect((await change(driver, id, { shared: true, shared_end: "The hills" })).share_key).toBe(key);
  const later = (await shown(key!)).body.data;
  expect([later.start.name, later.end.name]).toEqual(["Pune", "The hills"]);

  const input = { params: { id }, body: { shared_end: "Home" }, token: driver.token };
  const { status, body } = await world.refused(trips.updateTrip, input);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("shared_end")]);
});

test("[T-8] a place is moved once for its driver: another pin at the door, another trip, another link", async () => {
  const driver = await newDriver();
  const startOf = async (who: Driver, start: typeof HOME) => {
    const { share_key } = await change(who, await plan(who, { start }), { shared: true });
    return (await shown(share_key!)).body.data.start;
  };
  const first = await startOf(driver, HOME);
  const id = (await list(driver))[0]!.id;
  await world.call(trips.deleteTrip, { params: { id }, token: driver.token });
  expect(await startOf(driver, { ...HOME, latitude: HOME.latitude + 0.0001 })).toEqual(first);
  expect(await startOf(driver, { ...HOME, longitude: HOME.longitude + 0.004 })).toEqual(first);
  expect(await startOf(driver, { ...HOME, longitude: HOME.longitude + 0.006 })).not.toEqual(first);
  expect(await startOf(await newDriver(), HOME)).not.toEqual(first);
});

test("[T-8] the link of a trip that made room for newer ones ends with it", async () => {
  const driver = await newDriver();
  const { share_key: key } = await change(driver, await plan(driver), { shared: true });
  for (let nth = 0; nth < 10; nth += 1) await plan(driver);
  expect(await goneLink(key!)).toBe(404);
});

test("[T-8] plans made at the same time keep the limit", async () => {
  const driver = await newDriver();
  await Promise.all(Array.from({ length: 14 }, () => plan(driver)));
  expect(await list(driver)).toHaveLength(10);
});
