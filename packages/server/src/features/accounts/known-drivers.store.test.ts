import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { addThreeAccounts } from "@voltmarg/testkit/three-accounts";
import { findKnownDriver } from "./known-drivers.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  await addThreeAccounts(world);
});
afterAll(() => world.stop());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

test("operators ask for a driver in capitals or not", async () => {
  const known = { userId: "usr_open", valid: true, changedAt: at(1) };
  for (const id of ["usr_open", "USR_OPEN"])
    expect(await findKnownDriver(world.database.db, id)).toEqual(known);
  expect(await findKnownDriver(world.database.db, "usr_closed")).toMatchObject({ valid: false });
  expect(await findKnownDriver(world.database.db, "usr_absent")).toBeNull();
});
