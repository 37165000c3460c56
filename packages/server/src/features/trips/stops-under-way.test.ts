import { notifications } from "@voltmarg/contract";
import type { Driver } from "@voltmarg/testkit/harness";
import { openTripWorld, type TripWorld } from "@voltmarg/testkit/trip-world";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

let on: TripWorld;
beforeAll(async () => {
  on = await openTripWorld();
});
afterAll(() => on.close());

const MINUTE_MS = 60_000;
let driver: Driver;
beforeEach(async () => {
  for (const place of "ABCDEFGHI") await on.say(place, "AVAILABLE");
  driver = await on.driver();
});

/** A trip that its driver began, with the operator's names of its stops. */
async function begun(who = driver) {
  const { id, plan } = await on.plan(who);
  await on.change(who, id, { begun: true });
  await on.world.drain();
  expect(plan.stops.length).toBeGreaterThanOrEqual(2);
  const [first, second] = plan.stops.map(on.placeOf);
  return { id, plan, first: first!, second: second! };
}
/** Goes to so many minutes before a planned time, with everything done on the way. */
async function goTo(time: string, minutesBefore = 0) {
  const at = Date.parse(time) - minutesBefore * MINUTE_MS;
  while (on.world.clock.now().getTime() < at) {
    const rest = at - on.world.clock.now().getTime();
    on.world.clock.advance(Math.min(rest, 10 * MINUTE_MS));
    await on.hear();
    await on.world.drain();
  }
}
const LOST = "TRIP_STOP_LOST";
const TAKEN = "TRIP_STOP_TAKEN";

describe("[T-10] a planned stop that breaks", () => {
  test("is told once, with the trip, when the last plug that fits is out of order", async () => {
    const { id, first, plan } = await begun();
    await on.say(`${first}-1`, "OUTOFORDER");
    await on.say(`${first}-2`, "CHARGING");
    expect(await on.warned(driver)).toEqual([]);
    await on.say(`${first}-2`, "INOPERATIVE");
    await on.say(`${first}-3`, "OUTOFORDER");
    await on.say(`${first}-3`, "OUTOFORDER");
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
    const { body } = await on.world.call(notifications.listNotifications, {
      token: await on.tokenOf(driver),
    });
    expect(body.content[0]).toMatchObject({
      kind: LOST,
      subject: { type: "TRIP", id },
      text: `No plug for your vehicle works at ${plan.stops[0]!.station.name} now. Open the trip to plan another stop.`,
    });
  });

  test("is told in the driver's language, by push at once, also in quiet hours", async () => {
    const { first } = await begun();
    const token = await on.tokenOf(driver);
    await on.world.call(notifications.updateNotificationPreferences, {
      token,
      body: { language: "hi", quiet_hours: { from: "00:00", until: "23:59" } },
    });
    await on.say(first, "OUTOFORDER");
    const [row] = await rows(
      on.world.database.db,
      sql<{ push: Date; created_at: Date }>`
        select push_due_at as push, created_at from notification where user_id = ${driver.id} and kind = ${LOST}`,
    );
    expect(row!.push).toEqual(row!.created_at);
    const headers = { authorization: `Bearer ${token}`, "accept-language": "hi" };
    const answer = await fetch(`${on.world.url}/api/user/v1/notifications`, { headers });
    const { content } = (await answer.json()) as { content: { title: string }[] };
    expect(content[0]!.title).toBe("सफ़र का एक स्टॉप बंद है");
  });

  test("is told too where its chargers were removed, or the station is gone", async () => {
    const { id, first, second } = await begun();
    await on.say(first, "REMOVED");
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
    const location = on.places.get(second)!;
    await sql`update location set hidden_at = ${on.world.clock.now()}, hidden_by = 'staff', hidden_because = 'unsafe',
      version = nextval('location_version') where id = ${location}`.execute(on.world.database.db);
    await on.world.service.watchStops();
    await on.world.drain();
    expect(await on.warned(driver)).toHaveLength(2);
    await sql`update location set hidden_at = null, hidden_by = null, hidden_because = null,
      version = nextval('location_version') where id = ${location}`.execute(on.world.database.db);
  });

  test("is told to whom it is kept from, and to nobody else who stops there", async () => {
    const drivers = [driver, await on.driver(), await on.driver()];
    const [one, other] = [await begun(), await begun(drivers[1])];
    const third = await begun(drivers[2]);
    expect(new Set([one.first, other.first, third.first]).size).toBe(1);
    const location_id = on.places.get(one.first)!;
    for (const [at, member] of drivers.toSorted((a, b) => (a.id < b.id ? -1 : 1)).entries())
      if (at !== 0)
        await sql`insert into whitelist_entry (id, user_id, location_id, created_at)
          values (${`wht_${member.id}`}, ${member.id}, ${location_id}, ${on.world.clock.now()})`.execute(
          on.world.database.db,
        );
    await on.say(`${one.first}-1`, "CHARGING");
    const told = await Promise.all(drivers.map(async (who) => (await on.warned(who)).length));
    expect(told.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    await sql`delete from whitelist_entry`.execute(on.world.database.db);
  });

  test("that flaps fifty times is told once", async () => {
    const { first } = await begun();
    await on.say(`${first}-1`, "OUTOFORDER");
    await on.say(`${first}-2`, "OUTOFORDER");
    for (let nth = 0; nth < 50; nth += 1)
      await on.say(`${first}-3`, nth % 2 === 0 ? "OUTOFORDER" : "AVAILABLE");
    expect(await on.warned(driver)).toHaveLength(1);
  });

  test("again and again is told at most every half hour, and six times on a trip", async () => {
    const later = new Date(on.world.clock.now().getTime() + 20 * 3_600_000).toISOString();
    const trip = await on.plan(driver, { departs_at: later });
    await on.change(driver, trip.id, { begun: true });
    const place = on.placeOf(trip.plan.stops[0]!);
    await on.say(`${place}-1`, "OUTOFORDER");
    await on.say(`${place}-2`, "OUTOFORDER");
    const counts: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) {
      await on.say(`${place}-3`, "OUTOFORDER");
      counts.push((await on.warned(driver)).length);
      on.world.clock.advance(16 * MINUTE_MS);
      await on.say(`${place}-3`, "AVAILABLE");
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    for (let nth = 0; nth < 3; nth += 1) {
      await on.say(`${place}-3`, "OUTOFORDER");
      on.world.clock.advance(31 * MINUTE_MS);
      await on.say(`${place}-3`, "AVAILABLE");
    }
    expect(await on.warned(driver)).toHaveLength(6);
  });

  test("before the trip is begun is told when it is", async () => {
    const { id, plan } = await on.plan(driver);
    const second = on.placeOf(plan.stops[1]!);
    await on.say(second, "OUTOFORDER");
    expect(await on.warned(driver)).toEqual([]);
    await on.change(driver, id, { begun: true });
    await on.world.drain();
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
  });

  test("whose operator falls silent and speaks again is not told twice", async () => {
    const later = new Date(on.world.clock.now().getTime() + 20 * 3_600_000).toISOString();
    const { id, plan } = await on.plan(driver, { departs_at: later });
    await on.change(driver, id, { begun: true });
    const first = on.placeOf(plan.stops[0]!);
    await on.say(first, "OUTOFORDER");
    on.world.clock.advance(60 * MINUTE_MS);
    // Looked at while nobody hears of the operator, then again when it is heard of.
    await sql`update outbox set done_at = null, leased_until = null where topic = 'trip.look'`.execute(
      on.world.database.db,
    );
    await on.world.drain();
    await on.say(`${first}-1`, "INOPERATIVE");
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
  });

  test("is told nobody whose trip is not begun, ended, deleted, or past that stop", async () => {
    const planned = await on.plan(driver);
    const ended = await begun(await on.driver());
    const others = [await on.driver(), await on.driver(), await on.driver()] as const;
    const [stopped, deleted, late] = await Promise.all([
      on.plan(others[0]),
      on.plan(others[1]),
      on.plan(others[2]),
    ]);
    for (const [nth, { id }] of [stopped, deleted, late].entries())
      await on.change(others[nth]!, id, { begun: true });
    await on.change(others[0], stopped.id, { begun: false });
    await on.remove(others[1], deleted.id);
    await goTo(planned.plan.stops[0]!.arrives_at, -125);
    await on.say(ended.first, "OUTOFORDER");
    for (const who of [driver, ...others]) expect(await on.warned(who)).toEqual([]);
  });
});

describe("[T-10] a planned stop that is taken", () => {
  test("is told within 45 minutes of the arrival, not before", async () => {
    const { id, plan, first } = await begun();
    await on.say(first, "CHARGING");
    expect(await on.warned(driver)).toEqual([]);
    const { arrives_at } = plan.stops[0]!;
    await goTo(arrives_at, 50);
    expect(await on.warned(driver)).toEqual([]);
    // No status comes: the time does.
    await goTo(arrives_at, 44);
    expect(await on.warned(driver)).toEqual([[TAKEN, id]]);
    await on.say(first, "RESERVED");
    await on.say(first, "BLOCKED");
    expect(await on.warned(driver)).toHaveLength(1);
  });

  test("is not told where one is free or of one nobody knows; broken ones do not count", async () => {
    const { id, plan, first } = await begun();
    await goTo(plan.stops[0]!.arrives_at, 40);
    await on.say(first, "CHARGING");
    expect(await on.warned(driver)).toEqual([[TAKEN, id]]);

    await on.say(first, "AVAILABLE");
    const other = await on.driver();
    const trip = await begun(other);
    await goTo(trip.plan.stops[0]!.arrives_at, 40);
    await on.say(`${trip.first}-1`, "OUTOFORDER");
    await on.say(`${trip.first}-2`, "CHARGING");
    await on.say(`${trip.first}-3`, "UNKNOWN");
    expect(await on.warned(other)).toEqual([]);
    await on.say(`${trip.first}-3`, "BLOCKED");
    expect(await on.warned(other)).toEqual([[TAKEN, trip.id]]);
  });

  test("where the driver charges already is not watched any more", async () => {
    const who = await on.driver(500_000);
    const { plan, first, second } = await begun(who);
    await goTo(plan.stops[0]!.arrives_at);
    const charge = await on.ask(who, `${first}-1`);
    await on.tell(charge);
    await on.say(first, "CHARGING");
    await on.say(first, "OUTOFORDER");
    expect(await on.warned(who)).toEqual([]);
    await on.say(second, "OUTOFORDER");
    expect(await on.warned(who)).toHaveLength(1);
    on.world.clock.advance(MINUTE_MS);
    await on.tell(charge, { status: "COMPLETED" });
  });
});

describe("[T-10] the watch of stops", () => {
  /** Statements and transactions that a status takes. */
  async function costOf(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const add = () => (count += 1);
    on.world.database.pool.on("acquire", add);
    await work();
    on.world.database.pool.off("acquire", add);
    return count;
  }

  test("costs a status of a station at which no trip stops no statement", async () => {
    const say = (status: string) => {
      const last_updated = on.world.clock.now().toISOString();
      on.world.clock.advance(1_000);
      return on.operator.call("PATCH", "/locations/IN/TST/EVEN/EVEN-2", { status, last_updated });
    };
    await say("CHARGING");
    const without = await costOf(() => say("OUTOFORDER"));
    const { first } = await begun();
    await say("CHARGING");
    expect(await costOf(() => say("OUTOFORDER"))).toBe(without);
    const watched = await costOf(() => on.say(`${first}-1`, "CHARGING"));
    expect(watched).toBeGreaterThan(without);
  });

  test("loses nothing when a replica ends between a status and its push, and tells nothing twice", async () => {
    const { id, first } = await begun();
    // The status is stored, and the replica is gone before it looked.
    await sql`update evse set status = 'OUTOFORDER', body = body || '{"status": "OUTOFORDER"}',
      version = nextval('location_version')
      where location_id = ${on.places.get(first)!}`.execute(on.world.database.db);
    await on.world.restart();
    await on.world.drain();
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
    // The look was done, and the replica was gone before it said so.
    await sql`update outbox set done_at = null, leased_until = null where topic = 'trip.look'`.execute(
      on.world.database.db,
    );
    await on.world.restart();
    await on.world.drain();
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
    await on.hear();
  });

  test("goes on after a restart: the stations are known again", async () => {
    const { id, first } = await begun();
    await on.world.restart();
    await on.say(first, "OUTOFORDER");
    expect(await on.warned(driver)).toEqual([[LOST, id]]);
  });

  test("ends with the trip that is deleted between a status and its look", async () => {
    const { id, first } = await begun();
    for (const nth of [1, 2, 3]) {
      const last_updated = on.world.clock.now().toISOString();
      const at = `/locations/IN/TST/${first}/${first}-${nth}`;
      await on.operator.call("PATCH", at, { status: "OUTOFORDER", last_updated });
    }
    const [waiting] = await rows(
      on.world.database.db,
      sql<{
        count: number;
      }>`select count(*)::int as count from outbox where topic = 'trip.look' and done_at is null
        and due_at <= ${on.world.clock.now()}`,
    );
    expect(waiting!.count).toBeGreaterThan(0);
    await on.remove(driver, id);
    await on.world.drain();
    expect(await on.warned(driver)).toEqual([]);
    const left = await rows(
      on.world.database.db,
      sql`select 1 from trip_stop_watch where user_id = ${driver.id}`,
    );
    expect(left).toEqual([]);
  });

  test("stands many drivers at the same stations who begin, end and delete while statuses come", async () => {
    const drivers: Driver[] = [];
    for (let nth = 0; nth < 12; nth += 1) drivers.push(await on.driver());
    const made: { id: string; place: string }[] = [];
    for (const who of drivers) {
      const { id, plan } = await on.plan(who);
      made.push({ id, place: on.placeOf(plan.stops[0]!) });
    }
    const { place } = made[0]!;
    const live = drivers.map(async (who, nth) => {
      const { id } = made[nth]!;
      await on.change(who, id, { begun: true });
      if (nth % 3 === 1) await on.change(who, id, { begun: false });
      if (nth % 3 === 2) await on.remove(who, id);
    });
    await Promise.all([...live, on.say(place, "OUTOFORDER"), on.world.service.watchStops()]);
    await on.world.service.watchStops();
    await on.world.drain();
    for (const [nth, who] of drivers.entries()) {
      const told = (await on.warned(who)).length;
      if (nth % 3 === 0) expect(told).toBe(1);
      else expect(told).toBeLessThanOrEqual(1);
    }
    const [failed] = await rows(
      on.world.database.db,
      sql<{ count: number }>`
        select count(*)::int as count from outbox where topic = 'trip.look' and last_error is not null`,
    );
    expect(failed!.count).toBe(0);
  });

  test("is over a year later", async () => {
    const { id, first } = await begun();
    const before = on.world.clock.now();
    on.world.clock.set(new Date(before.getTime() + 365 * 86_400_000));
    await on.world.service.watchStops();
    await on.say(first, "OUTOFORDER");
    expect(await on.warned(driver)).toEqual([]);
    expect(id).toBeTruthy();
  });
});
