import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterCommit, one, openDatabase, sql } from "../database/database.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { overdueRows } from "./queue-metrics.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from outbox`.execute(world.database.db));

/** One replica's outbox on the shared table. `wakes`: the times at which it requested to be woken. */
function replica(database = world.database): Outbox & { wakes: Date[] } {
  const wakes: Date[] = [];
  const outbox = createOutbox({
    database,
    clock: world.clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async (_tx, at) => {
      wakes.push(at);
    },
    leaseSeconds: 60,
  });
  return { ...outbox, wakes };
}

const enqueue = (outbox: Outbox, payload: unknown, dueAt?: Date) =>
  world.database.transact((tx) => outbox.enqueue(tx, "test", payload, dueAt));
const later = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
const pause = (seconds: number) => world.clock.advance(seconds * 1000);
const onlyRow = async () =>
  (await one(
    world.database.db,
    sql<{
      attempts: number;
      failures: number;
      last_error: string | null;
      due_at: Date;
      done_at: Date | null;
    }>`select attempts, failures, last_error, due_at, done_at from outbox`,
  ))!;
/** Advances the clock second by second; returns the seconds at which the handler ran. */
async function secondsOfRuns(
  outbox: Outbox,
  seconds: number,
  ran: () => number,
): Promise<number[]> {
  const at: number[] = [];
  for (let second = 0; second <= seconds; second++) {
    const before = ran();
    await outbox.drain();
    for (let i = before; i < ran(); i++) at.push(second);
    pause(1);
  }
  return at;
}

describe("a side effect", () => {
  test("runs after its transaction has committed, and never after a rollback", async () => {
    const outbox = replica();
    const handled: unknown[] = [];
    outbox.on("test", async (payload) => void handled.push(payload));
    const other = openDatabase(world.config.databaseUrl, () => {}, 1);
    await other.transact(async (tx) => {
      await outbox.enqueue(tx, "test", { n: 1 });
      expect(await outbox.drain()).toBe(0);
    });
    await other.close();
    const broken = world.database.transact(async (tx) => {
      await outbox.enqueue(tx, "test", { n: 2 });
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    expect(await outbox.drain()).toBe(1);
    expect(handled).toEqual([{ n: 1 }]);
    expect(await outbox.drain()).toBe(0);
  });

  test("that another drain runs is awaited by settle(), not by drain()", async () => {
    const outbox = replica();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    outbox.on("test", async () => {
      begun.resolve();
      await gate.promise;
    });
    await enqueue(outbox, {});
    const first = outbox.drain();
    await begun.promise;
    expect(await outbox.drain()).toBe(0);
    let settled = false;
    const settling = outbox.settle().then(() => (settled = true));
    await outbox.drain();
    expect(settled).toBe(false);
    gate.resolve();
    await settling;
    expect((await onlyRow()).done_at).not.toBeNull();
    expect(await first).toBe(1);
  });

  test("waits until it is due, and the worker gets that time", async () => {
    const outbox = replica();
    let ran = 0;
    outbox.on("test", async () => void ran++);
    const due = later(30);
    await enqueue(outbox, {}, due);
    expect(outbox.wakes).toEqual([due]);
    world.clock.advance(29_999);
    expect(await outbox.drain()).toBe(0);
    world.clock.advance(1);
    expect(await outbox.drain()).toBe(1);
    expect(ran).toBe(1);
  });

  test("that fails is retried after 1, 2, 4 … seconds", async () => {
    const outbox = replica();
    let ran = 0;
    outbox.on("test", async () => {
      ran++;
      throw new Error(`no ${ran}`);
    });
    await enqueue(outbox, {});
    expect(await secondsOfRuns(outbox, 64, () => ran)).toEqual([0, 1, 3, 7, 15, 31, 63]);
    expect(await onlyRow()).toMatchObject({ attempts: 7, failures: 7, last_error: "no 7" });
  });

  test("is given up after 21 failures in a row, at most five minutes apart, and stores the last error", async () => {
    const outbox = replica();
    let ran = 0;
    outbox.on("test", async () => {
      ran++;
      throw new Error("never");
    });
    await enqueue(outbox, {});
    const gaps: number[] = [];
    while (gaps.length < 20) {
      await outbox.drain();
      const { due_at } = await onlyRow();
      gaps.push((due_at.getTime() - world.clock.now().getTime()) / 1000);
      world.clock.set(due_at);
    }
    expect(gaps.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    expect(new Set(gaps.slice(9))).toEqual(new Set([300]));
    expect((await onlyRow()).done_at).toBe(null);
    await outbox.drain();
    expect(ran).toBe(21);
    expect(await onlyRow()).toMatchObject({ last_error: "given up: never" });
    expect((await onlyRow()).done_at).not.toBe(null);
    pause(86_400);
    expect(await outbox.drain()).toBe(0);
  });

  test("that asks for a retry is not a failure, and resets its count of failures", async () => {
    const outbox = replica();
    const answers = ["throw", "throw", { retryAfterSeconds: 10 }, "throw", undefined] as const;
    let ran = 0;
    outbox.on("test", async () => {
      const answer = answers[ran++];
      if (answer === "throw") throw new Error("no");
      return answer;
    });
    await enqueue(outbox, {});
    expect(await secondsOfRuns(outbox, 30, () => ran)).toEqual([0, 1, 3, 13, 14]);
    expect(await onlyRow()).toMatchObject({ last_error: null });
  });

  test("without a handler waits until a replica has one", async () => {
    const withoutHandler = replica();
    await enqueue(withoutHandler, {});
    await withoutHandler.drain();
    expect((await onlyRow()).last_error).toBe("no handler for topic test");
    pause(1);
    const next = replica();
    let ran = 0;
    next.on("test", async () => void ran++);
    await next.drain();
    expect(ran).toBe(1);
  });
});

describe("replicas", () => {
  test("together run each of 400 rows once", async () => {
    const replicas = [replica(), replica(), replica()];
    const runs = new Map<number, number>();
    for (const outbox of replicas) {
      outbox.on("test", async ({ n }: { n: number }) => {
        runs.set(n, (runs.get(n) ?? 0) + 1);
      });
    }
    await world.database.transact(async (tx) => {
      for (let n = 0; n < 400; n++) await replicas[0]!.enqueue(tx, "test", { n });
    });
    const counts = await Promise.all(replicas.map((outbox) => outbox.drain()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
    expect(runs.size).toBe(400);
    expect(Math.max(...runs.values())).toBe(1);
    // Control: a row that is marked as not done runs a second time, and the count shows it.
    await sql`update outbox set done_at = null where (payload ->> 'n')::int = 7`.execute(
      world.database.db,
    );
    await replicas[1]!.drain();
    expect(runs.get(7)).toBe(2);
  });

  test("take over the row of a replica that died, after its lease of a minute", async () => {
    const dying = replica();
    let reached = () => {};
    const started = new Promise<void>((resolve) => (reached = resolve));
    dying.on("test", () => {
      reached();
      return new Promise(() => {});
    });
    await enqueue(dying, {});
    void dying.drain();
    await started;
    const successor = replica();
    let ran = 0;
    successor.on("test", async () => void ran++);
    world.clock.advance(59_999);
    await successor.drain();
    expect(ran).toBe(0);
    world.clock.advance(1);
    await successor.drain();
    expect(ran).toBe(1);
    expect(await onlyRow()).toMatchObject({ attempts: 2 });
  });

  test("are not disturbed by a slow replica that finishes after its lease", async () => {
    const slow = replica();
    let fail = (_error: Error) => {};
    let reached = () => {};
    const started = new Promise<void>((resolve) => (reached = resolve));
    slow.on("test", () => {
      reached();
      return new Promise((_resolve, reject) => (fail = reject));
    });
    await enqueue(slow, {});
    const slowDrain = slow.drain();
    await started;
    pause(61);
    const successor = replica();
    let ran = 0;
    successor.on("test", async () => {
      ran++;
      fail(new Error("too late"));
      await slowDrain;
    });
    await successor.drain();
    expect(await onlyRow()).toMatchObject({ failures: 0, last_error: null });
    expect((await onlyRow()).done_at).not.toBe(null);
    pause(10);
    await successor.drain();
    expect(ran).toBe(1);
  });
});

test("more hanging pushes than there are workers delay no charge and no code", async () => {
  const gate = Promise.withResolvers<void>();
  const woken: string[] = [];
  const outbox = createOutbox({
    database: world.database,
    clock: world.clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async (_tx, _at, queue) => void woken.push(queue),
    leaseSeconds: 60,
  });
  let [hanging, started, sent] = [0, 0, 0];
  outbox.on(
    "hangs",
    async () => {
      hanging++;
      await gate.promise;
    },
    "push",
  );
  outbox.on("code", async () => void sent++, "message");
  outbox.on("start", async () => void started++);
  await world.database.transact(async (tx) => {
    for (let n = 0; n < 40; n++) await outbox.enqueue(tx, "hangs", {});
    await outbox.enqueue(tx, "code", {});
    await outbox.enqueue(tx, "start", {});
  });
  expect([...new Set(woken)].toSorted()).toEqual(["main", "message", "push"]);
  const pushing = outbox.drain("push");
  await expect.poll(() => hanging).toBe(16);
  expect(await outbox.drain("main")).toBe(1);
  expect(await outbox.drain("message")).toBe(1);
  expect([started, sent, hanging]).toEqual([1, 1, 16]);
  gate.resolve();
  expect(await pushing).toBe(40);
});

test("a drain that loses the database throws, and the next drain continues", async () => {
  const lost = openDatabase(world.config.databaseUrl, () => {}, 4);
  const outbox = replica(lost);
  let ran = 0;
  outbox.on("test", async () => {
    if (ran++ === 0) await lost.close();
  });
  for (let n = 0; n < 5; n++) await enqueue(replica(), { n });
  await expect(outbox.drain()).rejects.toThrow("the outbox broke off");
  const successor = replica();
  successor.on("test", async () => void ran++);
  pause(60);
  await successor.drain();
  expect(await overdueRows(world.database, world.clock.now())).toBe(0);
});

test("overdue rows are counted", async () => {
  const outbox = replica();
  await enqueue(outbox, {});
  await enqueue(outbox, {}, later(3_600));
  pause(61);
  const minuteAgo = () => later(-60);
  expect(await overdueRows(world.database, minuteAgo())).toBe(1);
  outbox.on("test", async () => {});
  await outbox.drain();
  expect(await overdueRows(world.database, minuteAgo())).toBe(0);
});

test("a queue is woken after the commit of a transaction that enqueued a row, and not after a rollback", async () => {
  const rung: string[] = [];
  const outbox = createOutbox({
    database: world.database,
    clock: world.clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async (tx, _at, queue) => afterCommit(tx, () => void rung.push(queue)),
    leaseSeconds: 60,
  });
  await world.database.transact(async (tx) => {
    await outbox.enqueue(tx, "test", {});
    expect(rung).toEqual([]);
  });
  expect(rung).toEqual(["main"]);
  const broken = world.database.transact(async (tx) => {
    await outbox.enqueue(tx, "test", {});
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  expect(rung).toEqual(["main"]);
});
