import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { systemClock } from "../clock.ts";
import { rows, sql } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createDrains } from "./drains.ts";
import { startWorker, wakeWorker } from "./job-worker.ts";
import { createOutbox, type OnlyRow } from "./outbox.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const jobs = async () =>
  (
    await rows(
      world.database.db,
      sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`,
    )
  )[0]!.n;

test("synchronisations that take long hold no slot of the job worker, and no other row waits", async () => {
  const logger = createLogger("silent");
  const gate = Promise.withResolvers<void>();
  let [syncing, started] = [0, 0];
  const outbox = createOutbox({
    database: world.database,
    clock: systemClock,
    logger,
    metrics: createMetrics(),
    wake: wakeWorker,
    leaseSeconds: 60,
  });
  const longSync = async () => {
    syncing++;
    await gate.promise;
  };
  outbox.on("sync", longSync, "sync");
  outbox.on("start", async () => void started++);
  const drains = createDrains(() => outbox, logger);
  const worker = await startWorker(world.config.databaseUrl, logger, {
    drain: { schedule: "0 0 1 1 *", run: drains.forJob },
  });
  try {
    const only = (n: number): OnlyRow => ({ id: `sync:${n}`, createdAt: new Date(0), payload: {} });
    // Five operators, each asked for eight times: more than the worker has slots.
    for (let time = 0; time < 8; time++)
      for (let n = 0; n < 5; n++)
        await world.database.transact((tx) =>
          outbox.enqueueOnce(tx, "sync", [only(n)], { at: systemClock.now(), sooner: false }),
        );
    await expect.poll(() => syncing).toBe(5);
    await expect.poll(jobs).toBe(0);
    const begun = performance.now();
    await world.database.transact((tx) => outbox.enqueue(tx, "start", {}));
    await expect.poll(() => started, { interval: 5 }).toBe(1);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(syncing).toBe(5);
  } finally {
    gate.resolve();
    await outbox.stop();
    await worker.stop();
  }
});
