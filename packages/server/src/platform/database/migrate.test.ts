import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openDatabase, rows, sql, type Queryable } from "./database.ts";
import { ensurePartitions, migrate } from "./migrate.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

type Border = { part: string; first: string; last: string };
/** Partitions with their borders in UTC, oldest first. */
const bordersOf = (on: Queryable, table: string) =>
  rows(
    on,
    sql<Border>`
      select c.relname as part,
        to_char((regexp_match(b, 'FROM \\(''([^'']+)'))[1]::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as first,
        to_char((regexp_match(b, 'TO \\(''([^'']+)'))[1]::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last
      from pg_inherits i join pg_class c on c.oid = i.inhrelid,
        pg_get_expr(c.relpartbound, c.oid) b
      where i.inhparent = ${table}::regclass and b <> 'DEFAULT' order by 2`,
  );
const midnight = (at: Date) => `${at.toISOString().slice(0, 10)} 00:00`;
const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));

describe("partitions", () => {
  test("are made for four days and four months, once, however often and by however many", async () => {
    const { db } = world.database;
    const before = [await bordersOf(db, "outbox"), await bordersOf(db, "cdr")];
    expect(before.map((borders) => borders.length)).toEqual([4, 4]);
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(db, START)));
    expect([await bordersOf(db, "outbox"), await bordersOf(db, "cdr")]).toEqual(before);
    expect(before[0]!.map(({ part }) => part)).toEqual([
      "outbox_20261120",
      "outbox_20261121",
      "outbox_20261122",
      "outbox_20261123",
    ]);
    expect(before[1]!.map(({ part }) => part)).toEqual([
      "cdr_20261101",
      "cdr_20261201",
      "cdr_20270101",
      "cdr_20270201",
    ]);
  });

  test("begin and end at UTC midnight in whatever zone the server lives", async () => {
    const zone = fc.constantFrom(
      "UTC",
      "Asia/Kolkata",
      "America/New_York",
      "Pacific/Auckland",
      "Pacific/Kiritimati",
      "Pacific/Pago_Pago",
    );
    const instant = fc.date({ min: utc(2027, 0, 1), max: utc(2032, 0, 1), noInvalidDate: true });
    const undo = new Error("undo");
    await fc.assert(
      fc.asyncProperty(zone, instant, async (name, at) => {
        const made = world.database.db.transaction().execute(async (tx) => {
          await sql`select set_config('timezone', ${name}, true)`.execute(tx);
          await sql`select ensure_partitions(${at})`.execute(tx);
          const days = (await bordersOf(tx, "outbox")).slice(-4);
          const months = (await bordersOf(tx, "cdr")).slice(-4);
          const [y, m, d] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
          for (let i = 0; i < 4; i++) {
            expect(days[i]).toMatchObject({
              first: midnight(utc(y, m, d + i)),
              last: midnight(utc(y, m, d + i + 1)),
            });
            expect(months[i]).toMatchObject({
              first: midnight(utc(y, m + i, 1)),
              last: midnight(utc(y, m + i + 1, 1)),
            });
          }
          throw undo;
        });
        await expect(made).rejects.toBe(undo);
      }),
      { numRuns: 25, examples: [["America/New_York", utc(2027, 2, 1)]] },
    );
  });

  test("take the rows of their time, and the default one takes what has none", async () => {
    const { db } = world.database;
    const insert = (at: string) =>
      sql`insert into outbox (id, topic, payload, due_at, created_at) values (${`out_${at}`}, 'x', '{}', ${at}, ${at})`.execute(
        db,
      );
    await insert("2026-11-20T00:00:00Z");
    await insert("2026-11-20T23:59:59.999Z");
    await insert("2026-11-21T00:00:00Z");
    await insert("2026-12-25T12:00:00Z");
    const where = await rows(
      db,
      sql<{ part: string }>`
        select tableoid::regclass::text as part from outbox where topic = 'x' order by created_at`,
    );
    expect(where.map(({ part }) => part)).toEqual([
      "outbox_20261120",
      "outbox_20261120",
      "outbox_20261121",
      "outbox_rest",
    ]);
  });

  test("of a time whose rows already lie in the default one are left out, the others made", async () => {
    const { db } = world.database;
    await ensurePartitions(db, new Date("2026-12-24T00:00:00Z"));
    const parts = (await bordersOf(db, "outbox")).map(({ part }) => part);
    expect(parts.slice(-3)).toEqual(["outbox_20261224", "outbox_20261226", "outbox_20261227"]);
    const { rows: kept } = await world.database.pool.query(
      "select 1 from outbox where created_at = '2026-12-25T12:00:00Z'",
    );
    expect(kept).toHaveLength(1);
  });
});

describe("migrations", () => {
  test("are applied once by replicas that boot together", async () => {
    const name = `fresh_${Date.now()}`;
    const fresh = world.config.databaseUrl.replace(/test_[0-9a-f]+/, name);
    await world.database.pool.query(`create database ${name}`);
    const replicas = Array.from({ length: 3 }, () => openDatabase(fresh, () => {}, 2));
    try {
      const applied = await Promise.all(replicas.map(({ db }) => migrate(db)));
      const counts = applied.map((names) => names.length);
      expect(counts.toSorted((a, b) => a - b).slice(0, 2)).toEqual([0, 0]);
      expect(Math.max(...counts)).toBeGreaterThanOrEqual(5);
      expect(await migrate(replicas[0]!.db)).toEqual([]);
    } finally {
      await Promise.all(replicas.map((database) => database.close()));
      await world.database.pool.query(`drop database ${name} with (force)`);
    }
  });
});
