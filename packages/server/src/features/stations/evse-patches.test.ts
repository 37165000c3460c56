import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner } from "@voltmarg/testkit/partner";
import { patchEvses, type EvsePatchRow } from "./evse-patches.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const UIDS = Array.from({ length: 100 }, (_, n) => `L-${n}`);

test("replicas that patch the same EVSEs concurrently do not deadlock", async () => {
  const operator = await openPartner(world, "TST");
  const place = locationOf("L", { evses: UIDS.map((uid) => evseOf(uid)) });
  expect((await operator.call("PUT", "/locations/IN/TST/L", place)).code).toBe(1000);
  const lastUpdated = world.clock.now();
  const patches = UIDS.map((uid, n): EvsePatchRow => {
    const status = n % 2 === 0 ? "CHARGING" : "BLOCKED";
    const party = { country_code: "IN", party_id: "TST" };
    return { party, locationId: "L", uid, status, body: { status }, lastUpdated };
  });
  // Not `transact`, which would retry after a deadlock.
  const patch = (news: EvsePatchRow[]) =>
    world.database.transact((tx) => patchEvses(tx, news, lastUpdated));
  for (let round = 0; round < 10; round++) {
    const written = await Promise.all([
      patch(patches),
      patch(patches.toReversed()),
      patch(patches.slice(50).concat(patches.slice(0, 50))),
    ]);
    for (const each of written) expect(each).toHaveLength(UIDS.length);
  }
});

test("a stale patch changes nothing", async () => {
  const operator = await openPartner(world, "OLD");
  const place = locationOf("P", { evses: [evseOf("P-1")], party_id: "OLD" });
  expect((await operator.call("PUT", "/locations/IN/OLD/P", place)).code).toBe(1000);
  const lastUpdated = world.clock.now();
  const party = { country_code: "IN", party_id: "OLD" };
  const patch = { party, locationId: "P", uid: "p-1", body: {}, lastUpdated };
  const { db } = world.database;
  const [charging] = await patchEvses(db, [{ ...patch, status: "CHARGING" }], lastUpdated);
  expect(charging).toMatchObject({ at: 0, uid: "P-1", freed: false });
  const stale = { ...patch, status: "BLOCKED", lastUpdated: new Date(0) };
  const [unchanged] = await patchEvses(db, [stale], lastUpdated);
  expect(unchanged).toMatchObject({ version: null });
});
