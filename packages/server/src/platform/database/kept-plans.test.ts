import { afterAll, beforeAll, expect, test } from "vitest";
import { databases } from "@voltmarg/testkit/test-databases";
import { openDatabase, planKept, rows, sentWithNext, sql, type Database } from "./database.ts";

let database: Database;
let url = "";

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  // One connection, so that every statement finds what the one before left.
  database = openDatabase(url, () => {}, 1, true);
  await sql`create table thing (id int primary key, name text)`.execute(database.db);
  await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(database.db);
  await sql`create function fail_to_serialise() returns int language plpgsql as $$
    begin raise exception 'no' using errcode = '40001'; end $$`.execute(database.db);
});
afterAll(() => database.close());

const nameOf = async (id: number) =>
  (
    await rows(
      database.db,
      sql<{ name: string }>`select name from thing where id = ${id} ${planKept}`,
    )
  )[0]?.name;
const plans = () =>
  rows(
    database.db,
    sql<{ uses: number }>`
      select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where statement like 'select name from thing%'`,
  );

test("a statement that asks for it is planned under one name, others under none", async () => {
  expect([await nameOf(1), await nameOf(2), await nameOf(3)]).toEqual(["one", "two", undefined]);
  await sql`select name from thing where id = ${1}`.execute(database.db);
  expect(await plans()).toEqual([{ uses: 3 }]);
});

test("a column that is added and a statement that fails leave it usable", async () => {
  await sql`alter table thing add column other int`.execute(database.db);
  expect(await nameOf(1)).toBe("one");
  const broken = database.transact(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {});
    await sql`select name || '!' as name from thing where id = ${1} ${planKept}`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/aborted/);
  const { rows: found } = await sql<{ name: string }>`
    select name || '!' as name from thing where id = ${1} ${planKept}`.execute(database.db);
  expect(found).toEqual([{ name: "one!" }]);
});

test("where a pooler lost the name, the transaction is tried again and no statement is named any more", async () => {
  const loses = openDatabase(url, () => {}, 1, true);
  const read = (id: number) =>
    loses.alone((on) =>
      rows(on, sql<{ name: string }>`select name from thing where id = ${id} ${planKept}`),
    );
  await read(1);
  // What happens when the pooler hands the next statement to another connection.
  await sql`deallocate all`.execute(loses.db);
  expect(await read(2)).toEqual([{ name: "two" }]);
  await read(2);
  const { rows: left } = await sql`select name from pg_prepared_statements`.execute(loses.db);
  expect(left).toEqual([]);
  await loses.close();
});

const add = (id: number, name = "new") =>
  sql`insert into thing (id, name) values (${id}, ${name}) ${sentWithNext}`;
const named = (id: number) => sql`select name from thing where id = ${id} ${planKept}`;

test("what is sent with the next statement is there for it, and is committed with it", async () => {
  const seen = await database.transact(async (tx) => {
    await add(10).execute(tx);
    await add(11).execute(tx);
    return (await named(11).execute(tx)).rows;
  });
  expect(seen).toEqual([{ name: "new" }]);
  await database.transact(async (tx) => {
    await add(12).execute(tx);
  });
  expect([await nameOf(10), await nameOf(11), await nameOf(12)]).toEqual(["new", "new", "new"]);
});

test("what is sent with the next statement goes before one without values and before several at once", async () => {
  await database.transact(async (tx) => {
    await add(20).execute(tx);
    await sql`savepoint here`.execute(tx);
    await add(21).execute(tx);
    await sql
      .raw(
        "update thing set name = 'a' where id = 21; update thing set name = name || 'b' where id = 21",
      )
      .execute(tx);
  });
  expect([await nameOf(20), await nameOf(21)]).toEqual(["new", "ab"]);
});

test("a transaction that fails leaves nothing of what waited to be sent", async () => {
  const thrown = database.transact(async (tx) => {
    await add(30).execute(tx);
    throw new Error("changed its mind");
  });
  await expect(thrown).rejects.toThrow("changed its mind");
  const later = database.transact(async (tx) => {
    await named(1).execute(tx);
    await add(31).execute(tx);
    throw new Error("changed its mind");
  });
  await expect(later).rejects.toThrow("changed its mind");
  expect([await nameOf(30), await nameOf(31)]).toEqual([undefined, undefined]);
});

test("when what was sent before fails, the next statement fails with its error and does nothing", async () => {
  const statement = database.transact(async (tx) => {
    await add(40).execute(tx);
    await add(1).execute(tx);
    await sql`update thing set name = ${"lost"} where id = 2`.execute(tx);
  });
  await expect(statement).rejects.toThrow(/thing_pkey/);
  const commit = database.transact(async (tx) => {
    await add(41).execute(tx);
    await add(1).execute(tx);
  });
  await expect(commit).rejects.toThrow(/thing_pkey/);
  expect([await nameOf(2), await nameOf(40), await nameOf(41)]).toEqual([
    "two",
    undefined,
    undefined,
  ]);
  // The connection, of which there is one, works on, also with statements that it never got to parse.
  const fresh = (id: number) => sql`insert into thing (id) values (${id}) ${sentWithNext}`;
  const first = database.transact(async (tx) => {
    await add(1).execute(tx);
    await fresh(42).execute(tx);
    await sql`select 'never parsed', ${1}::int ${planKept}`.execute(tx);
  });
  await expect(first).rejects.toThrow(/thing_pkey/);
  await database.transact(async (tx) => {
    await fresh(43).execute(tx);
    const { rows: found } =
      await sql`select 'never parsed' as it, ${1}::int as n ${planKept}`.execute(tx);
    expect(found).toEqual([{ it: "never parsed", n: 1 }]);
  });
  expect(await nameOf(43)).toBe(null);
});

test("a serialisation failure of what was sent before is tried again", async () => {
  let tries = 0;
  await database.transact(async (tx) => {
    tries += 1;
    const fails = tries === 1;
    await sql`select case when ${fails} then fail_to_serialise() end ${sentWithNext}`.execute(tx);
    await add(50).execute(tx);
  });
  expect(tries).toBe(2);
  expect(await nameOf(50)).toBe("new");
});

test("a constraint that is checked at the commit refuses it", async () => {
  await sql`create table pair (id int unique deferrable initially deferred)`.execute(database.db);
  const twice = database.transact(async (tx) => {
    for (const id of [1, 1]) await sql`insert into pair values (${id}) ${sentWithNext}`.execute(tx);
  });
  await expect(twice).rejects.toThrow(/pair_id_key/);
  const { rows: left } = await sql`select id from pair`.execute(database.db);
  expect(left).toEqual([]);
});

test("outside a transaction it is sent at once, and a transaction without statements sends none", async () => {
  await add(60).execute(database.db);
  expect(await nameOf(60)).toBe("new");
  const before = await sql<{
    n: number;
  }>`select count(*)::int as n from pg_prepared_statements where statement = 'begin'`.execute(
    database.db,
  );
  await database.transact(async () => {});
  expect(before.rows).toEqual([{ n: 1 }]);
  expect(await database.transact(async () => "nothing done")).toBe("nothing done");
});

test("where there is a pooler that lost the names, a transaction is tried again without", async () => {
  const loses = openDatabase(url, () => {}, 1, true);
  const put = (id: number) => loses.transact(async (tx) => void (await add(id).execute(tx)));
  await put(70);
  await sql`deallocate all`.execute(loses.db);
  await put(71);
  await put(72);
  expect([await nameOf(70), await nameOf(71), await nameOf(72)]).toEqual(["new", "new", "new"]);
  await loses.close();
});

test("a connection that is lost before the commit loses what waited with it", async () => {
  const other = openDatabase(url, () => {}, 1);
  const lost = database.transact(async (tx) => {
    const { rows: of } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await add(80).execute(tx);
    await sql`select pg_terminate_backend(${of[0]!.pid}, 5000)`.execute(other.db);
  });
  await expect(lost).rejects.toThrow();
  await other.close();
  expect(await nameOf(80)).toBeUndefined();
});
