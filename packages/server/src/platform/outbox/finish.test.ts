import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { one, sql, type Tx } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox, type Outbox, type OutboxRun } from "./outbox.ts";

/** More than run at once. */
const ROWS = 50;

let world: Harness;
let outbox: Outbox;
let ran: number[];
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
beforeEach(async () => {
  await sql`delete from outbox`.execute(world.database.db);
  ran = [];
  const { database, clock } = world;
  outbox = createOutbox({
    database,
    clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async () => {},
    leaseSeconds: 60,
  });
});

/** Enqueues the rows, each of which finishes in a transaction of its own; `then` runs in it, `after` behind its commit. */
async function runAll(then: (tx: Tx, n: number) => Promise<void>, after: (n: number) => void) {
  outbox.on("test", async ({ n }: { n: number }, row: OutboxRun) => {
    await world.database.transact(async (tx) => {
      await row.finish(tx);
      await then(tx, n);
    });
    ran.push(n);
    after(n);
  });
  await world.database.transact(async (tx) => {
    for (let n = 0; n < ROWS; n += 1) await outbox.enqueue(tx, "test", { n });
  });
  await outbox.drain("main");
}
const all = Array.from({ length: ROWS }, (_, n) => n);
const inOrder = () => ran.toSorted((a, b) => a - b);
const undone = async () =>
  (await one(
    world.database.db,
    sql<{ n: number }>`select count(*)::int as n from outbox where done_at is null`,
  ))!.n;

test("rows that finish in their own transactions all run once, whatever waits behind them", async () => {
  await runAll(
    async () => {},
    () => {},
  );
  expect(inOrder()).toEqual(all);
  expect(await undone()).toBe(0);
});

test("a row that fails after its commit is done, and keeps nobody behind it waiting", async () => {
  await runAll(
    async () => {},
    () => {
      throw new Error("behind the commit");
    },
  );
  expect(inOrder()).toEqual(all);
  expect(await undone()).toBe(0);
});

test("a transaction that is rolled back gives back what it claimed, and its own row runs again", async () => {
  const failed = new Set<number>();
  await runAll(
    async (_tx, n) => {
      if (n % 3 > 0 || failed.has(n)) return;
      failed.add(n);
      throw new Error("rolled back");
    },
    () => {},
  );
  expect(inOrder()).toEqual(all.filter((n) => n % 3 > 0));
  world.clock.advance(10_000);
  await outbox.drain("main");
  expect(inOrder()).toEqual(all);
  expect(await undone()).toBe(0);
});

test("what a transaction claimed and gave back runs, though others have looked meanwhile and found nothing", async () => {
  const claimed = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  outbox.on("plain", async ({ n }: { n: number }) => {
    await claimed.promise;
    ran.push(n);
  });
  outbox.on("rolled back", async (_payload: object, row: OutboxRun) => {
    await world.database.transact(async (tx) => {
      await row.finish(tx);
      claimed.resolve();
      await looked.promise;
      throw new Error("rolled back");
    });
  });
  await world.database.transact(async (tx) => {
    await outbox.enqueue(tx, "rolled back", {});
    // As many as run at once, and the one that is claimed and given back.
    for (let n = 1; n <= 16; n += 1) await outbox.enqueue(tx, "plain", { n });
  });
  const draining = outbox.drain("main");
  await expect.poll(undone).toBe(2);
  looked.resolve();
  await draining;
  expect(inOrder()).toEqual(all.slice(1, 17));
});

test("rows that work on after their commit keep their places: no more run at once", async () => {
  const open = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  outbox.on("slow", async (_payload: object, row: OutboxRun) => {
    most = Math.max(most, ++running);
    await world.database.transact((tx) => row.finish(tx));
    await open.promise;
    running -= 1;
    ran.push(1);
  });
  await world.database.transact(async (tx) => {
    for (let n = 0; n < ROWS; n += 1) await outbox.enqueue(tx, "slow", {});
  });
  const draining = outbox.drain("main");
  await expect.poll(undone).toBe(ROWS - 16);
  expect(running).toBe(16);
  open.resolve();
  await draining;
  expect([most, ran.length, await undone()]).toEqual([16, ROWS, 0]);
});
