import { stations, trips, vehicles, type TripPlan, type Vehicle } from "@voltmarg/contract";
import { decodePolyline, distanceKm, localTime, priceSession } from "@voltmarg/rules";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { START, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const PUNE = { latitude: 18.5204, longitude: 73.8567, name: "Home" };
const MUMBAI = { latitude: 19.115, longitude: 72.885 };
const PUNE_NORTH = { latitude: 18.66, longitude: 73.8 };
const DELHI = { latitude: 28.6139, longitude: 77.209 };
const JAIPUR = { latitude: 26.9124, longitude: 75.7873 };
const BENGALURU = { latitude: 12.9716, longitude: 77.5946 };
const HYDERABAD = { latitude: 17.385, longitude: 78.4867 };

const CAR = { ...NEXON, range: 320, is_primary: true };

let world: Harness;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 300, roads: true });
  driver = await withCar();
});
afterAll(() => world.stop());
afterEach(() => habit("happy"));

async function withCar(car: Partial<Vehicle> = {}) {
  const who = await world.signUp();
  await world.call(vehicles.addVehicle, {
    params: { userId: who.id },
    body: { ...CAR, ...car },
    token: who.token,
  });
  return who;
}
const habit = (name: string) =>
  fetch(`${world.roads!.url}/control/habit`, { method: "POST", body: JSON.stringify({ name }) });

type Body = Parameters<typeof world.call<typeof trips.planTrip>>[1]["body"];
const asked = (more: Partial<NonNullable<Body>> = {}) => ({
  start: DELHI,
  end: JAIPUR,
  charge_percent: 80,
  ...more,
});
async function answered(more: Partial<NonNullable<Body>> = {}, who = driver) {
  const { body } = await world.call(trips.planTrip, { body: asked(more), token: who.token });
  return body.data;
}
async function planned(more: Partial<NonNullable<Body>> = {}, who = driver): Promise<TripPlan> {
  const { plan, gap } = await answered(more, who);
  if (!plan) throw new Error(JSON.stringify({ ...gap, line: "" }));
  return plan;
}
const refused = async (more: Partial<NonNullable<Body>>, who = driver) => {
  const { status, body } = await world.refused(trips.planTrip, {
    body: asked(more),
    token: who.token,
  });
  return [status, body.code];
};

describe("[T-1] a planned trip", () => {
  test("names each stop with its plug, charges, minutes and price, and the sums agree", async () => {
    const plan = await planned({ start: PUNE, end: HYDERABAD, charge_percent: 90, people: 3 });
    expect(plan.km).toBeGreaterThan(550);
    expect(plan.stops.length).toBeGreaterThanOrEqual(2);
    expect(plan.legs).toHaveLength(plan.stops.length + 1);
    expect(plan.start).toEqual(PUNE);
    let before = 90;
    for (const [nth, stop] of plan.stops.entries()) {
      expect(stop.arrive_percent).toBeGreaterThanOrEqual(10);
      expect(stop.leave_percent).toBeGreaterThan(stop.arrive_percent);
      expect(before - stop.arrive_percent).toBeCloseTo((plan.legs[nth]!.kwh / 45) * 100, -1);
      expect(stop.price_minor).toBeGreaterThan(0);
      expect(["IEC_62196_T2_COMBO", "IEC_62196_T2"]).toContain(stop.standard);
      expect(stop.spare?.id).not.toBe(stop.station.id);
      before = stop.leave_percent;
    }
    expect(plan.arrive_percent).toBeGreaterThanOrEqual(15);
    expect(plan.price_minor).toBe(plan.stops.reduce((sum, stop) => sum + stop.price_minor!, 0));
    const waits = plan.stops.reduce((sum, stop) => sum + stop.wait_minutes + 8, 0);
    expect(plan.minutes).toBeCloseTo(plan.drive_minutes + plan.charge_minutes + waits, -1);
    // What the driver reads of the stops adds up to what is said of the whole trip.
    expect(plan.charge_minutes).toBe(
      plan.stops.reduce((sum, stop) => sum + stop.charge_minutes, 0),
    );
    expect(Date.parse(plan.arrives_at) - START.getTime()).toBeCloseTo(plan.minutes * 60_000, -5);
    expect(plan.petrol_minor).toBeCloseTo((plan.km / 15) * 10_300, -2);
    const line = decodePolyline(plan.line, 2_000)!;
    expect(distanceKm(line[0]!, PUNE)).toBeLessThan(2);
    expect(distanceKm(line.at(-1)!, HYDERABAD)).toBeLessThan(2);
    expect(plan.assumptions).toContainEqual({ of: "RANGE", value: 320 });
    expect(plan.assumptions).toContainEqual({ of: "LOAD", value: 140 });
    expect(plan.assumptions).toContainEqual({ of: "HEIGHTS", value: null });
    expect(plan.assumptions.map(({ of }) => of)).not.toContain("NOT_CONFIRMED");
  });

  test("costs the road router two routes and two looks at heights", async () => {
    const { calls } = world.roads!;
    const before = { ...calls };
    await planned({ start: PUNE, end: HYDERABAD });
    expect([calls.route - before.route, calls.height - before.height]).toEqual([2, 2]);
  });

  test("without a stop, where the charge is enough", async () => {
    const plan = await planned({ start: PUNE, end: MUMBAI, charge_percent: 95 });
    expect(plan.stops).toEqual([]);
    expect(plan.legs).toHaveLength(1);
    expect(plan.price_minor).toBe(0);
  });

  test("air conditioning, load and a fast driver take more; a fuller start is never slower", async () => {
    const usual = await planned();
    const heavy = await planned({ people: 5, luggage_kg: 100, style: "FAST" });
    const cool = await planned({ air_conditioning: false });
    expect(heavy.kwh).toBeGreaterThan(usual.kwh);
    expect(cool.kwh).toBeLessThan(usual.kwh);
    const fuller = await planned({ charge_percent: 100 });
    expect(fuller.minutes).toBeLessThanOrEqual(usual.minutes);
  });

  test("the cheapest costs no more than the quickest, and few stops are not more", async () => {
    const to = { start: PUNE, end: HYDERABAD };
    const [quick, cheap, few] = [
      await planned({ ...to, preference: "QUICKEST" }),
      await planned({ ...to, preference: "CHEAPEST" }),
      await planned({ ...to, preference: "FEWEST_STOPS" }),
    ];
    const worth = (plan: TripPlan) => plan.price_minor! + plan.minutes * 200;
    expect(worth(cheap)).toBeLessThanOrEqual(worth(quick) * 1.01);
    expect(few.stops.length).toBeLessThanOrEqual(quick.stops.length);
  });
});

test("[T-4] a gap is said: between which km, how much is missing and what helps", async () => {
  const small = await withCar({ battery_capacity: 10, range: 70 });
  const way = { start: BENGALURU, end: HYDERABAD, charge_percent: 100 };
  const { plan, gap } = await answered(way, small);
  expect(plan).toBeNull();
  expect(gap!.to_km - gap!.from_km).toBeGreaterThan(30);
  expect(gap!.missing_kwh).toBeGreaterThan(0);
  expect(gap!.km).toBeGreaterThan(560);
  const short = await withCar({ battery_capacity: 20, range: 140 });
  const near = await answered({ start: PUNE, end: PUNE_NORTH, charge_percent: 11 }, short);
  expect(near.plan ?? near.gap!.helps).toBeTruthy();
  const late = await answered({ start: DELHI, end: JAIPUR, charge_percent: 3 });
  expect(late.gap).toMatchObject({ from_km: 0, helps: expect.arrayContaining(["START_FULLER"]) });
});

describe("[T-7] what cannot be planned", () => {
  test("has a code for each reason", async () => {
    expect(await refused({ end: { ...DELHI } })).toEqual([400, "TRIP_SAME_PLACE"]);
    expect(await refused({ end: { latitude: 15, longitude: 70 } })).toEqual([400, "TRIP_NO_ROAD"]);
    expect(await refused({ end: { latitude: 51.5, longitude: -0.1 } })).toEqual([
      400,
      "TRIP_OUTSIDE_INDIA",
    ]);
    // Lhasa: in the rectangle around India, far from its roads.
    expect(await refused({ end: { latitude: 29.65, longitude: 91.1 } })).toEqual([
      400,
      "TRIP_NO_ROAD",
    ]);
    expect(
      await refused({
        start: { latitude: 6.2, longitude: 68.1 },
        end: { latitude: 37.5, longitude: 97.4 },
      }),
    ).toEqual([400, "TRIP_TOO_LONG"]);
    expect(await refused({ charge_percent: 0 })).toEqual([400, "TRIP_NO_CHARGE"]);
    expect(await refused({ departs_at: "2020-01-01T00:00:00Z" })).toEqual([400, "TRIP_DEPARTURE"]);
    expect(await refused({ departs_at: "tomorrow" })).toEqual([400, "TRIP_DEPARTURE"]);
    expect(await refused({ charge_percent: 101 })).toEqual([400, "INVALID_INPUT"]);
    const none = await world.signUp();
    expect(await refused({}, none)).toEqual([409, "VEHICLE_NEEDED"]);
    expect(await refused({ vehicle_id: "veh_absent" })).toEqual([404, "NOT_FOUND"]);
    const unknown = await withCar({ battery_capacity: null });
    expect(await refused({}, unknown)).toEqual([409, "TRIP_BATTERY_UNKNOWN"]);
    const scooter = await withCar({ vehicle_type: "TWO_WHEELER", inlets: ["DOMESTIC_M"] });
    expect(await refused({}, scooter)).toEqual([409, "TRIP_FOR_CARS_ONLY"]);
  });

  test("says that no router answers, and plans again when one does", async () => {
    await habit("no_route");
    expect(await refused({})).toEqual([400, "TRIP_NO_ROUTE"]);
    await habit("empty_shape");
    expect(await refused({})).toEqual([503, "TRIP_ROADS_AWAY"]);
    await habit("error_500");
    for (let nth = 0; nth < 3; nth += 1)
      expect(await refused({})).toEqual([503, "TRIP_ROADS_AWAY"]);
    await habit("happy");
    // Its circuit breaker is open: nobody waits for it now.
    const { route } = world.roads!.calls;
    expect(await refused({})).toEqual([503, "TRIP_ROADS_AWAY"]);
    expect(world.roads!.calls.route).toBe(route);
    await world.pass(60, 60);
    expect((await planned()).stops.length).toBeGreaterThanOrEqual(0);
  });

  test("[T-5] without heights it is reckoned flat with 5 % more, and said", async () => {
    await habit("no_heights");
    const plan = await planned();
    expect(plan.assumptions).toContainEqual({ of: "FLAT", value: 5 });
  });
});

const HOME = { start: PUNE, end: HYDERABAD };
/** What an operator says of all plugs of a stop's station. */
async function say(stop: TripPlan["stops"][number], status: string) {
  const location_id = stop.evse_uid.split("-").slice(0, 2).join("-");
  for (let nth = 1; nth <= 8; nth += 1) {
    const evse_uid = `${location_id}-${nth}`;
    await world.control("/control/status", { location_id, evse_uid, status }).catch(() => {});
  }
  await world.drain();
}

test("[T-3] a station that broke is not stopped at; one of unknown state only where nothing else is", async () => {
  const [first] = (await planned(HOME)).stops;
  const idsOf = ({ stops }: TripPlan) => stops.map(({ station }) => station.id);
  await say(first!, "OUTOFORDER");
  const without = await planned(HOME);
  expect(idsOf(without)).not.toContain(first!.station.id);
  await say(first!, "UNKNOWN");
  const doubted = (await planned(HOME)).stops.find(
    ({ station }) => station.id === first!.station.id,
  );
  expect(doubted?.doubtful ?? true).toBe(true);
  await say(first!, "AVAILABLE");
  expect(idsOf(await planned(HOME))).toContain(first!.station.id);
});

test("[T-2] a stop is priced as the engine prices that hour, GST included", async () => {
  const evening = new Date(START.getTime() + 9 * 3_600_000).toISOString();
  for (const departs_at of [START.toISOString(), evening]) {
    const plan = await planned({ ...HOME, departs_at });
    for (const stop of plan.stops) {
      const { body } = await world.call(stations.getLocation, {
        params: { id: stop.station.id },
        token: driver.token,
      });
      const { evses, time_zone } = body.data;
      const plug = evses.find(({ uid }) => uid === stop.evse_uid)!.connectors;
      const { tariff } = plug.find(({ id }) => id === stop.connector_id)!;
      const minutes = (from: string, more: number) =>
        new Date(Date.parse(from) + more * 60_000).toISOString();
      const start = minutes(stop.arrives_at, 8 + stop.wait_minutes);
      const end = minutes(start, stop.charge_minutes);
      const periods = [{ start, end, kwh: stop.kwh, kind: "CHARGING" as const }];
      const { inclMinor } = priceSession({
        tariff: tariff!,
        timeZone: time_zone,
        start,
        end,
        periods,
      });
      expect(Math.abs(Number(inclMinor) / stop.price_minor! - 1)).toBeLessThan(0.06);
    }
  }
});

test("[T-2] a stop says on how many of the last days such a plug was free at its hour, and nothing without history", async () => {
  const before = await planned(HOME);
  expect(before.stops.map(({ expected }) => expected)).toEqual(before.stops.map(() => null));
  const [first] = before.stops;
  // Free on all hours of three days, on none of two others.
  await sql`insert into evse_day (location_id, evse_uid, day, known_hours, free_hours)
    select e.location_id, e.uid, ${START}::date - n, 16777215, case when n <= 3 then 16777215 else 0 end
    from evse e, generate_series(1, 5) n where e.location_id = ${first!.station.id}`.execute(
    world.database.db,
  );
  const [known] = (await planned(HOME)).stops;
  expect([known!.station.id, known!.expected]).toEqual([first!.station.id, { free: 3, of: 5 }]);
});

test("[T-2] how long one waits follows how much such plugs were in use at that hour of past weeks", async () => {
  const { weekday, time } = localTime("Asia/Kolkata", START.getTime());
  const first = (weekday - 1) * 24 + Math.floor(time / 3_600_000);
  const busy = (used: number, weeks: number) =>
    sql`insert into evse_hour (location_id, evse_uid, hour_of_week, free_s, used_s, down_s, day, days)
      select e.location_id, e.uid, h, ${3600 - used}, ${used}, 0, ${START}::date, ${weeks}
      from evse e, generate_series(${first}::int, ${first}::int + 7) h
      on conflict (location_id, evse_uid, hour_of_week) do update set free_s = excluded.free_s, used_s = excluded.used_s, days = excluded.days`.execute(
      world.database.db,
    );
  const waits = ({ stops }: TripPlan) => stops.map(({ wait_minutes }) => wait_minutes);
  const before = waits(await planned());
  expect(before.length).toBeGreaterThan(0);
  await busy(3600, 2);
  expect(waits(await planned()), "two weeks say nothing").toEqual(before);
  await busy(3600, 3);
  const crowded = await planned();
  for (const wait of waits(crowded)) expect(wait).toBeGreaterThanOrEqual(20 / 4);
  await busy(0, 3);
  const quiet = await planned();
  expect(new Set(waits(quiet))).toEqual(new Set([0]));
  expect(Date.parse(crowded.arrives_at)).toBeGreaterThan(Date.parse(quiet.arrives_at));
  await sql`delete from evse_hour`.execute(world.database.db);
});

test("[T-2] while a trip is planned, other requests do not wait", async () => {
  const ways = { start: BENGALURU, end: DELHI, charge_percent: 100 };
  const asking = answered({ ...ways, preference: "CHEAPEST" });
  // Of the thread that answers requests, and of all.
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  const { plan } = await asking;
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  const [answering, together] = [ms(process.threadCpuUsage(own)), ms(process.cpuUsage(all))];
  expect(plan!.stops.length).toBeGreaterThan(8);
  expect(answering).toBeLessThan(together / 3);
});
