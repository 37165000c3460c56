import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, sql } from "../platform/database/database.ts";
import { deleteOld } from "../platform/database/delete-old.ts";
import { createLogger } from "../platform/observability/logger.ts";
import { AGES, forgetOldRows } from "./retention.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const count = async (table: string) =>
  (await one(
    world.database.db,
    sql<{ n: number }>`select count(*)::int as n from ${sql.ref(table)}`,
  ))!.n;

test("rows go at their age and not before", async () => {
  const { database, clock } = world;
  await world.signUp();
  await sql`insert into inbox values ('cdr', 'old', 'hash', ${clock.now()})`.execute(database.db);
  const tables = ["refresh_token", "otp_challenge", "message", "message_count", "inbox"];
  const forget = (days: number) =>
    forgetOldRows({
      database,
      clock: { now: () => new Date(clock.now().getTime() + days * 86_400_000) },
      logger: createLogger("silent"),
      auditDays: 2_930,
    });
  for (const table of tables) expect(await count(table), table).toBeGreaterThan(0);
  await forget(99);
  for (const table of tables.filter((name) => name !== "refresh_token"))
    expect(await count(table), table).toBeGreaterThan(0);
  await forget(402);
  expect(await count("inbox")).toBe(1);
  for (const table of tables.slice(0, -1)) expect(await count(table), table).toBe(0);
});

test("deletes go in slices, and each finds its rows by an index", async () => {
  const { db } = world.database;
  await sql`insert into inbox select 'cdr', n::text, 'hash', '2000-01-01' from generate_series(1, 25) n`.execute(
    db,
  );
  const age = AGES.find(({ table }) => table === "inbox")!;
  expect(await deleteOld(world.database, age, world.clock.now(), 10)).toBe(25);
  for (const { table, column } of AGES) {
    const found = await one(
      db,
      sql<{ indexdef: string }>`select indexdef from pg_indexes where tablename = ${table}
        and (indexdef like ${`%(${column})`} or indexdef like ${`%(${column}, %`})`,
    );
    expect(found, `${table}.${column}`).not.toBeNull();
  }
});
