import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openDatabase, rows, sql, type Database, type Queryable } from "./database.ts";
import { countMissing, DatabaseTooOld, ensurePartitions, migrate } from "./migrate.ts";
import { lockTables } from "./migration-locks.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

type Border = { part: string; first: string; last: string };
/** Partitions with their bounds in UTC, oldest first. */
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
  test("are made once for four days, four months and two years, however often and by however many replicas", async () => {
    const { db } = world.database;
    const all = async () => [
      await bordersOf(db, "outbox"),
      await bordersOf(db, "meter_value"),
      await bordersOf(db, "cdr"),
    ];
    const before = await all();
    expect(before.map((borders) => borders.length)).toEqual([4, 4, 2]);
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(db, START)));
    expect(await all()).toEqual(before);
    expect(before[0]!.map(({ part }) => part)).toEqual([
      "outbox_20261120",
      "outbox_20261121",
      "outbox_20261122",
      "outbox_20261123",
    ]);
    expect(before[1]!.map(({ part }) => part)).toEqual([
      "meter_value_20261101",
      "meter_value_20261201",
      "meter_value_20270101",
      "meter_value_20270201",
    ]);
    expect(before[2]!.map(({ part }) => part)).toEqual(["cdr_20260101", "cdr_20270101"]);
  });

  test("of years begin where months of bills end, which release 0.9 may have", async () => {
    const undo = new Error("undo");
    const made = world.database.transact(async (tx) => {
      for (const { part } of await bordersOf(tx, "cdr"))
        await sql`drop table ${sql.ref(part)}`.execute(tx);
      for (const [from, to] of [
        ["2026-11-01", "2026-12-01"],
        ["2026-12-01", "2027-01-01"],
        ["2027-01-01", "2027-02-01"],
      ] as const)
        await sql
          .raw(
            `create table cdr_${from.replaceAll("-", "")} partition of cdr
              for values from ('${from} 00:00Z') to ('${to} 00:00Z')`,
          )
          .execute(tx);
      for (let times = 0; times < 2; times++)
        await sql`select ensure_partitions(${START})`.execute(tx);
      expect((await bordersOf(tx, "cdr")).slice(-2)).toEqual([
        { part: "cdr_20270101", first: "2027-01-01 00:00", last: "2027-02-01 00:00" },
        { part: "cdr_20270201", first: "2027-02-01 00:00", last: "2028-01-01 00:00" },
      ]);
      throw undo;
    });
    await expect(made).rejects.toBe(undo);
  });

  test("begin and end at UTC midnight in any time zone of the server", async () => {
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
        const made = world.database.transact(async (tx) => {
          await sql`select set_config('timezone', ${name}, true)`.execute(tx);
          await sql`select ensure_partitions(${at})`.execute(tx);
          const days = (await bordersOf(tx, "outbox")).slice(-4);
          const months = (await bordersOf(tx, "meter_value")).slice(-4);
          const years = (await bordersOf(tx, "cdr")).slice(-2);
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
          expect(years.map(({ first, last }) => [first, last])).toEqual([
            [midnight(utc(y, 0, 1)), midnight(utc(y + 1, 0, 1))],
            [midnight(utc(y + 1, 0, 1)), midnight(utc(y + 2, 0, 1))],
          ]);
          throw undo;
        });
        await expect(made).rejects.toBe(undo);
      }),
      { numRuns: 25, examples: [["America/New_York", utc(2027, 2, 1)]] },
    );
  });

  test("get the rows of their time; the default partition gets all others", async () => {
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

  test("are not made for a time with rows in the default partition; the others are made", async () => {
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

/** Several connections, like several replicas, to their own empty database. */
async function withReplicas(
  count: number,
  run: (replicas: readonly Database[]) => Promise<void>,
): Promise<void> {
  const name = `fresh_${randomUUID().replaceAll("-", "")}`;
  const fresh = world.config.databaseUrl.replace(/test_[0-9a-f]+/, name);
  await world.database.pool.query(`create database ${name}`);
  const replicas = Array.from({ length: count }, () => openDatabase(fresh, () => {}, 2));
  try {
    await run(replicas);
  } finally {
    await Promise.all(replicas.map((database) => database.close()));
    await world.database.pool.query(`drop database ${name} with (force)`);
  }
}

const ours = new URL("../../../migrations/", import.meta.url);

/** A copy of the migrations that a test may edit like a later release. */
async function withCopy(run: (folder: URL, path: string) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), "voltmarg-migrations-"));
  try {
    await cp(ours, path, { recursive: true });
    await run(pathToFileURL(`${path}/`), path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

describe("migrations", () => {
  const LAST_OF_BASELINE = "0145-built-in-texts";
  const namesIn = async (on: Database) => {
    const { rows: known } = await on.pool.query("select name from kysely_migration order by 1");
    return known.map(({ name }: { name: string }) => name);
  };

  test("are applied once by replicas that start together", () =>
    withReplicas(3, async (replicas) => {
      const applied = await Promise.all(replicas.map((each) => migrate(each)));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      expect(applied.flat()).toContain("ledger-functions");
      expect(await migrate(replicas[0]!)).toEqual([]);
    }));

  test("begin with the baseline, and then with what comes after it", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        expect(await countMissing(replica!.db)).toMatchObject({ isNew: true });
        await writeFile(join(path, "9999-newer.sql"), "alter table setting add column note text;");
        const applied = await migrate(replica!, folder);
        expect(applied[0]).toBe(LAST_OF_BASELINE);
        expect(applied).toContain("9999-newer");
        expect(await namesIn(replica!)).toEqual(
          expect.arrayContaining([LAST_OF_BASELINE, "9999-newer"]),
        );
        expect(await countMissing(replica!.db)).toEqual({ missing: 0, isNew: false });
      }),
    ));

  test("of a database of release 0.9 go on after the baseline", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        // Release 0.9 had the same tables, and a name for each of its files.
        await migrate(replica!);
        await replica!.pool.query(
          "insert into kysely_migration values ('0001-platform', ''), ('0144-scheduled-tasks', '')",
        );
        expect(await migrate(replica!)).toEqual([]);
        await writeFile(join(path, "9999-newer.sql"), "create table newer (id text);");
        expect(await migrate(replica!, folder)).toEqual(["9999-newer"]);
      }),
    ));

  test("are refused by a database of a release before 0.9, in which nothing changes", () =>
    withCopy((folder, path) =>
      withReplicas(3, async (replicas) => {
        const [{ pool, db }] = replicas as [Database];
        await pool.query(`
          create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
          insert into kysely_migration values ('0001-platform', ''), ('0144-scheduled-tasks', '');
          create table setting (name text primary key, value jsonb not null)`);
        await writeFile(join(path, "9999-newer.sql"), "alter table setting add column note text;");
        const everything = async () =>
          (
            await pool.query(`
            select relname, attname from pg_class c join pg_attribute a on a.attrelid = c.oid
            where relnamespace = 'public'::regnamespace order by 1, 2`)
          ).rows;
        const before = await everything();
        const refused = await Promise.allSettled(replicas.map((each) => migrate(each, folder)));
        for (const each of refused)
          expect(each).toMatchObject({ status: "rejected", reason: expect.any(DatabaseTooOld) });
        await expect(countMissing(db)).rejects.toThrow("Start release 0.9 on it once");
        expect(await everything()).toEqual(before);
        expect(await namesIn(replicas[0]!)).toEqual(["0001-platform", "0144-scheduled-tasks"]);
      }),
    ));

  test("of a newer release do not stop an older one that starts on its database", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        await migrate(replica!);
        await writeFile(join(path, "9999-newer.sql"), "create table newer (id text);");
        expect(await migrate(replica!, folder)).toEqual(["9999-newer"]);
        expect(await migrate(replica!)).toEqual([]);
        expect(await migrate(replica!, folder)).toEqual([]);
      }),
    ));

  test("of an older release that are missing are applied on a newer database", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        await writeFile(join(path, "9999-newer.sql"), "create table newer (id text);");
        await migrate(replica!, folder);
        await rm(join(path, "9999-newer.sql"));
        await writeFile(join(path, "9998-beside.sql"), "create table beside (id text);");
        expect(await migrate(replica!, folder)).toEqual(["9998-beside"]);
      }),
    ));

  test("wait, without a deadlock, for a transaction that has read a table and then writes to it", () =>
    withCopy((folder, path) =>
      withReplicas(2, async ([before, starting]) => {
        await migrate(before!);
        await before!.pool.query("create sequence tries");
        await writeFile(
          join(path, "9998-first.sql"),
          "select nextval('tries');\ncreate index one on setting (value);",
        );
        await writeFile(join(path, "9999-then.sql"), "alter table setting add column note text;");
        const client = await before!.pool.connect();
        await client.query("begin");
        await client.query("select from setting");
        const migrated = migrate(starting!, folder);
        await vi.waitUntil(
          async () => {
            const { rows: waiting } = await before!.pool.query(
              "select from pg_locks where relation = 'setting'::regclass and not granted",
            );
            return waiting.length > 0;
          },
          { timeout: 20_000 },
        );

        await client.query("insert into setting values ('colour', '1')");
        await client.query("commit");
        client.release();

        expect(await migrated).toEqual(["9998-first", "9999-then"]);
        const { rows: tries } = await before!.pool.query("select last_value from tries");
        expect(tries).toEqual([{ last_value: 1n }]);
      }),
    ));
});

describe("tables that migrations lock", () => {
  const locksOf = (text: string) =>
    world.database.transact(async (tx) => {
      await lockTables(tx, [text]);
      return rows(
        tx,
        sql<{ relation: string; mode: string }>`
          select relation::regclass::text as relation, mode from pg_locks
          where pid = pg_backend_pid() and relation = any(array['app_user', 'setting', 'session']::regclass[])
          order by 1`,
      );
    });
  const exclusive = { relation: "setting", mode: "AccessExclusiveLock" };

  test.each([
    "alter table setting add column note text",
    "Alter Table\n  only setting -- for staff\n add column note text",
    "update setting set value = '1'",
    "delete from setting",
    "insert into setting values ('a', '1')",
    "truncate setting",
    "drop index if exists setting_pkey",
    "alter table if exists setting add column note text",
    "create trigger seen before insert or update on setting for each row execute function f()",
    "create index a on setting (value); alter table setting add column note text",
  ])("against readers and writers: %s", async (text) => {
    expect(await locksOf(text)).toEqual([exclusive]);
  });

  test.each([
    "create index a on setting (value)",
    "create unique index if not exists a on setting (value) where value is not null",
    "create index on setting (value)",
    "create table colour (name text references setting (name))",
  ])("against writers only: %s", async (text) => {
    expect(await locksOf(text)).toEqual([{ ...exclusive, mode: "ShareRowExclusiveLock" }]);
  });

  test.each([
    "create table colour (name text); alter table colour add column note text",
    "create function f() returns void language sql as $$ update setting set value = '1' $$",
    "-- update setting\nselect 'update setting'",
  ])("not at all: %s", async (text) => {
    expect(await locksOf(text)).toEqual([]);
  });
});

describe("files that are applied repeatably", () => {
  const FILE = "repeatable/ledger-functions.sql";

  const at = "timestamp with time zone";
  const SIGNATURES_OF_0_9 = [
    `ledger_hold_capture(p_user text, p_session text, p_cdr text, p_transfer text, p_hash text, p_total bigint, p_gst bigint, p_reason text, p_at ${at}) boolean`,
    `ledger_hold_grow(p_user text, p_session text, p_transfer text, p_wanted bigint, p_reason text, p_at ${at}) bigint`,
    `ledger_hold_place(p_user text, p_hold text, p_session text, p_transfer text, p_hash text, p_amount bigint, p_reason text, p_at ${at}) boolean`,
    `ledger_hold_release(p_user text, p_session text, p_transfer text, p_status text, p_reason text, p_at ${at}) boolean`,
    `ledger_hold_renew(p_user text, p_hold text, p_session text, p_transfer text, p_amount bigint, p_reason text, p_at ${at}) boolean`,
    `ledger_move(p_scope text, p_id text, p_idem text, p_hash text, p_kind text, p_reason text, p_at ${at}, p_session text, p_cdr text, p_source_owner text[], p_source_kind text[], p_destination_owner text[], p_destination_kind text[], p_amount bigint[]) TABLE(transfer_id text, replayed boolean)`,
    "ledger_open_driver(p_user text) void",
  ];

  const edit = async (path: string, from: string, to: string) => {
    const file = join(path, FILE);
    const text = await readFile(file, "utf8");
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
  };

  const functionsOf = (on: Queryable) =>
    rows(
      on,
      sql<{ signature: string; body: string }>`
        select p.proname || '(' || pg_get_function_arguments(p.oid) || ') ' || pg_get_function_result(p.oid) as signature,
          p.prosrc as body
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.proname like 'ledger%' order by 1`,
    );
  const bodyOf = async (on: Queryable, name: string) =>
    (await functionsOf(on)).find(({ signature }) => signature.startsWith(`${name}(`))?.body;

  test("keep the signatures that replicas of release 0.9 call", async () => {
    const signatures = (await functionsOf(world.database.db)).map(({ signature }) => signature);
    // There may be new functions beside them.
    expect(signatures).toEqual(expect.arrayContaining(SIGNATURES_OF_0_9));
  });

  test("are applied again at the next start when their text has changed, and only then", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        const { db } = replica!;
        expect(await migrate(replica!, folder)).toContain("ledger-functions");
        expect(await migrate(replica!, folder)).toEqual([]);
        await edit(path, "a driver without books in %", "no ledger rows for a driver of %");
        expect(await migrate(replica!, folder)).toEqual(["ledger-functions"]);
        expect(await bodyOf(db, "ledger_move")).toContain("no ledger rows for a driver of %");
        // The previous release starts again and restores its own text.
        expect(await migrate(replica!)).toEqual(["ledger-functions"]);
        expect(await bodyOf(db, "ledger_move")).toContain("a driver without books in %");
      }),
    ));

  test("are applied by one of the replicas that start together, while another one writes to the ledger", () =>
    withCopy((folder, path) =>
      withReplicas(4, async ([before, ...starting]) => {
        await migrate(before!);
        await sql`select ledger_open_driver('usr_1')`.execute(before!.db);
        await edit(path, "a driver without books in %", "no ledger rows for a driver of %");
        const book = async (nth: number) => {
          const { rows: booked } = await sql<{ replayed: boolean }>`
            select replayed from ledger_move('usr_1', ${`trf_${nth}`}, ${`key_${nth}`}, 'h', 'TOP_UP', 'Added', now(),
              null, null, array['system'], array['payments'], array['usr_1'], array['wallet'],
              array[100]::bigint[])`.execute(before!.db);
          expect(booked).toEqual([{ replayed: false }]);
        };
        const [applied] = await Promise.all([
          Promise.all(starting.map((each) => migrate(each, folder))),
          (async () => {
            for (let nth = 0; nth < 100; nth++) await book(nth);
          })(),
        ]);
        expect(applied.flat()).toEqual(["ledger-functions"]);
        await book(100);
        const { rows: wallets } = await before!.pool.query("select wallet from ledger_wallet");
        expect(wallets).toEqual([{ wallet: 10_100n }]);
      }),
    ));

  test("change nothing when one of them is wrong, and report which", () =>
    withCopy((folder, path) =>
      withReplicas(1, async ([replica]) => {
        const { db } = replica!;
        await writeFile(join(path, "9998-colour.sql"), "create table colour (id text);");
        await edit(path, "v_has_wallet boolean;", "v_has_wallet no_such_type;");
        await expect(migrate(replica!, folder)).rejects.toThrow("no_such_type");
        expect(await functionsOf(db)).toEqual([]);
        await cp(new URL(FILE, ours), join(path, FILE));
        await writeFile(join(path, "9999-wrong.sql"), "create table shade (id no_such_type);");
        await expect(migrate(replica!, folder)).rejects.toThrow("no_such_type");
        const { rows: tables } =
          await sql`select from pg_tables where tablename = 'colour'`.execute(db);
        expect(tables).toEqual([]);
      }),
    ));

  test("contain every function of the ledger", async () => {
    const text = await readFile(new URL(FILE, ours), "utf8");
    const held = [...text.matchAll(/^create or replace function (\w+)\(/gm)].map(
      ([, name]) => name,
    );
    const there = (await functionsOf(world.database.db)).map(({ signature }) =>
      signature.replace(/\(.*/s, ""),
    );
    // No longer called: a numbered migration drops it a release later.
    expect(new Set([...held, "ledger_move_many"])).toEqual(new Set(there));
  });
});
