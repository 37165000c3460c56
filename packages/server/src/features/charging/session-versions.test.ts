import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { updatedInPlace } from "@voltmarg/testkit/updated-in-place";
import { afterAll, beforeAll, expect, test } from "vitest";
import { one, sql } from "../../platform/database/database.ts";
import {
  changedSince,
  findSession,
  highestOf,
  saveSessions,
  versionNow,
  type SessionRow,
} from "./session.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

test("[S-2] a driver's versions rise, whatever the clock says", async () => {
  const { db } = own.world.database;
  const driver = await own.driver();
  const { id } = await own.ask(driver, "EVEN-1");
  const row = (await findSession(db, driver.id, id))!;
  const save = async () => {
    await own.world.database.transact((tx) => saveSessions(tx, [row]));
    return row.version;
  };
  // As by a clock that was a day ahead.
  const saveAhead = async () =>
    (await one(
      db,
      sql<{ version: bigint }>`
        update session set version = version + 86400000000 where user_id = ${driver.id} and id = ${id}
        returning version`,
    ))!.version;
  const versions = [row.version, await save(), await save()];
  for (let round = 0; round < 3; round += 1)
    versions.push(await saveAhead(), await save(), await save(), await save());
  for (const [nth, version] of versions.entries())
    if (nth > 0) expect(version).toBeGreaterThan(versions[nth - 1]!);
  expect(Number(versions.at(-1))).toBeLessThan(Number.MAX_SAFE_INTEGER / 4);
  // What a stream resumes from finds the change after it.
  const [last, before] = [versions.at(-1)!, versions.at(-2)!];
  expect(await changedSince(db, driver.id, last)).toEqual([]);
  expect((await changedSince(db, driver.id, before)).map((session) => session.id)).toEqual([id]);
});

test("[S-2] a mark over all drivers is below every change that comes after it", async () => {
  const { db } = own.world.database;
  for (let nth = 0; nth < 3; nth += 1) {
    const mark = await versionNow(db);
    const driver = await own.driver();
    const { id } = await own.ask(driver, "EVEN-1");
    expect((await findSession(db, driver.id, id))!.version).toBeGreaterThan(mark);
  }
});

test("[S-2] sessions of one driver that are saved together get different versions", async () => {
  const { db } = own.world.database;
  const driver = await own.driver(300_000);
  await sql`update app_user set allow_multi_charging = true where id = ${driver.id}`.execute(db);
  const both: SessionRow[] = [];
  for (const plug of ["EVEN-2", "EVEN-3"])
    both.push((await findSession(db, driver.id, (await own.ask(driver, plug)).id))!);
  const before = both.map(({ version }) => version);
  await own.world.database.transact((tx) => saveSessions(tx, both));
  const [first, second] = both.map(({ version }) => version);
  expect(first).not.toBe(second);
  for (const version of [first!, second!])
    for (const earlier of before) expect(version).toBeGreaterThan(earlier);
});

test("[S-2] a stream finds a session that has ended or was opened again, once", async () => {
  const { db } = own.world.database;
  const driver = await own.driver();
  const { id } = await own.ask(driver, "EVEN-1");
  const before = (await findSession(db, driver.id, id))!.version;
  const found = async () => (await changedSince(db, driver.id, before)).map((row) => row.version);
  const row = (await findSession(db, driver.id, id))!;
  for (const open of [false, true, true, false]) {
    row.open = open;
    await own.world.database.transact((tx) => saveSessions(tx, [row]));
    expect(await found()).toEqual([row.version]);
    expect(await highestOf(db, driver.id)).toBe(row.version);
  }
});

test("[S-2] an update of a running session stays on its page and writes no index", async () => {
  const { db } = own.world.database;
  const driver = await own.driver();
  const { id } = await own.ask(driver, "EVEN-1");
  const row = (await findSession(db, driver.id, id))!;
  const inPlace = (change: Partial<SessionRow>) =>
    updatedInPlace(own.world.database, "session", (tx) =>
      saveSessions(tx, [Object.assign(row, change)]),
    );
  let many = 0;
  for (let kwh = 1; kwh <= 12; kwh += 1)
    many += await inPlace({ kwh, cost_minor: BigInt(kwh), news_at: new Date(kwh) });
  // A full page is left once.
  expect(many).toBeGreaterThan(8);
  // What an index contains is not.
  expect(await inPlace({ ocpi_session_id: "another" })).toBe(0);
});
