import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { rows, sql } from "../database/database.ts";
import { systemClock, type Clock } from "../clock.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox, type Outbox, type OutboxHandler } from "./outbox.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from outbox`.execute(world.database.db));

function replica(handle: OutboxHandler, more: { clock?: Clock; leaseSeconds?: number } = {}) {
  const outbox = createOutbox({
    database: world.database,
    clock: world.clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async () => {},
    leaseSeconds: 60,
    ...more,
  });
  outbox.on("watch", handle, "watch");
  return outbox;
}
const later = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
/** Enqueues the one row of `key`, due in so many seconds. */
const enqueueKey = (outbox: Outbox, key: string, seconds = 0, sooner = true) =>
  world.database.transact((tx) =>
    outbox.enqueueOnce(tx, "watch", [{ id: `watch:${key}`, payload: { key } }], {
      at: later(seconds),
      sooner,
    }),
  );
const all = () =>
  rows(
    world.database.db,
    sql<{ id: string; due_at: Date; done: boolean; leased_until: Date | null }>`
      select id, due_at, done_at is not null as done, leased_until from outbox order by id`,
  );
/** A handler that waits until `open()`, with the number of its calls. */
function gated() {
  const gate = Promise.withResolvers<void>();
  const seen = { begun: 0, attempts: [] as number[] };
  const handle: OutboxHandler = async (_payload, { attempts }) => {
    seen.begun++;
    seen.attempts.push(attempts);
    await gate.promise;
  };
  return { seen, handle, open: gate.resolve };
}

test("an id has one unfinished row, whoever enqueues it, due at the earliest of the requested times", async () => {
  const outboxes = [replica(async () => {}), replica(async () => {})];
  await Promise.all(
    [40, 30, 20, 30, 40, 50].flatMap((seconds, n) => [
      enqueueKey(outboxes[n % 2]!, "a", seconds),
      enqueueKey(outboxes[n % 2]!, "b", seconds),
    ]),
  );
  expect(await all()).toMatchObject([
    { id: "watch:a", due_at: later(20), done: false },
    { id: "watch:b", due_at: later(20), done: false },
  ]);
  await enqueueKey(outboxes[0]!, "a", 5, false);
  expect((await all())[0]).toMatchObject({ due_at: later(20) });
});

test("a finished row that is enqueued again runs again, and its attempts count from one", async () => {
  const { seen, handle, open } = gated();
  open();
  const outbox = replica(handle);
  for (const sooner of [true, false, true]) {
    await enqueueKey(outbox, "a", 0, sooner);
    expect(await outbox.drain("watch")).toBe(1);
  }
  expect(seen.attempts).toEqual([1, 1, 1]);
  expect(await all()).toMatchObject([{ id: "watch:a", done: true }]);
});

test("a row that is enqueued while it runs runs once more afterwards, not twice at once", async () => {
  const { seen, handle, open } = gated();
  const outbox = replica(handle);
  await enqueueKey(outbox, "a");
  const draining = outbox.drain("watch");
  await expect.poll(() => seen.begun).toBe(1);
  await enqueueKey(outbox, "a", 0, false);
  for (const seconds of [30, 10, 20]) await enqueueKey(outbox, "a", seconds);
  expect(await outbox.drain("watch")).toBe(0);
  open();
  await draining;
  expect(await all()).toMatchObject([{ due_at: later(10), done: false, leased_until: null }]);
  world.clock.advance(10_000);
  expect(await outbox.drain("watch")).toBe(1);
  expect([seen.begun, (await all())[0]!.done]).toEqual([2, true]);
});

test("a row that is to be retried later runs earlier if it was enqueued for then while it ran", async () => {
  const gate = Promise.withResolvers<void>();
  const outbox = replica(async () => {
    await gate.promise;
    return { retryAfterSeconds: 3_600 };
  });
  await enqueueKey(outbox, "a");
  const draining = outbox.drain("watch");
  await expect.poll(async () => (await all())[0]!.leased_until).not.toBe(null);
  await enqueueKey(outbox, "a", 5);
  gate.resolve();
  await draining;
  expect(await all()).toMatchObject([{ due_at: later(5), done: false }]);
});

test("the lease of a row is renewed for as long as it runs", async () => {
  const { seen, handle, open } = gated();
  const real = { clock: systemClock, leaseSeconds: 1 };
  const holder = replica(handle, real);
  const other = replica(handle, real);
  await enqueueKey(holder, "a");
  const draining = holder.drain("watch");
  await expect.poll(() => seen.begun).toBe(1);
  const [first] = await all();
  const renewed = async () => (await all())[0]!.leased_until!.getTime();
  // Two leases (2 s) later.
  await expect
    .poll(renewed, { timeout: 10_000 })
    .toBeGreaterThan(first!.leased_until!.getTime() + 2_000);
  expect(await other.drain("watch")).toBe(0);
  open();
  expect(await draining).toBe(1);
  expect(seen.begun).toBe(1);
});

test("many drains of a queue that waits for operators run no more rows at once than one drain", async () => {
  const { seen, handle, open } = gated();
  const outbox = replica(handle);
  for (let n = 0; n < 60; n++) await enqueueKey(outbox, `${n}`);
  const drains = Array.from({ length: 5 }, () => outbox.drain("watch"));
  await expect.poll(() => seen.begun).toBe(16);
  expect(await outbox.drain("watch")).toBe(0);
  open();
  await Promise.all(drains);
  await outbox.drain("watch");
  expect(seen.begun).toBe(60);
});

test("a waiting row is put off if it is due before the given time, and not otherwise", async () => {
  const outbox = replica(async () => {});
  const putOff = (until: number, before: number) =>
    world.database.transact((tx) =>
      outbox.enqueueOnce(tx, "watch", [{ id: "watch:a", payload: {} }], {
        at: later(until),
        sooner: true,
        before: later(before),
      }),
    );
  await enqueueKey(outbox, "a", 30);
  await putOff(90, 60);
  expect(await all()).toMatchObject([{ due_at: later(90) }]);
  await putOff(120, 60);
  expect(await all()).toMatchObject([{ due_at: later(90) }]);
  await putOff(50, 20);
  expect(await all()).toMatchObject([{ due_at: later(50), done: false }]);
});

test("rows of one call are each due at a time of their own, sooner or later than before", async () => {
  const outbox = replica(async () => {});
  const plan = async (times: Record<string, number>) => {
    const only = Object.entries(times).map(([id, at]) => ({ id, payload: {}, at: later(at) }));
    const when = { at: later(0), sooner: true, before: "AT" } as const;
    await world.database.transact((tx) => outbox.enqueueOnce(tx, "watch", only, when));
    return (await all()).map(({ id, due_at }) => [id, due_at]);
  };
  const due = (times: Record<string, number>) =>
    Object.entries(times).map(([id, at]) => [id, later(at)]);
  expect(await plan({ a: 10, b: 40, c: 20 })).toEqual(due({ a: 10, b: 40, c: 20 }));
  expect(await plan({ a: 30, b: 15 })).toEqual(due({ a: 30, b: 15, c: 20 }));
});

test("a cancelled row does not run; enqueued again, it runs", async () => {
  const { seen, handle, open } = gated();
  open();
  const outbox = replica(handle);
  await enqueueKey(outbox, "a");
  await world.database.transact((tx) => outbox.cancel(tx, "usr_a", ["watch:a"]));
  expect(await outbox.drain("watch")).toBe(0);
  await enqueueKey(outbox, "a");
  expect([await outbox.drain("watch"), seen.begun]).toEqual([1, 1]);
});

test("a row finished in its handler's transaction is done when that commits, and is retried when it rolls back", async () => {
  const attemptsSeen: number[] = [];
  const outbox = replica(async (_payload, { finish, attempts }) => {
    await world.database.transact(async (tx) => {
      await finish(tx);
      attemptsSeen.push(attempts);
      if (attempts === 1) throw new Error("not this time");
    });
  });
  await enqueueKey(outbox, "a");
  await outbox.drain("watch");
  expect(await all()).toMatchObject([{ done: false, leased_until: null }]);
  world.clock.advance(10_000);
  await outbox.drain("watch");
  expect([attemptsSeen, (await all())[0]!.done]).toEqual([[1, 2], true]);
});

test("a run that has lost its lease cannot finish the row, not even in its own transaction", async () => {
  const gate = Promise.withResolvers<void>();
  const slow = replica(async (_payload, { finish }) => {
    await gate.promise;
    await world.database.transact(finish);
  });
  const other = gated();
  await enqueueKey(slow, "a");
  const draining = slow.drain("watch");
  await expect.poll(async () => (await all())[0]!.leased_until).not.toBe(null);
  await sql`update outbox set leased_until = ${later(-1)}`.execute(world.database.db);
  const outbox = replica(other.handle);
  const second = outbox.drain("watch");
  await expect.poll(() => other.seen.begun).toBe(1);
  gate.resolve();
  await draining;
  expect((await all())[0]!.done).toBe(false);
  other.open();
  await second;
  expect((await all())[0]!.done).toBe(true);
});
