import { afterAll, beforeAll, expect, test } from "vitest";
import { databases } from "@voltmarg/testkit/test-databases";
import { openDatabase, planKept, rows, sql, type Database } from "./database.ts";

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
