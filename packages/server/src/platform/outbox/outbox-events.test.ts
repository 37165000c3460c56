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

test("[house rule] what other systems are told waits for them, keeps nobody waiting, and has one id", async () => {
  const told: DomainEvent[] = [];
  let away = true;
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
      told.push(event);
      return !away;
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
  expect([steps, told.length]).toEqual([1, 30]);
  away = false;
  await outbox.drain();
  world.clock.advance(60_000);
  await outbox.drain();
  expect(told).toHaveLength(31);
  expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  expect(told[0]).toMatchObject({ type: "session.stepped", about: { sessionId: "ses_1" } });
});
