import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner, type Partner } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";
import { ensurePartitions } from "../../platform/database/migrate.ts";
import { patchEvses, type EvsePatchRow } from "./evse-patches.store.ts";
import { forgetIntervals, rollUpHours } from "./roll-up-hours.ts";
import { usuallyFree } from "./usually-free.ts";

const logger = { info: () => {} } as unknown as Parameters<typeof rollUpHours>[0]["logger"];
const party = { country_code: "IN", party_id: "TST" };
const MINUTE_MS = 60_000;

let world: Harness;
let operator: Partner;
let place = 0;
let id: string;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(() => world.stop());

const put = async (evses = [evseOf("E", { last_updated: stamp() })]) => {
  const told = locationOf(id, { evses, last_updated: stamp() });
  expect((await operator.call("PUT", `/locations/IN/TST/${id}`, told)).code).toBe(1000);
};
const stamp = (ms = 0) => new Date(world.clock.now().getTime() + ms).toISOString();
/** A new place whose one EVSE is free since now. */
beforeEach(async () => {
  world.clock.advance(MINUTE_MS);
  id = `P${++place}`;
  await put();
});

const tell = async (status: string, last_updated = stamp()) =>
  expect(
    (await operator.call("PATCH", `/locations/IN/TST/${id}/E`, { status, last_updated })).code,
  ).toBe(1000);
const pass = (minutes: number) => world.clock.advance(minutes * MINUTE_MS);

/** State and minutes of each interval, in order. */
const kept = async () =>
  (
    await rows(
      world.database.db,
      sql<{ state: string; minutes: number }>`
        select state, extract(epoch from ended - began)::float8 / 60 as minutes
        from evse_state_interval i join location l on l.id = i.location_id where l.ocpi_id = ${id} order by began`,
    )
  ).map(({ state, minutes }) => `${state} ${minutes}`);
const overlaps = () =>
  rows(
    world.database.db,
    sql`select a from evse_state_interval a join evse_state_interval b using (location_id, evse_uid)
      where a.ctid <> b.ctid and tstzrange(a.began, a.ended) && tstzrange(b.began, b.ended)`,
  );

test("[L-14] a state is kept when it ends, statuses that mean the same are one, and unknown ones are left out", async () => {
  pass(10);
  await tell("CHARGING");
  pass(5);
  await tell("BLOCKED");
  pass(5);
  await tell("OUTOFORDER");
  pass(3);
  await tell("UNKNOWN");
  pass(30);
  await tell("AVAILABLE");
  pass(7);
  await put([evseOf("E", { status: "RESERVED", last_updated: stamp() })]);
  expect(await kept()).toEqual(["free 10", "used 10", "down 3", "free 7"]);
});

test("[L-14] news that comes after newer news changes no interval", async () => {
  const early = stamp(MINUTE_MS);
  pass(10);
  await tell("CHARGING");
  await tell("OUTOFORDER", early);
  pass(10);
  await tell("AVAILABLE");
  expect(await kept()).toEqual(["free 10", "used 10"]);
});

test("[L-14] two replicas that write the same EVSEs keep each state once", async () => {
  const uids = Array.from({ length: 50 }, (_, n) => `E${n}`);
  await put(uids.map((uid) => evseOf(uid, { last_updated: stamp() })));
  pass(10);
  for (const status of ["CHARGING", "AVAILABLE", "CHARGING"]) {
    const lastUpdated = world.clock.now();
    const all = uids.map((uid): EvsePatchRow => ({
      party,
      locationId: id,
      uid,
      status,
      body: { status },
      lastUpdated,
    }));
    const patch = (news: EvsePatchRow[]) =>
      world.database.transact((tx) => patchEvses(tx, news, world.clock.now()));
    await Promise.all([patch(all), patch(all.toReversed())]);
    pass(10);
  }
  const found = await kept();
  expect(found).toHaveLength(3 * 50);
  expect(new Set(found)).toEqual(new Set(["free 10", "used 10"]));
  expect(await overlaps()).toEqual([]);
});

test("[L-14] a plug that flaps every second leaves no row", async () => {
  for (let n = 0; n < 40; n++) {
    world.clock.advance(1_000);
    await tell(n % 2 === 0 ? "CHARGING" : "AVAILABLE");
  }
  expect(await kept()).toEqual([]);
});

test("[L-14] an EVSE that is taken away and comes back is unknown in between", async () => {
  const first = stamp();
  pass(10);
  await put([]);
  pass(60);
  // With the time it had before.
  await put([evseOf("E", { last_updated: first })]);
  pass(5);
  await tell("CHARGING");
  expect(await kept()).toEqual(["free 10", "free 5"]);
  expect(await overlaps()).toEqual([]);
});

test("[L-14] clocks that jump make no interval of the future, none that overlaps, none of negative length", async () => {
  pass(10);
  // The operator's clock is most of a day ahead; more is not believed.
  await tell("CHARGING", stamp(20 * 3_600_000));
  pass(10);
  await tell("AVAILABLE", stamp(22 * 3_600_000));
  expect(await kept()).toEqual(["free 10", "used 10"]);
  // Ours goes back.
  world.clock.advance(-3_600_000);
  await tell("CHARGING", stamp(23.5 * 3_600_000));
  pass(20);
  await tell("AVAILABLE", stamp(23.9 * 3_600_000));
  expect(await kept()).toContain("used 20");
  world.clock.advance(3_600_000);
  const wrong = await rows(
    world.database.db,
    sql`select from evse_state_interval where ended <= began or ended > ${world.clock.now()}`,
  );
  expect(wrong).toEqual([]);
});

const hours = () =>
  rows(
    world.database.db,
    sql<{ hour: number; free: number; used: number; down: number; days: number }>`
      select hour_of_week::int as hour, free_s as free, used_s as used, down_s as down, days
      from evse_hour h join location l on l.id = h.location_id where l.ocpi_id = ${id} order by 1`,
  );
const night = () => rollUpHours({ database: world.database, clock: world.clock, logger });
/** Goes to an hour of a later day in India, where the operator is heard every ten minutes. */
async function until(at: string) {
  const end = new Date(`${at}+05:30`).getTime();
  while (world.clock.now().getTime() + 600_000 < end) {
    pass(10);
    await sql`update operator set last_contact_at = ${world.clock.now()}`.execute(
      world.database.db,
    );
  }
  world.clock.advance(end - world.clock.now().getTime());
}

test("[L-14] nights add each day once to the local hours of the week; an operator's silence counts as nothing", async () => {
  await until("2026-11-23T08:00:00");
  await night();
  await put();
  await until("2026-11-24T09:00:00");
  await tell("CHARGING");
  await until("2026-11-24T09:30:00");
  await tell("AVAILABLE");
  await until("2026-11-24T12:00:00");
  await tell("AVAILABLE");
  // Nobody hears of it from noon to three; it is still free then.
  pass(180);
  await tell("AVAILABLE");
  await until("2026-11-26T02:00:00");
  await Promise.all([night(), night()]);
  await night();
  const tuesday = new Map((await hours()).map(({ hour, ...of }) => [hour - 24, of]));
  expect(tuesday.get(8)).toEqual({ free: 3600, used: 0, down: 0, days: 1 });
  expect(tuesday.get(9)).toEqual({ free: 1800, used: 1800, down: 0, days: 1 });
  // A word counts for a quarter of an hour.
  expect(tuesday.get(12)).toEqual({ free: 900, used: 0, down: 0, days: 1 });
  expect(tuesday.get(13)).toBeUndefined();
  expect(tuesday.get(15)).toMatchObject({ free: 3600 });
});

test("[L-14] the first night counts no day before recording began, nor one that lies partly before it", async () => {
  const db = world.database.db;
  await sql`delete from evse_hour_day`.execute(db);
  // As if it had been free for a week, before anybody recorded states.
  await sql`update evse set status_since = ${world.clock.now()}::timestamptz - interval '7 days', state_from = null
    where location_id = (select id from location where ocpi_id = ${id})`.execute(db);
  await until("2026-11-28T02:00:00");
  await Promise.all([night(), night()]);
  expect(await hours()).toEqual([]);
  await until("2026-11-29T02:00:00");
  await night();
  await until("2026-11-30T02:00:00");
  await night();
  expect(await hours()).toEqual([]);
  await until("2026-12-01T02:00:00");
  await night();
  // Sunday the 29th, the first whole day.
  const found = await hours();
  expect(found.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, n) => 144 + n));
  expect(new Set(found.map(({ free, days }) => `${free} ${days}`))).toEqual(new Set(["3600 1"]));
});

test("[T-2] what is usual at an hour: of the last days of which it is known, ten at most; under three nothing is said", async () => {
  const db = world.database.db;
  const [at] = await rows(db, sql<{ id: string }>`select id from location where ocpi_id = ${id}`);
  const asked = (time: string) =>
    usuallyFree(db, {
      locationId: at!.id,
      evseUids: ["E"],
      timeZone: "Asia/Kolkata",
      instant: new Date(`2026-12-20T${time}:00+05:30`),
    });
  await until("2026-12-02T19:00:00");
  await tell("CHARGING");
  await until("2026-12-02T20:00:00");
  await tell("AVAILABLE");
  await until("2026-12-03T19:00:00");
  await tell("UNKNOWN");
  await until("2026-12-03T20:00:00");
  await tell("AVAILABLE");
  await until("2026-12-04T02:00:00");
  await night();
  expect(await asked("19:30")).toBeNull();
  await until("2026-12-07T02:00:00");
  await night();
  // The 1st it was free, the 2nd taken, of the 3rd nobody knows, the 4th and 5th it was free.
  expect(await asked("19:30")).toEqual({ free: 3, of: 4 });
  expect(await asked("21:30")).toEqual({ free: 5, of: 5 });
  for (let day = 8; day <= 18; day += 1) {
    await until(`2026-12-${String(day).padStart(2, "0")}T02:00:00`);
    await night();
  }
  expect(await asked("19:30")).toEqual({ free: 10, of: 10 });
  const [{ oldest } = { oldest: "" }] = await rows(
    db,
    sql<{ oldest: string }>`select min(day)::text as oldest from evse_day`,
  );
  expect(oldest >= "2026-12-02").toBe(true);
});

test("[L-14] rows find a place when tomorrow's partition is missing; months go when all of them is older than 180 days", async () => {
  const db = world.database.db;
  const parts = async () =>
    (
      await rows(
        db,
        sql<{
          part: string;
        }>`select distinct tableoid::regclass::text as part from evse_state_interval order by 1`,
      )
    ).map(({ part }) => part);
  await sql`delete from evse_state_interval`.execute(db);
  await ensurePartitions(db, new Date("2027-01-15T00:00:00Z"));
  const end = (at: string) =>
    sql`insert into evse_state_interval values ('l', 'e', 'free', ${at}::timestamptz - interval '1 hour', ${at})`.execute(
      db,
    );
  await end("2027-01-01T12:00:00Z");
  await end("2027-01-31T12:00:00Z");
  await end("2030-01-01T12:00:00Z");
  expect(await parts()).toEqual(["evse_state_interval_20270101", "evse_state_interval_rest"]);
  const forget = (at: string) =>
    forgetIntervals({ database: world.database, clock: { now: () => new Date(at) }, logger });
  // Day 181 of the first, day 151 of the last of its month.
  await forget("2027-07-01T12:00:00Z");
  expect(await parts()).toEqual(["evse_state_interval_20270101", "evse_state_interval_rest"]);
  await forget("2027-07-31T00:00:00Z");
  expect(await parts()).toEqual(["evse_state_interval_rest"]);
  await forget("2030-07-01T13:00:00Z");
  expect(await parts()).toEqual([]);
});
