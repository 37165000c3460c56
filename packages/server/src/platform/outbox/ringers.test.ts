import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { systemClock } from "../clock.ts";
import { afterCommit } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox, type OnlyRow, type Outbox } from "./outbox.ts";
import { createRingers } from "./ringers.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("long synchronisations delay neither each other nor any other row", async () => {
  const logger = createLogger("silent");
  const gate = Promise.withResolvers<void>();
  let [syncing, started] = [0, 0];
  const outbox: Outbox = createOutbox({
    database: world.database,
    clock: systemClock,
    logger,
    metrics: createMetrics(),
    wake: async (tx, _at, queue, shard) => afterCommit(tx, () => ringers[queue](shard)),
    leaseSeconds: 60,
  });
  const longSync = async () => {
    syncing++;
    await gate.promise;
  };
  outbox.on("sync", longSync, "sync");
  outbox.on("start", async () => void started++);
  const ringers = createRingers(() => outbox, logger);
  try {
    const only = (n: number): OnlyRow => ({ id: `sync:${n}`, payload: {} });
    // Five operators, each with eight requests for a synchronisation.
    for (let time = 0; time < 8; time++)
      for (let n = 0; n < 5; n++)
        await world.database.transact((tx) =>
          outbox.enqueueOnce(tx, "sync", [only(n)], { at: systemClock.now(), sooner: false }),
        );
    await expect.poll(() => syncing).toBe(5);
    const begun = performance.now();
    await world.database.transact((tx) => outbox.enqueue(tx, "start", {}));
    await expect.poll(() => started, { interval: 5 }).toBe(1);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(syncing).toBe(5);
  } finally {
    gate.resolve();
    await outbox.stop();
  }
});
