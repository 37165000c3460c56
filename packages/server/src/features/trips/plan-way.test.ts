import { stations, trips, vehicles, type Vehicle } from "@voltmarg/contract";
import { decodePolyline, distanceKm, kmAlong } from "@voltmarg/rules";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const PUNE = { latitude: 18.5204, longitude: 73.8567, name: "Home" };
const MUMBAI = { latitude: 19.115, longitude: 72.885 };
const HYDERABAD = { latitude: 17.385, longitude: 78.4867 };
const DELHI = { latitude: 28.6139, longitude: 77.209 };
const SCOOTER = {
  ...NEXON,
  make: "Ather",
  model: "450X",
  vehicle_type: "TWO_WHEELER" as const,
  battery_capacity: 3.7,
  range: 105,
  max_dc_intake: null,
  onboard_charger_capacity: 0.7,
  inlets: ["DOMESTIC_M", "LECCS"] as Vehicle["inlets"],
};

let world: Harness;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 120, roads: true });
  driver = await withVehicle({ ...NEXON, range: 320 });
});
afterAll(() => world.stop());
let isKind = true;
afterEach(async () => {
  if (isKind) return;
  await habit("happy");
  // Until its circuit breaker tries again.
  await world.pass(60, 60);
});

async function withVehicle(vehicle: typeof NEXON | typeof SCOOTER, more: Partial<Vehicle> = {}) {
  const who = await world.signUp();
  const body = { ...vehicle, is_primary: true, ...more };
  await world.call(vehicles.addVehicle, { params: { userId: who.id }, body, token: who.token });
  return who;
}
async function habit(name: string) {
  isKind = name === "happy";
  await fetch(`${world.roads!.url}/control/habit`, {
    method: "POST",
    body: JSON.stringify({ name }),
  });
}

type Body = NonNullable<Parameters<typeof world.call<typeof trips.planWay>>[1]["body"]>;
const way = async (body: Body, who = driver) =>
  (await world.call(trips.planWay, { body, token: who.token })).body.data;
const refused = async (body: Body, who = driver) => {
  const answer = await world.refused(trips.planWay, { body, token: who.token });
  return [answer.status, answer.body.code];
};
const along = async (polyline: string, distance?: number) => {
  const body = { polyline, page_size: 500, ...(distance !== undefined && { distance }) };
  return (await world.call(stations.findAlongRoute, { body, token: driver.token })).body;
};
const lengthOf = (line: string) => kmAlong(decodePolyline(line, 10_000)!).at(-1)!;

describe("[T-9] the way through some places", () => {
  test("is the router's, with the battery at least every 5 km of its line", async () => {
    const { line, km, minutes, straight, charge_at } = await way({
      start: PUNE,
      end: HYDERABAD,
      charge_percent: 90,
    });
    expect(straight).toBe(false);
    expect(km).toBeGreaterThan(550);
    expect(minutes).toBeGreaterThan(400);
    const length = lengthOf(line);
    expect(length).toBeGreaterThan(km * 0.97);
    expect(charge_at![0]).toEqual({ km: 0, percent: 90 });
    expect(charge_at!.at(-1)!.km).toBeCloseTo(length, 1);
    expect(charge_at!.at(-1)!.percent).toBe(0);
    for (const [nth, { km: at, percent }] of charge_at!.entries()) {
      if (nth === 0) continue;
      const before = charge_at![nth - 1]!;
      expect(at - before.km).toBeGreaterThan(0);
      expect(at - before.km).toBeLessThanOrEqual(5.01);
      expect(percent).toBeLessThanOrEqual(before.percent);
    }
    // The planner with the same charge gets as far.
    const empty = charge_at!.find(({ percent }) => percent === 0)!.km;
    expect(empty).toBeGreaterThan(180);
    expect(empty).toBeLessThan(320);
  });

  test("leads through the places between, and its stations are in its order", async () => {
    const direct = await way({ start: PUNE, end: HYDERABAD });
    const round = await way({ start: PUNE, end: HYDERABAD, through: [MUMBAI] });
    expect(round.km).toBeGreaterThan(direct.km + 150);
    const points = decodePolyline(round.line, 10_000)!;
    expect(Math.min(...points.map((point) => distanceKm(point, MUMBAI)))).toBeLessThan(3);
    const { content } = await along(round.line);
    expect(content.length).toBeGreaterThan(10);
    const kms = content.map(({ route }) => route!.along_km);
    expect(kms).toEqual(kms.toSorted((a, b) => a - b));
    expect(kms.at(-1)!).toBeLessThanOrEqual(lengthOf(round.line) + 0.1);
  });

  test("is as fine in a loop, which ends where it starts", async () => {
    const { km } = await way({ start: PUNE, end: PUNE, through: [MUMBAI] });
    expect(km).toBeGreaterThan(250);
  });

  test.each(["error_500", "empty_shape", "slow"])(
    "is straight where the router does not answer as it should (%s)",
    async (name) => {
      await habit(name);
      const answer = await way({ start: PUNE, end: HYDERABAD, through: [MUMBAI] });
      expect(answer).toMatchObject({ straight: true, minutes: null, charge_at: null });
      const direct = distanceKm(PUNE, MUMBAI) + distanceKm(MUMBAI, HYDERABAD);
      expect(answer.km).toBeCloseTo(direct, 0);
      expect(decodePolyline(answer.line, 10)).toHaveLength(3);
    },
  );

  test("a straight line reckons roads as 1.3 times as long, and is searched for 1,700 km", async () => {
    await habit("error_500");
    const THIRUVANANTHAPURAM = { latitude: 8.5241, longitude: 76.9366 };
    const answer = await way({ start: DELHI, end: THIRUVANANTHAPURAM, charge_percent: 100 });
    expect(answer.km).toBeGreaterThan(2_000);
    const empty = answer.charge_at!.find(({ percent }) => percent === 0)!.km;
    const { body } = await world.call(trips.getReach, {
      query: { charge_percent: 100 },
      token: driver.token,
    });
    const { reach_km, reserve_percent } = body.data;
    expect(empty).toBeCloseTo(reach_km / 1.3 / (1 - reserve_percent / 100), -1);
    const narrow = await along(answer.line, 1);
    const wide = await along(answer.line, 25);
    expect(wide.total_elements).toBeGreaterThan(narrow.total_elements);
    expect(wide.content.length).toBeGreaterThan(5);
    for (const { route } of wide.content) {
      expect(route!.off_km).toBeLessThanOrEqual(25);
      expect(route!.along_km).toBeLessThanOrEqual(answer.km + 1);
    }
    for (const { route } of narrow.content) expect(route!.off_km).toBeLessThanOrEqual(1);
    expect(wide.content.some(({ route }) => route!.off_km > 5)).toBe(true);
  });

  test("says nothing of the battery where vehicle, battery or charge is not known", async () => {
    const none = await world.signUp();
    const ways = { start: PUNE, end: MUMBAI, charge_percent: 50 };
    expect((await way(ways, none)).charge_at).toBeNull();
    const unknown = await withVehicle(NEXON, { battery_capacity: null });
    expect((await way(ways, unknown)).charge_at).toBeNull();
    expect((await way({ start: PUNE, end: MUMBAI })).charge_at).toBeNull();
    expect((await way({ ...ways, charge_percent: 0 })).charge_at![0]).toEqual({
      km: 0,
      percent: 0,
    });
  });

  test("is there for a scooter too, no faster than it drives", async () => {
    const scooter = await withVehicle(SCOOTER);
    const own = await way({ start: PUNE, end: MUMBAI, charge_percent: 100 }, scooter);
    const car = await way({ start: PUNE, end: MUMBAI, charge_percent: 100 });
    expect(own.minutes!).toBeGreaterThan(car.minutes!);
    const empty = own.charge_at!.find(({ percent }) => percent === 0)!.km;
    expect(empty).toBeGreaterThan(75);
    expect(empty).toBeLessThan(125);
  });

  test("has a code for what cannot be", async () => {
    const ways = { start: PUNE, end: MUMBAI };
    expect(await refused({ ...ways, end: PUNE })).toEqual([400, "TRIP_SAME_PLACE"]);
    const LONDON = { latitude: 51.5, longitude: -0.1 };
    expect(await refused({ ...ways, through: [LONDON] })).toEqual([400, "TRIP_OUTSIDE_INDIA"]);
    expect(await refused({ ...ways, end: { latitude: 15, longitude: 70 } })).toEqual([
      400,
      "TRIP_NO_ROAD",
    ]);
    const NORTH = { latitude: 34.1, longitude: 77.6 };
    const SOUTH = { latitude: 8.1, longitude: 77.5 };
    expect(await refused({ start: NORTH, end: SOUTH, through: [SOUTH, NORTH] })).toEqual([
      400,
      "TRIP_TOO_LONG",
    ]);
    expect(await refused({ ...ways, vehicle_id: "veh_absent" })).toEqual([404, "NOT_FOUND"]);
    expect(await refused({ ...ways, charge_percent: 101 })).toEqual([400, "INVALID_INPUT"]);
    const six = Array.from({ length: 6 }, () => MUMBAI);
    expect(await refused({ ...ways, through: six })).toEqual([400, "INVALID_INPUT"]);
    await habit("no_route");
    expect(await refused(ways)).toEqual([400, "TRIP_NO_ROUTE"]);
  });

  test("another driver's vehicle is not known", async () => {
    const other = await withVehicle(NEXON);
    const { body } = await world.call(vehicles.listVehicles, {
      params: { userId: other.id },
      token: other.token,
    });
    const vehicle_id = body.content[0]!.id;
    expect(await refused({ start: PUNE, end: MUMBAI, vehicle_id })).toEqual([404, "NOT_FOUND"]);
  });
});

describe("[T-9] how far the charge lasts", () => {
  const reach = async (charge_percent: number, who = driver) =>
    (await world.call(trips.getReach, { query: { charge_percent }, token: who.token })).body.data;
  const refusedReach = async (
    query: { charge_percent: number; vehicle_id?: string },
    who: Driver,
  ) => (await world.refused(trips.getReach, { query, token: who.token })).body.code;

  test("is by road down to the reserve, and a ring 1.3 times as small", async () => {
    const full = await reach(100);
    expect(full.reach_km).toBeGreaterThan(220);
    expect(full.reach_km).toBeLessThan(288);
    expect(full.straight_km).toBeCloseTo(full.reach_km / 1.3, 0);
    const half = await reach(55);
    expect(half.reach_km).toBeCloseTo(full.reach_km / 2, 0);
    expect(half.charge_percent).toBe(55);
    for (const percent of [1, 10]) expect((await reach(percent)).reach_km).toBe(0);
  });

  test("of a scooter and an auto-rickshaw too, also without a range", async () => {
    const scooter = await withVehicle(SCOOTER);
    expect((await reach(100, scooter)).reach_km).toBeCloseTo(90, -1);
    const bare = await withVehicle(SCOOTER, { range: null });
    expect((await reach(100, bare)).reach_km).toBeCloseTo(96, -1);
    const auto = await withVehicle(SCOOTER, {
      vehicle_type: "THREE_WHEELER",
      battery_capacity: 8.9,
      range: null,
    });
    expect((await reach(100, auto)).reach_km).toBeCloseTo(117, -1);
  });

  test("is refused without a vehicle, its battery or a charge", async () => {
    const none = await world.signUp();
    expect(await refusedReach({ charge_percent: 50 }, none)).toBe("VEHICLE_NEEDED");
    const unknown = await withVehicle(SCOOTER, { battery_capacity: null });
    expect(await refusedReach({ charge_percent: 50 }, unknown)).toBe("TRIP_BATTERY_UNKNOWN");
    expect(await refusedReach({ charge_percent: 0 }, driver)).toBe("TRIP_NO_CHARGE");
    const absent = { charge_percent: 50, vehicle_id: "veh_absent" };
    expect(await refusedReach(absent, driver)).toBe("NOT_FOUND");
  });
});
