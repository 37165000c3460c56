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
    world.database.db.transaction().execute((tx) => patchEvses(tx, news, lastUpdated));
  for (let round = 0; round < 10; round++) {
    const written = await Promise.all([
      patch(patches),
      patch(patches.toReversed()),
      patch(patches.slice(50).concat(patches.slice(0, 50))),
    ]);
    for (const each of written) expect(each).toHaveLength(UIDS.length);
  }
});
