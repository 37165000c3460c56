import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databases } from "@voltmarg/testkit/test-databases";
import { openDatabase, planKept, rows, sql, type Database, type Sql } from "./database.ts";

let database: Database;
let url = "";

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  // One connection, so that every statement finds what the one before left.
  database = openDatabase(url, () => {}, 1, true);
  await sql`create table thing (id int primary key, name text)`.execute(database.db);
  await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(database.db);
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

test("values are sent beside the text, also those of its parts; names and raw text stand in it", async () => {
  const isIt = sql`${sql.ref("t.name")} = ${"two"}`;
  const found = await rows(
    database.db,
    sql<{ id: number; odd: string }>`select id, ${`it's "$1"`} as odd from ${sql.ref("thing")} t
      where id in (${sql.join([1, 2, sql`${3}::int`])}) and ${isIt} ${sql.raw("limit 1")}`,
  );
  expect(found).toEqual([{ id: 2, odd: `it's "$1"` }]);
  const named = sql`select 1 as ${sql.ref('a"b')}`;
  expect(await rows(database.db, named)).toEqual([{ 'a"b': 1 }]);
  expect(await rows(database.db, sql`select array[${sql.join([])}]::int[] as none`)).toEqual([
    { none: [] },
  ]);
});

test("one line of code sends the text of the parts it is given, whatever it was given before", async () => {
  const part = fc.letrec<{ part: Sql | number }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }).map((n) => sql.raw(String(n))),
      fc.tuple(tie("part"), tie("part")).map(([a, b]) => sql`(${a}::int + ${b}::int)`),
      fc.tuple(tie("part"), tie("part")).map(([a, b]) => sql`(${a}::int - ${b}::int)`),
    ),
  })).part;
  const valueOf = (one: unknown): number => {
    if (typeof one === "number") return one;
    const { strings, parts } = one as Sql;
    if (parts.length === 0) return Number(strings[0]);
    const [a, b] = parts.map(valueOf);
    return strings[1]!.includes("+") ? a! + b! : a! - b!;
  };
  await fc.assert(
    fc.asyncProperty(part, async (one) => {
      const [row] = await rows(database.db, sql<{ is: number }>`select ${one}::int as is`);
      expect(row!.is).toBe(valueOf(one));
    }),
  );
});

test("a transaction in which a statement failed is rolled back, and whoever went on is told", async () => {
  const wentOn = database.transact(async (tx) => {
    await sql`insert into thing (id, name) values (3, 'three')`.execute(tx);
    await sql`select 1 / 0`.execute(tx).catch(() => {});
  });
  await expect(wentOn).rejects.toThrow("rolled back");
  expect(await nameOf(3)).toBeUndefined();
});

test("a connection that broke in a transaction is not used again", async () => {
  const cut = database.transact((tx) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
  );
  await expect(cut).rejects.toThrow(/terminat/);
  expect(await nameOf(1)).toBe("one");
});

test("[S-2] rows are handed over one by one, and what goes wrong with one fails the statement alone", async () => {
  const names: string[] = [];
  const all = sql<{ name: string }>`select name from thing order by id`;
  await all.stream(database.db, ({ name }) => names.push(name));
  expect(names.slice(0, 2)).toEqual(["one", "two"]);
  const refuse = () => {
    throw new Error("not this one");
  };
  await expect(all.stream(database.db, refuse)).rejects.toThrow("not this one");
  const wrong = sql`select 1 / (id - 2) from thing order by id`;
  await expect(wrong.stream(database.db, () => {})).rejects.toThrow("division by zero");
  // The one connection is of use afterwards.
  expect(await nameOf(1)).toBe("one");
});

test("[S-2] with `query_timeout` in its address, too, a statement hands over its rows, fails, or takes too long", async () => {
  const limited = openDatabase(withParameter(url, "query_timeout", "300"), () => {}, 1);
  const stream = async (statement: Sql<{ n: number }>) => {
    const found: number[] = [];
    await statement.stream(limited.db, ({ n }) => found.push(n));
    return found;
  };
  expect(await stream(sql`select n from generate_series(1, 3) n`)).toEqual([1, 2, 3]);
  await expect(stream(sql`select 1 / (n - 2) as n from generate_series(1, 3) n`)).rejects.toThrow(
    "division by zero",
  );
  await expect(stream(sql`select 1 as n from pg_sleep(2)`)).rejects.toThrow("timeout");
  await limited.close();
});

function withParameter(address: string, name: string, value: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${name}=${value}`;
}
