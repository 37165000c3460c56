import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { one, sql } from "../../platform/database/database.ts";
import {
  changedSince,
  findSession,
  saveSessions,
  versionNow,
  type SessionRow,
} from "./session.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

test("[S-2] a driver's versions rise, whichever of two releases writes, and whatever the clock says", async () => {
  const { db } = own.world.database;
  const driver = await own.driver();
  const { id } = await own.ask(driver, "EVEN-1");
  const row = (await findSession(db, driver.id, id))!;
  const save = async () => {
    await own.world.database.transact((tx) => saveSessions(tx, [row]));
    return row.version;
  };
  // As the release before this one writes.
  const saveAsBefore = async () =>
    (await one(
      db,
      sql<{ version: bigint }>`
        update session set version = nextval('session_version') where user_id = ${driver.id} and id = ${id}
        returning version`,
    ))!.version;
  const versions = [row.version, await save(), await save()];
  for (let round = 0; round < 3; round += 1)
    versions.push(await saveAsBefore(), await save(), await save(), await save());
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
