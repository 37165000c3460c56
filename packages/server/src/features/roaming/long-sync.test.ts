import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, START, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";
import { one, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let gate: PromiseWithResolvers<void>;
let begun = 0;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(async () => {
  await world.drain();
  gate = Promise.withResolvers();
  begun = 0;
  operator.onGet = async (path) => {
    if (path !== "/tariffs") return;
    begun++;
    await gate.promise;
  };
  world.clock.set(new Date(START));
  await sql`update operator set sync_due_at = ${START}, last_contact_at = ${START}`.execute(
    world.database.db,
  );
  await sql`delete from outbox`.execute(world.database.db);
});
const unfinished = async () =>
  (await one(
    world.database.db,
    sql<{
      n: number;
    }>`select count(*)::int as n from outbox where topic = 'roaming.sync' and done_at is null`,
  ))!.n;
/** The drain that runs the synchronisation: it ends with it. */
let running: Promise<unknown>;
async function begin(): Promise<void> {
  await world.service.askDueSyncs();
  running = world.service.outbox.drain();
  await expect.poll(() => begun).toBe(1);
}
/** What the job worker does: every minute it asks for what is due, and it drains for every wake. */
async function pass(minutes: number): Promise<void> {
  for (let quarter = 0; quarter < minutes * 4; quarter++) {
    world.clock.advance(15_000);
    if (quarter % 4 === 0) await world.service.askDueSyncs();
    await Promise.all([world.service.outbox.drain(), world.service.outbox.drain()]);
  }
}
async function end(): Promise<void> {
  gate.resolve();
  await running;
  await world.drain();
}

test("a synchronisation of eight minutes is one row and one pull, and is not repeated after it", async () => {
  await begin();
  await pass(8);
  expect(await unfinished()).toBe(1);
  await end();
  expect(begun).toBe(1);
  expect(await unfinished()).toBe(0);
});

test("requests that arrive during a synchronisation cause one more after it", async () => {
  await begin();
  await pass(1);
  for (let call = 0; call < 3; call++) {
    world.clock.advance(6_000);
    // After a long silence it may have said what did not reach us.
    await sql`update operator set last_contact_at = '2026-11-19'`.execute(world.database.db);
    await operator.call("GET", "/tariffs/IN/TST/T1");
  }
  await pass(1);
  expect([await unfinished(), begun]).toEqual([1, 1]);
  await end();
  expect(begun).toBe(2);
  expect(await unfinished()).toBe(0);
});
