import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, rows, sql } from "../platform/database/database.ts";
import { deleteOld } from "../platform/database/delete-old.ts";
import { createLogger } from "../platform/observability/logger.ts";
import { AGES, forgetOldRows } from "./retention.ts";
import { retentionPage } from "./retention-page.ts";

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

test("name and e-mail of who began to sign up with another provider and did not agree go in a day", async () => {
  const { database, clock } = world;
  await sql`insert into social_attempt (state_hash, provider, device_type, challenge, nonce, code_verifier, created_at,
      expires_at, name, email)
    values ('\\x01', 'google', 'web', 'c', 'n', 'v', ${clock.now()}, ${clock.now()}, 'Asha', 'asha@private.example')`.execute(
    database.db,
  );
  const dayLater = { now: () => new Date(clock.now().getTime() + 86_400_001) };
  await forgetOldRows({ database, clock: dayLater, logger: createLogger("silent"), auditDays: 9 });
  expect(await count("social_attempt")).toBe(0);
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

test("the log of accounts loses addresses after a year and rows after eight, and changes in no other way", async () => {
  const { database, clock } = world;
  const { db } = database;
  const put = (userId: string, days: number) =>
    sql`insert into account_audit (at, user_id, act, details)
      values (${new Date(clock.now().getTime() - days * 86_400_000)}, ${userId}, 'SIGN_IN',
        '{"by":"CODE","address":"203.0.113.7"}')`.execute(db);
  await put("usr_young", 364);
  await put("usr_old", 366);
  await put("usr_ancient", 2_931);
  await forgetOldRows({ database, clock, logger: createLogger("silent"), auditDays: 2_930 });
  const left = await rows(
    db,
    sql<{ user_id: string; details: object }>`select user_id, details from account_audit
      where user_id in ('usr_young', 'usr_old', 'usr_ancient') order by id`,
  );
  expect(left).toEqual([
    { user_id: "usr_young", details: { by: "CODE", address: "203.0.113.7" } },
    { user_id: "usr_old", details: { by: "CODE" } },
  ]);
  const written = "account_audit is written once";
  const tried = (statement: string) =>
    database.transact(async (tx) => {
      await sql`select set_config('voltmarg.forgets', 'account_audit', true)`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
  await expect(
    tried("update account_audit set act = 'EXPORT' where user_id = 'usr_young'"),
  ).rejects.toThrow(written);
  await expect(
    tried("update account_audit set details = '{}' where user_id = 'usr_young'"),
  ).rejects.toThrow(written);
  await expect(
    sql`delete from account_audit where user_id = 'usr_young'`.execute(db),
  ).rejects.toThrow(written);
  await expect(sql`truncate account_audit`.execute(db)).rejects.toThrow(written);
});

test("the page's table is what the code says", () => {
  const page = new URL("../../../../docs/operations/retention.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  expect(text, "npm run config -- page writes it").toBe(retentionPage(text));
});
