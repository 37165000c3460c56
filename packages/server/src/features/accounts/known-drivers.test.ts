import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { listKnownDrivers } from "./known-drivers.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("the total of drivers within a period is exact, whatever part of a day it begins and ends in", async () => {
  const { db } = world.database;
  await sql`insert into app_user (id, mobile, customer_type, created_at)
    select 'usr_' || n, '+91' || n, 'PERSONAL', '2026-01-01T00:00:00Z'::timestamptz + n * interval '7 hours'
    from generate_series(1, 40) n`.execute(db);
  await sql`update app_user set deactivated_at = '2026-02-01T12:00:00Z' where id in ('usr_3', 'usr_17')`.execute(
    db,
  );
  await sql`delete from app_user where id = 'usr_20'`.execute(db);
  const all = (await listKnownDrivers(db, { offset: 0, limit: 100 })).drivers;
  expect(all).toHaveLength(39);
  const at = (hours: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + hours * 3_600_000);
  for (const [from, to] of [
    [0, 24],
    [5, 9],
    [5, 30],
    [7, 100],
    [24, 72],
    [30, 2_000],
    [0, 9_000],
  ] as const) {
    const period = { from: at(from), to: at(to) };
    const within = all.filter(({ changedAt }) => changedAt >= period.from && changedAt < period.to);
    const { total } = await listKnownDrivers(db, { ...period, offset: 0, limit: 1 });
    expect(total, `${from} to ${to}`).toBe(within.length);
  }
  expect((await listKnownDrivers(db, { offset: 0, limit: 1 })).total).toBe(39);
});
