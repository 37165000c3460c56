import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rows, sql } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox, type Outbox, type OutboxHandler, type Queue } from "./outbox.ts";
import { driverOf } from "./outbox-shards.ts";

let world: Harness;
const SHARDS = 3;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  // What Citus and deploy/citus/distribute.sql would leave: driver n lies on shard n % 3, as does the key "k0" to "k2".
  await sql
    .raw(
      `insert into outbox_shard select n, 'k' || n from generate_series(0, ${SHARDS - 1}) n;
      alter table outbox drop constraint outbox_pkey, add primary key (created_at, shard, id);
      create function get_shard_id_for_distribution_column(t regclass, id text) returns bigint language sql as $$
        select substr(id, 5)::bigint % ${SHARDS} $$`,
    )
    .execute(world.database.db);
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from outbox`.execute(world.database.db));

function replica(queue: Queue, handle: OutboxHandler): Outbox {
  const { database, clock } = world;
  const outbox = createOutbox({
    database,
    clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async () => {},
    leaseSeconds: 60,
  });
  outbox.on("work", handle, queue);
  return outbox;
}
const driver = (n: number) => ({ userId: `usr_${n}` });
const enqueue = (outbox: Outbox, payloads: readonly object[]) =>
  world.database.transact(async (tx) => {
    for (const payload of payloads) await outbox.enqueue(tx, "work", payload);
  });
const shardsOfRows = async () =>
  (
    await rows(
      world.database.db,
      sql<{ shard: string; n: number }>`
        select shard, count(*)::int as n from outbox where done_at is null group by shard order by shard`,
    )
  ).map(({ shard, n }) => [shard, n]);

test("the driver of a row is in its payload, or in what an event is about", () => {
  expect(
    [driver(1), { type: "t", about: driver(1) }, { id: "msg_1" }, "text", null].map(driverOf),
  ).toEqual(["usr_1", "usr_1", null, null, null]);
});

test("rows lie with their drivers, and each runs once, wherever it lies", async () => {
  const ran: unknown[] = [];
  const outboxes = [1, 2].map(() => replica("main", async (payload) => void ran.push(payload)));
  const payloads = [...Array.from({ length: 90 }, (_, n) => driver(n)), { id: "nobody's" }];
  await enqueue(outboxes[0]!, payloads);
  expect(await shardsOfRows()).toEqual([
    ["", 1],
    ["k0", 30],
    ["k1", 30],
    ["k2", 30],
  ]);
  expect(await outboxes[1]!.due()).toHaveLength(SHARDS + 1);
  await Promise.all(outboxes.map((outbox) => outbox.drain()));
  expect(ran).toHaveLength(91);
  expect(new Set(ran.map((payload) => JSON.stringify(payload))).size).toBe(91);
  expect(await shardsOfRows()).toEqual([]);
});

test("a drain of one shard leaves the others alone", async () => {
  const outbox = replica("main", async () => {});
  await enqueue(outbox, [driver(0), driver(1), driver(1)]);
  expect(await outbox.drain("main", "k1")).toBe(2);
  expect(await shardsOfRows()).toEqual([["k0", 1]]);
  expect(await outbox.drain("main")).toBe(1);
});

test("what stands for one thing is one row with its driver, and is cancelled there", async () => {
  const outbox = replica("main", async () => {});
  const only = [4, 5, 6].map((n) => ({ id: `work:${n}`, payload: driver(n) }));
  const at = world.clock.now();
  for (let time = 0; time < 2; time += 1)
    await world.database.transact((tx) =>
      outbox.enqueueOnce(tx, "work", only, { at, sooner: true }),
    );
  await world.database.transact((tx) => outbox.cancel(tx, "usr_5", ["work:5"]));
  expect(await shardsOfRows()).toEqual([
    ["k0", 1],
    ["k1", 1],
  ]);
  expect(await outbox.drain()).toBe(2);
});

test("a row that became due while all workers were busy on another shard runs when one is free", async () => {
  const gates: (() => void)[] = [];
  const ran: string[] = [];
  const outbox = replica("watch", async ({ userId }: { userId: string }) => {
    ran.push(userId);
    if (userId === "usr_0") await new Promise<void>((open) => gates.push(open));
  });
  await enqueue(
    outbox,
    Array.from({ length: 16 }, () => driver(0)),
  );
  const draining = outbox.drain("watch", "k0");
  await expect.poll(() => gates.length).toBe(16);
  await enqueue(outbox, [driver(1)]);
  expect(await outbox.drain("watch", "k1")).toBe(0);
  gates[0]!();
  await expect.poll(() => ran).toContain("usr_1");
  for (const open of gates) open();
  await draining;
  expect(await shardsOfRows()).toEqual([]);
});

test("leases on several shards are renewed", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const wait = async () => {
    begun += 1;
    await gate.promise;
  };
  const [holder, other] = [replica("main", wait), replica("main", wait)];
  await enqueue(holder, [driver(0), driver(1), { id: "nobody's" }]);
  const draining = holder.drain();
  await expect.poll(() => begun).toBe(3);
  for (let passed = 0; passed < 4; passed += 1) {
    world.clock.advance(30_000);
    await holder.drain();
  }
  expect(await other.drain()).toBe(0);
  gate.resolve();
  expect([await draining, begun]).toEqual([3, 3]);
});
