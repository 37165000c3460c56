import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { addThreeAccounts } from "@voltmarg/testkit/three-accounts";
import { findKnownDriver, listKnownDrivers } from "./known-drivers.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  await addThreeAccounts(world);
});
afterAll(() => world.stop());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

test("operators get drivers by the last change: closing counts, and who has closed is not valid", async () => {
  const { drivers, total } = await listKnownDrivers(world.database.db, { offset: 0, limit: 10 });
  expect(total).toBe(3);
  expect(drivers).toEqual([
    { userId: "usr_open", valid: true, changedAt: at(1) },
    { userId: "usr_closed", valid: false, changedAt: at(4) },
    { userId: "usr_erased", valid: false, changedAt: at(5) },
  ]);
});

test("a period includes its first instant and not its last", async () => {
  const within = async (from: Date, to: Date) => {
    const found = await listKnownDrivers(world.database.db, { from, to, offset: 0, limit: 10 });
    return [found.drivers.map(({ userId }) => userId), found.total];
  };
  const after = (date: Date) => new Date(date.getTime() + 1);
  expect(await within(at(1), at(4))).toEqual([["usr_open"], 1]);
  expect(await within(at(1), after(at(4)))).toEqual([["usr_open", "usr_closed"], 2]);
  expect(await within(after(at(1)), at(5))).toEqual([["usr_closed"], 1]);
  expect(await within(at(4), at(4))).toEqual([[], 0]);
  expect(await within(at(6), at(9))).toEqual([[], 0]);
});

test("pages of drivers leave nobody out and count all", async () => {
  const page = async (offset: number, limit: number) => {
    const found = await listKnownDrivers(world.database.db, { offset, limit });
    return [found.drivers.map(({ userId }) => userId), found.total];
  };
  expect(await page(0, 1)).toEqual([["usr_open"], 3]);
  expect(await page(1, 2)).toEqual([["usr_closed", "usr_erased"], 3]);
  expect(await page(3, 2)).toEqual([[], 3]);
});

test("operators ask for a driver in capitals or not", async () => {
  const known = { userId: "usr_open", valid: true, changedAt: at(1) };
  for (const id of ["usr_open", "USR_OPEN"])
    expect(await findKnownDriver(world.database.db, id)).toEqual(known);
  expect(await findKnownDriver(world.database.db, "usr_closed")).toMatchObject({ valid: false });
  expect(await findKnownDriver(world.database.db, "usr_absent")).toBeNull();
});
