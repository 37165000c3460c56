import type { Driver } from "@voltmarg/testkit/harness";
import { openTripWorld, type TripWorld } from "@voltmarg/testkit/trip-world";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";

let on: TripWorld;
let driver: Driver;
beforeAll(async () => {
  on = await openTripWorld();
  driver = await on.driver();
}, 120_000);
afterAll(() => on.close());
beforeEach(async () => {
  await sql`delete from evse_hour`.execute(on.world.database.db);
  await on.hear();
});

/** As the nightly job adds it: hours of a day of the week in which an EVSE was free for a share of the time. */
const was = (locationId: string, uid: string, hourOfWeek: number, share: number, days: number) =>
  sql`insert into evse_hour (location_id, evse_uid, hour_of_week, free_s, used_s, down_s, day, days)
    values (${locationId}, ${uid}, ${hourOfWeek}, ${3600 * days * share}, ${3600 * days * (1 - share)}, 0, '2026-11-18', ${days})`.execute(
    on.world.database.db,
  );
const stops = async () => (await on.plan(driver)).plan.stops;
const hourOf = (instant: string) => new Date(Date.parse(instant) + 5.5 * 3_600_000).getUTCHours();

test("[T-2] a stop says on how many of ten days a plug was free at its hour, as soon as three are known", async () => {
  const [stop] = await stops();
  expect(stop!.expected).toBeNull();
  const { id } = stop!.station;
  const [uid, hour] = [stop!.evse_uid, hourOf(stop!.arrives_at)];
  // Other hours say nothing of this one.
  await was(id, uid, (hour + 3) % 24, 1, 20);
  await was(id, uid, hour, 0.8, 2);
  expect((await stops())[0]!.expected).toBeNull();
  // Monday, and the same hour of a Thursday.
  await was(id, uid, 3 * 24 + hour, 0.8, 2);
  expect((await stops())[0]!.expected).toEqual({ free: 3, of: 4 });
  await was(id, uid, 5 * 24 + hour, 0.9, 30);
  expect((await stops())[0]!.expected).toEqual({ free: 8, of: 10 });
});

test("[T-2] of several plugs the one that is free most counts, and none is promised that was taken once", async () => {
  const [stop] = await stops();
  const { id } = stop!.station;
  const hour = hourOf(stop!.arrives_at);
  const place = on.placeOf(stop!);
  await was(id, `${place}-1`, hour, 0.1, 20);
  await was(id, `${place}-2`, hour, 0.999, 20);
  expect((await stops())[0]!.expected).toEqual({ free: 9, of: 10 });
  await was(id, `${place}-3`, hour, 1, 20);
  expect((await stops())[0]!.expected).toEqual({ free: 10, of: 10 });
});
