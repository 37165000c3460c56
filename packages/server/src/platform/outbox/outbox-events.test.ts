import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { handleEvents } from "../../composition/handle-outbox.ts";
import type { DomainEvent } from "../bus/event-stream.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox } from "./outbox.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("an event for other systems is retried until it is accepted, always with the same id, and delays no other row", async () => {
  const published: DomainEvent[] = [];
  let isDown = true;
  const outbox = createOutbox({
    database: world.database,
    clock: world.clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async () => {},
    leaseSeconds: 60,
    events: new Map([["stepped", "session.stepped"]]),
  });
  let steps = 0;
  outbox.on("stepped", async () => void steps++);
  outbox.on("other", async () => {});
  handleEvents(outbox, {
    publish: async (event) => {
      published.push(event);
      return !isDown;
    },
    close: async () => {},
  });
  await world.database.transact(async (tx) => {
    await outbox.enqueue(tx, "stepped", { sessionId: "ses_1" });
    await outbox.enqueue(tx, "other", {});
  });
  const rolledBack = world.database.transact(async (tx) => {
    await outbox.enqueue(tx, "stepped", { sessionId: "ses_2" });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");

  for (let tries = 0; tries < 30; tries++) {
    await outbox.drain();
    world.clock.advance(10_000);
  }
  expect([steps, published.length]).toEqual([1, 30]);
  isDown = false;
  await outbox.drain();
  world.clock.advance(60_000);
  await outbox.drain();
  expect(published).toHaveLength(31);
  expect(new Set(published.map(({ id }) => id)).size).toBe(1);
  expect(published[0]).toMatchObject({ type: "session.stepped", about: { sessionId: "ses_1" } });
});
