import { trips, vehicles } from "@voltmarg/contract";
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

const HOUR_MS = 3_600_000;
let driver: Driver;
beforeEach(async () => {
  driver = await on.driver();
  await on.hear();
});

const refusedPlan = async (who: Driver, replaces: string) => {
  const body = { start: PUNE, end: HYDERABAD, charge_percent: 90, replaces };
  const token = await on.tokenOf(who);
  return (await on.world.refused(trips.planTrip, { body, token })).body.code;
};
const watchedStops = async ({ id }: Driver) =>
  (
    await rows(
      on.world.database.db,
      sql<{ location_id: string }>`
        select location_id from trip_stop_watch where user_id = ${id} order by nth`,
    )
  ).map(({ location_id }) => location_id);

describe("[T-10] a trip is begun", () => {
  test("by its driver, once at a time, and stands first in the list until it is ended", async () => {
    const planned = async () => {
      on.world.clock.advance(1_000);
      return on.plan(driver);
    };
    const [first, second, third] = [await planned(), await planned(), await planned()];
    const now = on.world.clock.now().toISOString();
    expect((await on.change(driver, first.id, { begun: true })).begun_at).toBe(now);
    on.world.clock.advance(60_000);
    // Again changes nothing.
    expect((await on.change(driver, first.id, { begun: true, name: "East" })).begun_at).toBe(now);
    expect((await on.list(driver)).trips.map(({ id }) => id)).toEqual([
      first.id,
      third.id,
      second.id,
    ]);
    await on.change(driver, second.id, { begun: true });
    const { trips: kept } = await on.list(driver);
    expect(kept.map(({ id, begun_at }) => [id, begun_at !== null])).toEqual([
      [second.id, true],
      [third.id, false],
      [first.id, false],
    ]);
    expect((await on.change(driver, second.id, { begun: false })).begun_at).toBeNull();
    expect((await on.list(driver)).trips[0]!.id).toBe(third.id);
    expect(await watchedStops(driver)).toEqual([]);
  });

  test("and ends by itself 12 hours after the planned arrival, counted from when it was begun", async () => {
    const { id, plan } = await on.plan(driver);
    await on.change(driver, id, { name: "East" });
    on.world.clock.advance(50 * HOUR_MS);
    await on.hear();
    await on.change(driver, id, { begun: true });
    on.world.clock.advance((plan.minutes / 60 + 11.9) * HOUR_MS);
    expect((await on.show(driver, id)).begun_at).not.toBeNull();
    on.world.clock.advance(0.2 * HOUR_MS);
    expect((await on.show(driver, id)).begun_at).toBeNull();
    expect((await on.list(driver)).trips[0]!.begun_at).toBeNull();
    const again = await on.change(driver, id, { begun: true });
    expect(again.begun_at).toBe(on.world.clock.now().toISOString());
  });

  test("and is kept, however many newer plans there are", async () => {
    const { id } = await on.plan(driver);
    await on.change(driver, id, { begun: true });
    for (let nth = 0; nth < 11; nth += 1) {
      await on.plan(driver);
      on.world.clock.advance(20_000);
    }
    const ids = (await on.list(driver)).trips.map((trip) => trip.id);
    expect(ids).toHaveLength(11);
    expect(ids[0]).toBe(id);
  });

  test("by none but its driver, and two at once leave one", async () => {
    const other = await on.driver();
    const { id } = await on.plan(driver);
    const input = { params: { id }, body: { begun: true }, token: await on.tokenOf(other) };
    expect((await on.world.refused(trips.updateTrip, input)).status).toBe(404);
    const more = [id, (await on.plan(driver)).id, (await on.plan(driver)).id];
    await Promise.all(more.map((each) => on.change(driver, each, { begun: true })));
    const under = (await on.list(driver)).trips.filter(({ begun_at }) => begun_at !== null);
    expect(under).toHaveLength(1);
    const watched = await watchedStops(driver);
    expect(watched).toEqual(
      (await on.show(driver, under[0]!.id)).plan.stops.map(({ station }) => station.id),
    );
  });

  test("also without stops", async () => {
    const near = { start: PUNE, end: { latitude: 18.66, longitude: 73.8 } };
    const { id } = await on.plan(driver, near);
    await on.change(driver, id, { begun: true });
    expect((await on.show(driver, id)).stops_now).toEqual([]);
  });
});

describe("[T-10] a new plan in place of a trip's", () => {
  test("keeps id, name, link and begin, and its stops are watched instead", async () => {
    const { id, plan } = await on.plan(driver);
    const token = await on.tokenOf(driver);
    const body = { name: "East", shared: true, begun: true };
    const before = (await on.world.call(trips.updateTrip, { params: { id }, body, token })).body
      .data;
    on.world.clock.advance(600_000);
    const [first] = plan.stops;
    await on.say(on.placeOf(first!), "OUTOFORDER");
    const anew = await on.plan(driver, { replaces: id, charge_percent: 85 });
    expect(anew.id).toBe(id);
    expect(anew.plan.stops.map(on.placeOf)).not.toContain(on.placeOf(first!));
    const after = await on.show(driver, id);
    expect(after.plan).toEqual(anew.plan);
    const { name, share_key, begun_at, created_at } = before;
    expect(after).toMatchObject({ id, name, share_key, begun_at, created_at });
    expect((await on.list(driver)).trips).toHaveLength(1);
    expect(await watchedStops(driver)).toEqual(anew.plan.stops.map(({ station }) => station.id));
    const shown = await on.world.call(trips.getSharedTrip, { params: { key: share_key! } });
    expect(shown.body.data.departs_at).toBe(anew.plan.departs_at);
    await on.say(on.placeOf(first!), "AVAILABLE");
  });

  test("leaves it as it was where the new one has a gap", async () => {
    const { id, plan } = await on.plan(driver);
    const body = { start: PUNE, end: HYDERABAD, charge_percent: 3, replaces: id };
    const answer = await on.world.call(trips.planTrip, { body, token: await on.tokenOf(driver) });
    expect(answer.body.data).toMatchObject({ id: null, plan: null });
    expect(answer.body.data.gap).not.toBeNull();
    expect((await on.show(driver, id)).plan).toEqual(plan);
  });

  test("is refused for another driver's trip, and one that is gone", async () => {
    const { id } = await on.plan(await on.driver());
    expect(await refusedPlan(driver, id)).toBe("NOT_FOUND");
    const own = await on.plan(driver);
    await on.remove(driver, own.id);
    expect(await refusedPlan(driver, own.id)).toBe("NOT_FOUND");
    expect((await on.list(driver)).trips).toEqual([]);
  });

  test("does not tell again of a stop that was told", async () => {
    const { id, plan } = await on.plan(driver);
    await on.change(driver, id, { begun: true });
    await on.world.drain();
    const second = on.placeOf(plan.stops[1]!);
    const parts = ["A B C", "D E F", "G H I"].map((part) => part.split(" "));
    const near = parts.find((places) => places.includes(second))!;
    const others = near.filter((place) => place !== second);
    await on.say(second, "OUTOFORDER");
    expect(await on.warned(driver)).toHaveLength(1);
    await on.say(second, "AVAILABLE");
    for (const place of others) await on.say(place, "OUTOFORDER");
    const anew = await on.plan(driver, { replaces: id });
    await on.say(second, "OUTOFORDER");
    expect(anew.plan.stops.map(on.placeOf)).toContain(second);
    expect(await on.warned(driver)).toHaveLength(1);
    for (const place of near) await on.say(place, "AVAILABLE");
  });
});

test("[T-10] a trip under way says of each stop what is known now", async () => {
  const { id, plan } = await on.plan(driver);
  expect((await on.show(driver, id)).stops_now).toBeNull();
  await on.change(driver, id, { begun: true });
  const [first, second] = plan.stops.map(on.placeOf) as [string, string];
  await on.say(`${first}-1`, "CHARGING");
  await on.say(`${first}-2`, "OUTOFORDER");
  await on.say(second, "BLOCKED");
  const ids = plan.stops.map(({ station }) => station.id);
  const rest = ids.slice(2).map((station_id) => ({ station_id, state: "FREE", free: 3, of: 3 }));
  expect((await on.show(driver, id)).stops_now).toEqual([
    { station_id: ids[0], state: "FREE", free: 1, of: 2 },
    { station_id: ids[1], state: "TAKEN", free: 0, of: 3 },
    ...rest,
  ]);
  await on.say(first, "INOPERATIVE");
  await on.say(`${second}-2`, "UNKNOWN");
  expect((await on.show(driver, id)).stops_now).toEqual([
    { station_id: ids[0], state: "LOST", free: 0, of: 0 },
    { station_id: ids[1], state: "UNKNOWN", free: 0, of: 3 },
    ...rest,
  ]);
  // Nobody heard of the operator for a while: nothing is free, nothing is lost.
  await on.say(first, "AVAILABLE");
  await on.say(second, "AVAILABLE");
  on.world.clock.advance(HOUR_MS);
  const states = (await on.show(driver, id)).stops_now!.map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(["UNKNOWN"]));
});

describe("[T-10] the battery that is known last", () => {
  test("is what the driver said for a plan, then what a charging session ended with", async () => {
    const who = await on.driver(500_000);
    expect((await on.list(who)).battery).toBeNull();
    await on.plan(who, { charge_percent: 72 });
    const at = on.world.clock.now().toISOString();
    const { content } = (
      await on.world.call(vehicles.listVehicles, {
        params: { userId: who.id },
        token: await on.tokenOf(who),
      })
    ).body;
    const vehicle_id = content[0]!.id;
    expect((await on.list(who)).battery).toEqual({ vehicle_id, percent: 72, at, of: "ASKED" });

    // For tomorrow: it says nothing of the battery now.
    const departs_at = new Date(on.world.clock.now().getTime() + 20 * HOUR_MS).toISOString();
    await on.plan(who, { charge_percent: 100, departs_at });
    expect((await on.list(who)).battery).toMatchObject({ percent: 72, of: "ASKED" });

    const charge = await on.ask(who);
    on.world.clock.advance(1_200_000);
    const now = on.world.clock.now().toISOString();
    const charging_periods = [
      {
        start_date_time: new Date(charge.start).toISOString(),
        dimensions: [
          { type: "ENERGY", volume: 8 },
          { type: "STATE_OF_CHARGE", volume: 88 },
        ],
      },
    ];
    await on.tell(charge, { kwh: 8, more: { charging_periods } });
    expect((await on.list(who)).battery).toMatchObject({ of: "ASKED" });
    await on.tell(charge, { kwh: 8, status: "COMPLETED", more: { charging_periods } });
    await on.world.drain();
    expect((await on.list(who)).battery).toEqual({
      vehicle_id,
      percent: 88,
      at: now,
      of: "SESSION",
    });
    on.world.clock.advance(HOUR_MS);
    await on.hear();
    await on.plan(who, { charge_percent: 61 });
    expect((await on.list(who)).battery).toMatchObject({ percent: 61, of: "ASKED" });
  });

  test("of a session that reports no charge, or of another vehicle, is not it", async () => {
    const who = await on.driver(500_000);
    const charge = await on.ask(who);
    on.world.clock.advance(600_000);
    const zero = [
      {
        start_date_time: new Date(charge.start).toISOString(),
        dimensions: [
          { type: "ENERGY", volume: 5 },
          { type: "STATE_OF_CHARGE", volume: 0 },
        ],
      },
    ];
    await on.tell(charge, { kwh: 5, status: "COMPLETED", more: { charging_periods: zero } });
    await on.world.drain();
    expect((await on.list(who)).battery).toBeNull();
    const added = await on.world.call(vehicles.addVehicle, {
      params: { userId: who.id },
      body: { ...NEXON, model: "Tiago EV", range: 250, is_primary: false },
      token: await on.tokenOf(who),
    });
    const vehicle_id = added.body.data.id;
    await on.hear();
    await on.plan(who, { vehicle_id, charge_percent: 95 });
    expect((await on.list(who)).battery).toMatchObject({ vehicle_id, percent: 95 });
  });
});
